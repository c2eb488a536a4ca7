/** A task as the panel shows it. */
import type { Activity, DebugView, Problem, TaskStatus, TaskView } from "../shared/protocol.ts";
import type { Phase, TaskState } from "./state.ts";

export function viewOf(state: TaskState): TaskView {
  const { phase } = state;
  const { taskId, query, attachment, startedAt, endedAt, plan, steps, ledger, result, hasOrgKnowledge, chatOnly } =
    state;
  return {
    ...{ taskId, query, attachment, startedAt, endedAt, plan, steps, ledger, result, hasOrgKnowledge, chatOnly },
    status: statusOf(phase),
    activity: phase.name === "ended" ? null : SHOWN[phase.name].activity,
    question: phase.name === "waiting" || phase.name === "resuming" ? phase.question : null,
    approval: (phase.name === "waiting" && phase.approval) || null,
    problem: problemOf(state),
    debug: debugOf(state),
  };
}

/** What is shown of each phase that something is under way in, or waits in. */
const SHOWN: Record<Exclude<Phase["name"], "ended">, { status: "running" | "waiting"; activity: Activity | null }> = {
  looking: { status: "running", activity: "looking" },
  fetching: { status: "running", activity: "looking" },
  checking: { status: "running", activity: "looking" },
  asking: { status: "running", activity: "thinking" },
  resuming: { status: "running", activity: "thinking" },
  acting: { status: "running", activity: "acting" },
  pausing: { status: "running", activity: "reconnecting" },
  waiting: { status: "waiting", activity: null },
  stuck: { status: "waiting", activity: null },
};

export function statusOf(phase: Phase): TaskStatus {
  return phase.name === "ended" ? phase.status : SHOWN[phase.name].status;
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
