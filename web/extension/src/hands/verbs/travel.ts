/** Going elsewhere. */
import { browser } from "wxt/browser";
import { heeding, sleep } from "../../shared/wait.ts";
import { known, lineOf } from "../debugged.ts";
import { quietly } from "../page.ts";
import { DOCUMENT, NAVIGATION, settle } from "../settle.ts";
import { step } from "../trail.ts";
import { Trouble } from "../trouble.ts";
import { flag, number, type Outcome, text, textOrNull, type Under } from "../under.ts";
import { openTab } from "./tabs.ts";
import { browses } from "./verb.ts";

export const travelVerbs = {
  navigate: browses((under) => {
    const url = text(under, "url");
    return flag(under, "newTab") ? openTab(under, url, true) : goTo(under, url);
  }),
  search: browses((under) => goTo(under, searchAddress(text(under, "query"), textOrNull(under, "engine")))),
  goBack: browses((under) => through(under, "back")),
  goForward: browses((under) => through(under, "forward")),
  wait: browses(async (under) => {
    await sleep(number(under, "seconds") * 1000, under.signal);
    return {};
  }),
};

/** Result pages of search engines: the page, and the parameter that takes the words. */
const ENGINES: Readonly<Record<string, readonly [string, string]>> = {
  duckduckgo: ["https://duckduckgo.com/", "q"],
  google: ["https://www.google.com/search", "q"],
  bing: ["https://www.bing.com/search", "q"],
  wikipedia: ["https://en.wikipedia.org/w/index.php", "search"],
};

/** The address of a search; the words cannot leave their parameter. */
export function searchAddress(query: string, engine: string | null): string {
  const name = (engine ?? "duckduckgo").trim().toLowerCase();
  const [page, parameter] = (Object.hasOwn(ENGINES, name) ? ENGINES[name] : undefined) ?? [];
  if (!page || !parameter) throw new Trouble("failed", "this search engine is not known");
  const url = new URL(page);
  url.searchParams.set(parameter, query);
  return url.href;
}

async function goTo(under: Under, url: string): Promise<Outcome> {
  await heeding(browser.tabs.update(under.tabId, { url }), under.signal).catch((error: unknown) => {
    under.signal.throwIfAborted();
    throw new Trouble(
      "NETWORK_ERROR",
      `the browser does not go there: ${error instanceof Error ? error.message.slice(0, 200) : "no reason given"}`,
    );
  });
  return arrive(under);
}

/** How long a page may take to begin going through its history. */
const GOES = 800;

/**
 * The page itself is asked first: the browser's own way back leaves out pages that were left without a
 * person's hand, which are the ones that we came by.
 */
async function through(under: Under, way: "back" | "forward"): Promise<Outcome> {
  const { watch, signal, tabId } = under;
  const began = (): boolean =>
    watch.isDocumentDue || watch.documents + watch.places > 0 || known(tabId)?.dialog != null;
  await step(under, way, async () => {
    await quietly(under, (by: number) => history.go(by), [way === "back" ? -1 : 1], GOES);
    if (!(await watch.until(began, GOES, signal))) await throughBrowser(under, way);
  });
  return arrive(under);
}

async function throughBrowser({ tabId, signal }: Under, way: "back" | "forward"): Promise<void> {
  try {
    await heeding(way === "back" ? browser.tabs.goBack(tabId) : browser.tabs.goForward(tabId), signal);
  } catch {
    signal.throwIfAborted();
    throw new Trouble("failed", `there is no page to go ${way} to`);
  }
}

/** How long a browser may take to begin. */
const BEGUN = 5000;

/** Waits until the new page can be used. */
export async function arrive(under: Under): Promise<Outcome> {
  const { watch, signal, tabId } = under;
  const asks = (): boolean => known(tabId)?.dialog != null;
  const came = (): boolean => watch.documents + watch.places > 0 || watch.failed !== null || watch.removed || asks();
  await watch.until(() => came() || watch.isDocumentDue, BEGUN, signal);
  await watch.until(came, DOCUMENT, signal);
  const dialog = known(tabId)?.dialog;
  if (dialog) return { state: `the page asks whether to leave: ${lineOf(dialog)}` };
  const failed = (): string | null => watch.failed;
  const early = failed();
  if (early !== null) return failure(early);
  if (!came() && watch.isDocumentDue)
    throw new Trouble(
      "TIMEOUT",
      "the page takes too long to load, or the one before asks whether to leave; answer that on the page",
    );
  if (!(await settle(under, NAVIGATION))) throw new Trouble("TIMEOUT", "the page takes too long to load");
  // Firefox shows its page about the failure first, and tells of it afterwards.
  const late = failed();
  if (late !== null) return failure(late);
  const url = (await browser.tabs.get(tabId).catch(() => null))?.url;
  return url ? { state: url } : {};
}

// A navigation that the browser breaks off by itself was a download, or had no content. The number is Firefox's word for it.
function failure(error: string): Outcome {
  if (/ABORTED|BLOCKED_BY_RESPONSE_NO_CONTENT|2152398850/i.test(error))
    return { state: "no page came of it: the address is a download, or has no content" };
  throw new Trouble("NETWORK_ERROR", `the page did not load: ${error.slice(0, 100)}`);
}
