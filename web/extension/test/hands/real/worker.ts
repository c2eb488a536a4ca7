/** The hands and the eyes in an extension of their own, for tests alone: they are driven from outside. */

import * as cdp from "../../../src/hands/cdp.ts";
import { hands } from "../../../src/hands/hands.ts";
import { eyes } from "../../../src/look/eyes.ts";
import type { Decision, Performed } from "../../../src/shared/action.ts";

const chosen: { highlights: boolean; input: "events" | "trusted" } = { highlights: false, input: "events" };
const seeing = eyes();
const acting = hands({
  settings: () => Promise.resolve(chosen),
  picture: (tabId, options) => seeing.picture(tabId, options),
  file: (_, name) => Promise.resolve(name === "a.txt" ? { name, type: "text/plain", data: btoa("attached") } : null),
});
let stopping = new AbortController();

const stand = {
  choose(what: Partial<typeof chosen>): void {
    Object.assign(chosen, what);
  },
  async look(tabId: number, settle: boolean) {
    return (await seeing.look(tabId, { about: "", settle }, new AbortController().signal)).capture;
  },
  async perform(tabId: number, decision: Decision): Promise<Performed | { stopped: string; after: number }> {
    stopping = new AbortController();
    let at = 0;
    stopping.signal.addEventListener("abort", () => (at = performance.now()), { once: true });
    try {
      return await acting.perform(tabId, decision, stopping.signal);
    } catch (error) {
      return { stopped: String((error as Error).name), after: performance.now() - at };
    }
  },
  stop(): void {
    stopping.abort();
  },
  release: (tabId: number) => acting.release(tabId),
  hasDebugger: () => cdp.available(),
  attached: (tabId: number) => cdp.attached(tabId),
};

export type Stand = typeof stand;
Object.assign(globalThis, { stand });
