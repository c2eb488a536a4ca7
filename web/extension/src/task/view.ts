/** A task as the panel shows it. */
import type { WireApprovalRequest } from "@screen-agent/api";
import { parseAction } from "@screen-agent/ui/actions";
import type { Activity, DebugView, Problem, TaskStatus, TaskView } from "../shared/protocol.ts";
import { dialogOf } from "./dialog.ts";
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
    leads: phase.name === "waiting" && phase.approval ? leadsOf(state, phase.approval) : null,
    place: { from: state.from ?? null, to: state.look?.capture.url ?? null },
    asks: asksOf(state),
    ...(state.workflow && { workflow: state.workflow.id }),
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

/** Where it leads, of the look that it was decided on; an address that goes to a site is told whole. */
function leadsOf({ look }: TaskState, { action, elementId }: WireApprovalRequest): string | null {
  const parsed = parseAction(action);
  if (parsed?.name === "navigate" || parsed?.name === "createTab") return parsed.args[0] ?? null;
  const node = look?.capture.interactiveTree.find(({ i }) => elementId !== undefined && i === String(elementId));
  return node?.d?.href ?? (node?.d?.submit ? node.d.action : undefined) ?? null;
}

/** What the page asks once something was done on it, and so is not done yet; not what stood there before, or was stopped. */
function asksOf({ phase, look, stood }: TaskState): TaskView["asks"] {
  const open = phase.name === "ended" && (phase.status === "unverified" || phase.status === "failed");
  const dialog = open && look ? dialogOf(look.capture) : null;
  return dialog?.text === stood ? null : dialog;
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
    reasoning: state.reasoning ?? null,
    found: state.found ?? null,
    knowledge: state.knowledge ?? null,
    tree: capture.interactiveTree.map(({ i, r, n, s, occ }) => ({
      id: i,
      role: r,
      name: n,
      ...(s ? { state: s } : {}),
      ...(occ ? { covered: occ } : {}),
    })),
  };
}
