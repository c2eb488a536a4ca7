import type { ActionResult, DocumentCapture, Expected, FrameSlot, Located, PageCapture } from "./contract.ts";
import { act } from "./actions/registry.ts";
import { type FrameCapture, joinFrames } from "./join.ts";
import { type LocateOptions, locate } from "./locate/locate.ts";
import type { Refused } from "./locate/find.ts";
import { frameElements, frameSlots } from "./observe/frames.ts";
import { type News, events, watch } from "./observe/mutations.ts";
import { type ObserveOptions, observe, quick } from "./observe/observe.ts";
import { type Settled, type StableOptions, stable } from "./observe/stable.ts";
import type { Listeners } from "./observe/listen.ts";
import { fullDom } from "./html/full.ts";
import { skeleton } from "./html/skeleton.ts";

/** What a client may ask of a document. */
export interface PageAgent {
  observe(options?: ObserveOptions, getEventListeners?: Listeners): DocumentCapture;
  stable(options?: StableOptions): Promise<Settled>;
  locate(id: string, expected?: Expected, options?: LocateOptions): Located | Refused;
  act(name: string, args: unknown[]): ActionResult | Promise<ActionResult>;
  skeleton(): string;
  fullDom(): string;
  join(top: DocumentCapture, frames: FrameCapture[]): PageCapture;
  frameSlots(): FrameSlot[];
  /** The n-th frame element in the order of `frameSlots`, for a client that must find its target. */
  frameElement(index: number): Element | null;
  hash(): string;
  events(): News;
}

/** The agent of this document. Watching starts at once, so that waiting knows what went before. */
export function agent(): PageAgent {
  watch(document);
  return {
    observe,
    stable,
    locate,
    act,
    skeleton,
    fullDom,
    join: joinFrames,
    frameSlots,
    frameElement: (index) => frameElements()[index] ?? null,
    hash: quick,
    events,
  };
}

