/** What is kept of what was asked, for as long as the browser runs. */
import type { AskState } from "../../ask/state.ts";
import { KeptByTab } from "../../shared/kept.ts";

export const ASKS = new KeptByTab<AskState>("ask:");
/** A request over this size is not kept: after a suspension the page is read again. */
const KEEP_CHARS = 1_500_000;

/**
 * Keeps it; where storage is full, without what can be had again. Where there is no room at all it goes on
 * without: what was kept before is taken away, so that after a suspension nothing is done a second time.
 */
export function saveAsk(state: AskState): Promise<void> {
  return ASKS.save(kept(state, KEEP_CHARS))
    .catch(() => ASKS.save({ ...kept(state, 0), messages: state.messages.slice(-4) }))
    .catch(() => ASKS.drop(state.tabId));
}

function kept(state: AskState, most: number): AskState {
  const { phase } = state;
  switch (phase.name) {
    case "asking":
    case "pausing":
      return phase.body.length > most ? { ...state, phase: { ...phase, body: "" } } : state;
    case "stuck":
      return phase.body !== null && phase.body.length > most ? { ...state, phase: { ...phase, body: null } } : state;
    case "idle":
    case "reading":
    case "acting":
    case "approving":
      return state;
  }
}
