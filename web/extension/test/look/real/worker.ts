/** A worker that has eyes and does what a test asks of it. Only ever built for tests. */
import { browser } from "wxt/browser";
import { debug, release } from "../../../src/hands/debugged.ts";
import { LookError } from "../../../src/look/error.ts";
import { eyes } from "../../../src/look/eyes.ts";
import { frameOf, outward } from "../../../src/look/frames.ts";
import { ask } from "../../../src/look/inject.ts";
import { reader } from "../../../src/look/reading.ts";
import type { LookOptions, PictureOptions } from "../../../src/shared/look.ts";

const own = eyes();
const reads = reader();
const never = new AbortController().signal;

const asked = {
  look: (tabId: number, options: Partial<LookOptions> = {}) =>
    own.look(tabId, { about: "", settle: true, ...options }, new AbortController().signal),
  /** Milliseconds that a look takes, without its way to the test. */
  timed: async (tabId: number) => {
    const from = performance.now();
    await own.look(tabId, { about: "press the second button", settle: false }, new AbortController().signal);
    return performance.now() - from;
  },
  skeleton: (tabId: number) => own.skeleton(tabId),
  fullDom: (tabId: number) => own.fullDom(tabId),
  picture: (tabId: number, options?: PictureOptions) => own.picture(tabId, options),
  read: (tabId: number) => reads.read(tabId, never),
  vouch: (tabId: number, handle: string) => reads.vouch(tabId, handle, never),
  links: (tabId: number, limit: number) => reads.links(tabId, limit, never),
  highlight: reads.highlight,
  unhighlight: reads.unhighlight,
  /** As after a suspension. */
  unhighlightAnew: (tabId: number) => reader().unhighlight(tabId),
  frameOf,
  outward,
  attach: (tabId: number) => debug(tabId, new AbortController().signal).then(() => undefined),
  detach: release,
  tab: async (part: string) => (await browser.tabs.query({})).find(({ url }) => url?.includes(part))?.id ?? -1,
  /** As in a tab that was open before the extension came. */
  forget: async (tabId: number) =>
    void (await browser.scripting.executeScript({
      target: { tabId },
      func: () => void delete globalThis.__screenAgent,
    })),
  /** Timers of our own world do not fire any more, as in a tab long out of sight. */
  stall: async (tabId: number) =>
    void (await browser.scripting.executeScript({
      target: { tabId },
      func: () => {
        globalThis.setTimeout = (() => 0) as never;
      },
    })),
  locate: (tabId: number, frameId: number, id: string) =>
    ask(
      { tabId, frameId },
      (wanted: string) => {
        const agent = globalThis.__screenAgent;
        return agent && "act" in agent ? agent.locate(wanted) : null;
      },
      [id],
    ),
};

export type Asked = typeof asked;

/** Errors do not cross over to the test as they are. */
async function answer(name: keyof Asked, args: unknown[]): Promise<unknown> {
  try {
    return { value: await (asked[name] as (...args: unknown[]) => unknown)(...args) };
  } catch (error) {
    return { code: error instanceof LookError ? error.code : "OTHER", message: String(error) };
  }
}

Object.assign(globalThis, { answer });
