/** Waiting until a tab shows a document that has come to rest. */
import { browser } from "wxt/browser";
import { atMost, hear } from "../shared/wait.ts";
import { LookError, Moved } from "./error.ts";
import { ask, call } from "./inject.ts";
import { rest } from "./probe.ts";

/** For a document to come and be read. */
const DOCUMENT = 15_000;

/** For what only moves on it; after an action the hands have waited already. */
const CHANGES = 1500;

/** For news of a tab that tells none. */
const MOMENT = 250;

/** For a sign that it answers at all. */
const SIGN = 1000;

/** The tab is there, and its page too: one that the browser has put aside to save memory shows nothing until it is loaded again. */
export async function present(tabId: number): Promise<void> {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  if (!tab) throw new LookError("TAB_GONE");
  if (tab.discarded) await browser.tabs.reload(tabId);
}

/** Rests when the top document does; after `DOCUMENT` what is there is taken as it is. */
export async function settle(tabId: number, signal: AbortSignal): Promise<void> {
  const end = performance.now() + DOCUMENT;
  while (performance.now() < end) {
    try {
      const at = { tabId, frameId: 0, signal, patience: CHANGES + 1000 };
      const { loading } = await ask(at, rest, [CHANGES]);
      const due = await isDue(tabId);
      if (!loading && !due) return;
      if (due) await nextNews(tabId, signal);
    } catch (error) {
      if (await isSlow(error, tabId, signal)) return;
      // A document that is on its way replaces one that could not be looked at.
      const passing =
        error instanceof Moved || (error instanceof LookError && error.code !== "TAB_GONE" && (await isLoading(tabId)));
      if (!passing) throw error;
      await nextNews(tabId, signal);
    }
  }
}

// The clocks of a tab long out of sight go by the minute: it answers, but waits without end.
async function isSlow(error: unknown, tabId: number, signal: AbortSignal): Promise<boolean> {
  if (!(error instanceof LookError) || error.code !== "NO_ANSWER") return false;
  return call({ tabId, frameId: 0, signal, patience: SIGN }, () => true, []).catch(() => false);
}

// Another document is on its way, and the one that is there will go. Firefox does not tell.
async function isDue(tabId: number): Promise<boolean> {
  return Boolean((await browser.tabs.get(tabId).catch(() => null))?.pendingUrl);
}

async function isLoading(tabId: number): Promise<boolean> {
  return (await browser.tabs.get(tabId).catch(() => null))?.status === "loading";
}

/** Resolves when the tab tells anything new of itself, or after a moment. */
async function nextNews(tabId: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const news = new Promise<void>((resolve) => {
    hear(browser.tabs.onUpdated, (id: number): void => void (id === tabId && resolve()), over.signal);
  });
  await atMost(news, MOMENT, undefined, signal).finally(() => over.abort());
}
