/** Tabs by number, as actions name them: their places among the tabs of the task, from 0. */
import { type Browser, browser } from "wxt/browser";
import { Kept } from "../shared/kept.ts";
import { originOf } from "../shared/origin.ts";
import { ELSEWHERE, Trouble } from "./trouble.ts";

export interface Tab {
  id: number;
  index: number;
  windowId: number;
  url: string;
  title: string;
  opener: number | null;
}

/** A tab; null when there is none. */
export async function tabOf(id: number): Promise<Tab | null> {
  const tab = await browser.tabs.get(id).catch(() => null);
  return tab && plain(tab);
}

function plain(tab: Browser.tabs.Tab): Tab | null {
  if (tab.id === undefined) return null;
  return {
    id: tab.id,
    index: tab.index,
    windowId: tab.windowId,
    url: tab.url ?? "",
    title: tab.title ?? "",
    opener: tab.openerTabId ?? null,
  };
}

/** The tab's address; refused when it has left the origin that the action was decided on. */
export async function addressStill({ tabId, origin }: { tabId: number; origin: string | null }): Promise<string> {
  const tab = await tabOf(tabId);
  if (!tab) throw new Trouble("CONTENT_SCRIPT_DISCONNECTED", "the tab was closed");
  if (originOf(tab.url) !== (origin ?? "null")) throw new Trouble("REFUSED", ELSEWHERE);
  return tab.url;
}

/**
 * The tabs of the window that a tab is in and that its task opened, in their order. The person's others
 * are none of its business: neither what they are called nor what is in them.
 */
export async function tabsBeside(tabId: number): Promise<Tab[]> {
  await recall();
  const tab = await tabOf(tabId);
  if (!tab) throw new Trouble("CONTENT_SCRIPT_DISCONNECTED", "the tab was closed");
  const all = await browser.tabs.query({ windowId: tab.windowId });
  const own = rootOf(tabId);
  const tabs = all.map(plain).filter((each) => each !== null);
  return tabs.filter(({ id }) => rootOf(id) === own).sort((a, b) => a.index - b.index);
}

/** The tab with a number. */
export async function tabAt(tabId: number, index: number): Promise<Tab> {
  const found = (await tabsBeside(tabId))[index];
  if (!found) throw new Trouble("failed", `there is no tab ${index}`);
  return found;
}

/** Puts a tab in front of the others of its window. */
export async function show(tabId: number): Promise<void> {
  await browser.tabs.update(tabId, { active: true }).catch(() => undefined);
}

/** Which tab opened which, as the pages' own events told; the browser's note of it may name the tab in front instead. */
const openers = new Map<number, number>();
const OPENERS = new Kept<[tabId: number, opener: number][]>("session", "openers", []);
const REMEMBERED = 500;

/** The tab that a task began in, whichever of its tabs it is in by now. */
function rootOf(tabId: number): number {
  let at = tabId;
  for (let steps = 0; steps < REMEMBERED; steps++) {
    const opener = openers.get(at);
    if (opener === undefined) return at;
    at = opener;
  }
  return at;
}

/** Remembers where a tab was opened from. */
export function noteOpener(tabId: number, opener: number): void {
  openers.set(tabId, opener);
  for (const id of openers.keys()) {
    if (openers.size <= REMEMBERED) break;
    openers.delete(id);
  }
  void recall()
    .then(() => OPENERS.save([...openers]))
    .catch(() => undefined);
}

let recalled: Promise<void> | null = null;

/** What was noted before the browser suspended the worker. */
function recall(): Promise<void> {
  recalled ??= remember();
  return recalled;
}

async function remember(): Promise<void> {
  for (const [tabId, opener] of await OPENERS.load()) if (!openers.has(tabId)) openers.set(tabId, opener);
}

/** Where to go on when a tab has closed: the one that opened it, or else the one in front of its window. */
export async function heirOf({ id, windowId, opener }: Tab): Promise<number | null> {
  await recall();
  for (const candidate of [openers.get(id), opener]) {
    if (candidate !== undefined && candidate !== null && (await tabOf(candidate))) return candidate;
  }
  const [active] = await browser.tabs.query({ windowId, active: true }).catch(() => []);
  return active?.id ?? null;
}
