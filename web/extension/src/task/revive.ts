/** The worker was killed and is back: what was under way is taken up again, or is not repeated. */
import { problem } from "../shared/protocol.ts";
import type { Advanced } from "./event.ts";
import { partly } from "./perform.ts";
import { waiting } from "./person.ts";
import type { Report, Run, TaskState } from "./state.ts";
import { look, send, stay, to } from "./step.ts";

const INTERRUPTED = problem(
  "INTERRUPTED",
  "The browser paused the extension before your answer was sent.",
  "Please enter it again: it was not kept.",
);

/**
 * Looks, requests and fetches harm nobody when repeated: a request bears its key. An action may have
 * happened, so it is never performed again: a look shows what became of it.
 */
export function revived(state: TaskState): Advanced {
  const { phase } = state;
  switch (phase.name) {
    case "looking":
      return look(state);
    case "asking":
      return send(state, phase.asking);
    case "fetching": {
      const turn = state.turn + 1;
      return to({ ...state, turn }, phase, { kind: "fetch", turn, tabId: state.tabId, want: phase.want });
    }
    case "acting":
    case "checking":
      return look({ ...state, report: { ...state.report, ...interrupted(phase.run) }, steps: unknown(state.steps) });
    case "resuming":
      return to({ ...state, turn: state.turn + 1, problem: INTERRUPTED }, waiting(phase.question));
    case "pausing":
      return to(state, phase, { kind: "wakeAt", at: phase.until });
    case "waiting":
    case "stuck":
    case "ended":
      return stay(state);
  }
}

function interrupted(run: Run): Report {
  const told: Report = { lastActionStatus: "pending", lastActionResult: undefined, lastActionError: undefined };
  if (!run.chained) return told;
  return { ...told, ...partly(run) };
}

function unknown(steps: TaskState["steps"]): TaskState["steps"] {
  const last = steps.at(-1);
  if (!last || last.performed) return steps;
  const performed = {
    success: false,
    code: "UNEXPECTED_ERROR",
    message: "The browser paused the extension; whether it was done is being looked at.",
  };
  return [...steps.slice(0, -1), { ...last, performed }];
}
