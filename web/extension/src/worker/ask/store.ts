/** What is kept of what was asked, for as long as the browser runs. */
import { browser } from "wxt/browser";
import type { AskState } from "../../ask/state.ts";

const ASK = "ask:";
/** A request over this size is not kept: after a suspension the page is read again. */
const KEEP_CHARS = 1_500_000;

export async function loadAsks(): Promise<AskState[]> {
  const all = await browser.storage.session.get(null);
  return Object.entries(all)
    .filter(([name]) => name.startsWith(ASK))
    .map(([, state]) => state as AskState);
}

/**
 * Keeps it; where storage is full, without what can be had again. Where there is no room at all it goes on
 * without: what was kept before is taken away, so that after a suspension nothing is done a second time.
 */
export async function saveAsk(state: AskState): Promise<void> {
  const name = ASK + state.tabId;
  const set = (what: AskState): Promise<void> => browser.storage.session.set({ [name]: what });
  await set(kept(state, KEEP_CHARS))
    .catch(() => set({ ...kept(state, 0), messages: state.messages.slice(-4) }))
    .catch(() => dropAsk(state.tabId));
}

export function dropAsk(tabId: number): Promise<void> {
  return browser.storage.session.remove(ASK + tabId);
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
