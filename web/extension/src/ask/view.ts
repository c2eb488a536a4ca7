/** A conversation about pages as the panel shows it. */
import type { AskView } from "../shared/ask.ts";
import type { AskState, Phase } from "./state.ts";

export function viewOf(state: AskState): AskView {
  const { phase, question } = state;
  return {
    conversationId: state.conversationId,
    messages: state.messages,
    status: statusOf(phase),
    activity: activityOf(phase),
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

function statusOf(phase: Phase): AskView["status"] {
  switch (phase.name) {
    case "idle":
      return "idle";
    case "reading":
    case "asking":
    case "acting":
    case "pausing":
      return "running";
    case "approving":
    case "stuck":
      return "waiting";
  }
}

function activityOf(phase: Phase): AskView["activity"] {
  switch (phase.name) {
    case "reading":
      return "reading";
    case "asking":
      return "thinking";
    case "acting":
      return "acting";
    case "pausing":
      return "reconnecting";
    case "idle":
    case "approving":
    case "stuck":
      return null;
  }
}
