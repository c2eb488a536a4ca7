/** Opening, choosing and closing tabs. */
import { browser } from "wxt/browser";
import { heeding } from "../../shared/wait.ts";
import { heirOf, noteOpener, show, tabAt, tabOf, tabsBeside } from "../tabs.ts";
import { Trouble } from "../trouble.ts";
import { cut, flag, number, type Outcome, textOrNull, type Under } from "../under.ts";
import { Watch } from "../watch.ts";
import { arrive } from "./travel.ts";
import { browses } from "./verb.ts";

export const tabVerbs = {
  createTab: browses((under) => openTab(under, textOrNull(under, "url"), flag(under, "active"))),
  switch: browses(switches),
  close: browses(closes),
  getTabs: browses(lists),
};

/** Opens a tab beside, on an address if there is one, and takes it if asked to. */
export async function openTab(under: Under, url: string | null, active: boolean): Promise<Outcome> {
  const { tabId, signal } = under;
  const from = await tabOf(tabId);
  const beside = from && { windowId: from.windowId, index: from.index + 1, openerTabId: tabId };
  const made = await heeding(browser.tabs.create({ active, ...(url !== null && { url }), ...beside }), signal);
  const id = made.id;
  if (id === undefined) throw new Trouble("failed", "the browser opens no tab");
  noteOpener(id, tabId);
  if (url === null) return active ? { tabId: id } : {};
  const watch = new Watch(id, true);
  try {
    await watch.catchUp();
    const outcome = await arrive({ ...under, tabId: id, watch });
    return active ? { ...outcome, tabId: id } : outcome;
  } catch (error) {
    // A tab that shows nothing would only be in the way.
    await browser.tabs.remove(id).catch(() => undefined);
    throw error;
  } finally {
    watch.stop();
  }
}

async function switches(under: Under): Promise<Outcome> {
  const tab = await tabAt(under.tabId, number(under, "index"));
  await show(tab.id);
  return { state: plainAddress(tab.url), tabId: tab.id };
}

// The last tab stays: without it there would be nothing to look at, and its window would go.
async function closes(under: Under): Promise<Outcome> {
  const tab = await tabAt(under.tabId, number(under, "index"));
  if ((await tabsBeside(under.tabId)).length < 2) throw new Trouble("failed", "the last tab stays open");
  const own = tab.id === under.tabId;
  await heeding(browser.tabs.remove(tab.id), under.signal);
  if (!own) return {};
  const heir = await heirOf(tab);
  if (heir === null) return {};
  await show(heir);
  return { tabId: heir };
}

async function lists(under: Under): Promise<Outcome> {
  const tabs = await tabsBeside(under.tabId);
  const told = tabs.map(({ id, url, title }, index) => {
    const own = id === under.tabId;
    return { index, url: own ? url : plainAddress(url), title: title.slice(0, 200), active: own };
  });
  return { state: cut(JSON.stringify(told)) };
}

/** Of the person's other tabs nobody needs what stands behind the path. */
function plainAddress(url: string): string {
  return url.replace(/[?#].*$/s, "");
}
