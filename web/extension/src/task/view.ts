/** A task as the panel shows it. */
import type { Activity, DebugView, Problem, TaskStatus, TaskView } from "../shared/protocol.ts";
import type { Phase, TaskState } from "./state.ts";

export function viewOf(state: TaskState): TaskView {
  const { phase } = state;
  return {
    taskId: state.taskId,
    query: state.query,
    attachment: state.attachment,
    status: statusOf(phase),
    activity: activityOf(phase),
    startedAt: state.startedAt,
    endedAt: state.endedAt,
    plan: state.plan,
    steps: state.steps,
    question: phase.name === "waiting" || phase.name === "resuming" ? phase.question : null,
    approval: (phase.name === "waiting" && phase.approval) || null,
    result: state.result,
    problem: problemOf(state),
    hasOrgKnowledge: state.hasOrgKnowledge,
    chatOnly: state.chatOnly,
    debug: debugOf(state),
  };
}

export function statusOf(phase: Phase): TaskStatus {
  switch (phase.name) {
    case "looking":
    case "asking":
    case "fetching":
    case "acting":
    case "checking":
    case "resuming":
    case "pausing":
      return "running";
    case "waiting":
    case "stuck":
      return "waiting";
    case "ended":
      return phase.status;
  }
}

function activityOf(phase: Phase): Activity | null {
  switch (phase.name) {
    case "looking":
    case "fetching":
    case "checking":
      return "looking";
    case "asking":
    case "resuming":
      return "thinking";
    case "acting":
      return "acting";
    case "pausing":
      return "reconnecting";
    case "waiting":
    case "stuck":
    case "ended":
      return null;
  }
}

function problemOf(state: TaskState): Problem | null {
  const { phase } = state;
  return phase.name === "pausing" || phase.name === "stuck" ? phase.problem : state.problem;
}

function debugOf(state: TaskState): DebugView | null {
  if (!state.look) return null;
  const { capture, ms } = state.look;
  return {
    mode: state.mode,
    controls: capture.interactiveTree.length,
    lines: capture.pageText.length,
    sent: state.sent,
    lookMs: ms,
    roundMs: state.roundMs,
    usage: state.usage,
    modelCalls: state.modelCalls,
    tree: capture.interactiveTree.map(({ i, r, n, s, occ }) => ({
      id: i,
      role: r,
      name: n,
      ...(s ? { state: s } : {}),
      ...(occ ? { covered: occ } : {}),
    })),
  };
}
