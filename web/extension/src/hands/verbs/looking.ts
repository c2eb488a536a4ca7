/** Looking around in the document: scrolling, searching, reading, waiting for what comes. */

import { browser } from "wxt/browser";
import { outward } from "../../look/frames.ts";
import { type Acted, actIn, actOn, spotOf } from "../page.ts";
import { Trouble } from "../trouble.ts";
import { cut, flag, number, type Outcome, record, text, textOrNull, type Under } from "../under.ts";
import { reads, scrolls } from "./verb.ts";

export const lookingVerbs = {
  scroll: scrolls(scrollsBy),
  scroll_container: scrolls((under) => ask(under, "scrollContainer", [text(under, "direction")])),
  findText: scrolls(async (under) => said(await actIn(under, 0, "findText", [text(under, "text")]))),
  getText: reads((under) => ask(under, "getText")),
  getAttribute: reads((under) => ask(under, "getAttribute", [text(under, "attribute")])),
  isVisible: reads((under) => ask(under, "isVisible")),
  isEnabled: reads((under) => ask(under, "isEnabled")),
  dropdownOptions: reads((under) => ask(under, "dropdownOptions")),
  getBoundingBox: reads(boundingBox),
  waitForElement: reads(waitsForElement),
  wait_for: reads(waitsFor),
};

function said({ state }: Acted): Outcome {
  return state === undefined ? {} : { state: cut(state) };
}

async function ask(under: Under, name: string, more: unknown[] = []): Promise<Outcome> {
  return said(await actOn(under, await spotOf(under, text(under, "id")), name, more));
}

async function scrollsBy(under: Under): Promise<Outcome> {
  const [down, pages, id] = [flag(under, "down"), number(under, "pages"), textOrNull(under, "id")];
  if (id === null) return said(await actIn(under, 0, "scroll", [down, pages]));
  const spot = await spotOf(under, id);
  // An element takes part in its own scrolling, so it comes last.
  return said(await actOn(under, spot, "scroll", [], "none", [down, pages, spot.id]));
}

/** In the top viewport: x,y,width,height. */
async function boundingBox(under: Under): Promise<Outcome> {
  const { tabId, signal } = under;
  const spot = await spotOf(under, text(under, "id"));
  const { state = "" } = await actOn(under, spot, "getBoundingBox");
  const [x, y, width, height] = state.split(",").map(Number);
  if (spot.frameId === 0 || x === undefined || y === undefined) return { state };
  const corner = await outward({ tabId, frameId: spot.frameId, signal }, 0, 0);
  return { state: corner ? [x + corner.x, y + corner.y, width, height].join(",") : state };
}

function waitsForElement(under: Under): Promise<Outcome> {
  const [words, role] = [textOrNull(under, "text"), textOrNull(under, "role")];
  return inPage(under, "waitForElement", number(under, "timeoutMs"), (left) => [words, role, left]);
}

async function waitsFor(under: Under): Promise<Outcome> {
  const { type, value, selector, count } = record(under, "awaited");
  const timeout = number(under, "timeoutMs");
  if (type === "url_change") return untilAddress(under, String(value), timeout);
  const wish = {
    type,
    value: type === "element_count" ? `${String(selector)}:${String(count)}` : value,
    pollInterval: number(under, "pollMs"),
  };
  return inPage(under, "waitFor", timeout, (left) => [{ ...wish, timeout: left }]);
}

/** A document that is replaced takes its waiting with it; the next one waits on. */
async function inPage(
  under: Under,
  name: string,
  timeout: number,
  args: (left: number) => unknown[],
): Promise<Outcome> {
  const end = performance.now() + timeout;
  for (;;) {
    const left = Math.max(0, Math.round(end - performance.now()));
    await under.watch.until(() => !under.watch.isDocumentDue, left, under.signal);
    try {
      const acted = await actIn(under, 0, name, args(left), left + 2000);
      if (!acted.gone || left === 0) return said(acted);
    } catch (error) {
      const passing =
        error instanceof Trouble && error.code === "CONTENT_SCRIPT_DISCONNECTED" && left > 0 && !under.watch.removed;
      if (!passing) throw error;
    }
  }
}

/** Waits for an address that holds some characters, or for any other one. */
async function untilAddress({ tabId, watch, signal }: Under, part: string, timeout: number): Promise<Outcome> {
  const address = async (): Promise<string> => (await browser.tabs.get(tabId).catch(() => null))?.url ?? "";
  const start = await address();
  const isThere = (url: string): boolean => (part ? url.includes(part) : url !== start);
  const end = performance.now() + timeout;
  for (let url = start; ; url = await address()) {
    if (isThere(url)) return { state: url };
    const before = watch.count;
    if (!(await watch.until(() => watch.count !== before || watch.removed, end - performance.now(), signal))) {
      throw new Trouble("TIMEOUT", "the address did not change in time");
    }
  }
}
