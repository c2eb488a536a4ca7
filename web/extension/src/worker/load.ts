/** Loads a page in a tab anew, wherever the tab is. */
import { browser } from "wxt/browser";
import { originOf, withoutPlace } from "../shared/origin.ts";
import { problem } from "../shared/protocol.ts";
import { Refusal } from "./failure.ts";
import type { Office } from "./office.ts";

const NOT_LOADED = problem("NOT_LOADED", "The page to begin on did not load again.", "Open it, then go on.");

/** What was left in the page is not there any more; refused where the page does not come. */
export async function load(office: Office, tabId: number, url: string, signal: AbortSignal): Promise<void> {
  const { hands, reader } = office;
  await hands.release(tabId);
  const before = await office.generation(tabId);
  const from = (await browser.tabs.get(tabId)).url ?? "";
  const decision = { action: `navigate(${JSON.stringify(url)})`, origin: originOf(from) };
  const { success } = await hands.perform(tabId, decision, signal);
  // A page that asks whether it may be left is still there.
  if (!success || (await office.generation(tabId)) === before) throw new Refusal(NOT_LOADED);
  if (withoutPlace(from) !== withoutPlace(url)) return;
  await browser.tabs.reload(tabId);
  await reader.rest(tabId, signal);
}
