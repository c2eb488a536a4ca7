/** The worker was killed and is back: what was under way is taken up again, or is not repeated. */
import type { Advanced, Stamp } from "./event.ts";
import { performed } from "./follow.ts";
import type { AskState } from "./state.ts";
import { read, send, stay, to } from "./step.ts";

/**
 * Reading harms nobody when repeated, and the same bytes are answered once. A tool may have been
 * performed, so it never is again: its result says that nobody knows, and the page is read again.
 */
export function revived(state: AskState, stamp: Stamp): Advanced {
  const { phase } = state;
  switch (phase.name) {
    case "reading":
      return read(state, stamp);
    case "asking":
      // A body that was too large to be kept is made again.
      return phase.body === "" ? read(state, stamp) : send(state, phase.body);
    case "acting":
      return performed({ ...state, turn: state.turn + 1 }, phase.call, { status: "error", code: "UNKNOWN" }, stamp);
    case "pausing":
      return to(state, phase, { kind: "wakeAt", at: phase.until });
    case "idle":
    case "approving":
    case "stuck":
      return stay(state);
  }
}
