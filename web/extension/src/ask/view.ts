/** A conversation about pages as the panel shows it. */
import type { AskView } from "../shared/ask.ts";
import type { AskState, Phase } from "./state.ts";

export function viewOf(state: AskState): AskView {
  const { phase, question } = state;
  return {
    conversationId: state.conversationId,
    messages: state.messages,
    ...SHOWN[phase.name],
    progress: state.progress,
    step: question?.step ?? 0,
    approvals: phase.name === "approving" ? phase.asked : [],
    collectionId: question?.collectionId ?? null,
    problem: phase.name === "pausing" || phase.name === "stuck" ? phase.problem : state.problem,
  };
}

/** Before anything was asked. */
export const NOTHING: AskView = {
  conversationId: null,
  messages: [],
  status: "idle",
  activity: null,
  progress: null,
  step: 0,
  approvals: [],
  collectionId: null,
  problem: null,
};

const SHOWN: Record<Phase["name"], Pick<AskView, "status" | "activity">> = {
  idle: { status: "idle", activity: null },
  reading: { status: "running", activity: "reading" },
  asking: { status: "running", activity: "thinking" },
  acting: { status: "running", activity: "acting" },
  pausing: { status: "running", activity: "reconnecting" },
  approving: { status: "waiting", activity: null },
  stuck: { status: "waiting", activity: null },
};

/** True while something goes on without the person. */
export function isRunning({ phase }: AskState): boolean {
  return SHOWN[phase.name].status === "running";
}
