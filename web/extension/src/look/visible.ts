/** What a tab shows now, provided that it is the one in front. */
import { browser } from "wxt/browser";
import { hear, NEVER, sleep } from "../shared/wait.ts";
import { bitmapOf } from "./canvas.ts";

/** The browser takes two a second, of all tabs together. */
const BETWEEN = 510;

let last = -Infinity;
let queue: Promise<unknown> = Promise.resolve();

/** Null when another tab is in front: a picture of that one must never be sent. */
export function shotOf(tabId: number): Promise<ImageBitmap | null> {
  const taken = queue.then(() => takeInTurn(tabId));
  queue = taken.catch(() => undefined);
  return taken;
}

async function takeInTurn(tabId: number): Promise<ImageBitmap | null> {
  const windowId = await windowInFrontOf(tabId);
  if (windowId === null) return null;
  await sleep(Math.max(0, last + BETWEEN - performance.now()), NEVER);
  // The person may have turned to another tab before, or while, it was taken.
  if ((await windowInFrontOf(tabId)) !== windowId) return null;
  const switched = new AbortController();
  const away = (to: { windowId: number }): void => void (to.windowId === windowId && switched.abort());
  const over = new AbortController();
  hear(browser.tabs.onActivated, away, over.signal);
  try {
    const url = await browser.tabs.captureVisibleTab(windowId, { format: "png" }).catch(() => null);
    const still = !switched.signal.aborted && (await windowInFrontOf(tabId)) === windowId;
    return url && still ? await bitmapOf(url) : null;
  } finally {
    last = performance.now();
    over.abort();
  }
}

async function windowInFrontOf(tabId: number): Promise<number | null> {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  return tab?.active && tab.windowId !== undefined ? tab.windowId : null;
}
