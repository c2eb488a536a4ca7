import type { ActionResult, Basis, DocumentCapture, FrameSlot, Located, PageCapture } from "./contract.ts";
import type { Vouched } from "./highlight/held.ts";
import type { SelectionLinks } from "./highlight/links.ts";
import type { Captured, CaptureOptions } from "./html/capture.ts";
import type { FramePart } from "./html/joined.ts";
import type { FrameCapture } from "./join.ts";
import type * as lending from "./lending.ts";
import type { Refused } from "./locate/find.ts";
import type { LocateOptions } from "./locate/locate.ts";
import type { Listeners } from "./observe/listen.ts";
import type { News } from "./observe/mutations.ts";
import type { ObserveOptions } from "./observe/observe.ts";
import type { Settled, StableOptions } from "./observe/stable.ts";

/** What a client may ask of a document that it only looks at: `page.js`. */
export interface PageEyes {
  observe(options?: ObserveOptions, getEventListeners?: Listeners): DocumentCapture;
  stable(options?: StableOptions): Promise<Settled>;
  frameSlots(): FrameSlot[];
  /** The n-th frame element in the order of `frameSlots`, for a client that must find its target. */
  frameElement(index: number): Element | null;
  /** The n-th element that may have a closed root, in the last look, and what its root is. */
  shutHost(index: number): Element | null;
  hand(host: Element, root: ShadowRoot | null): void;
  hash(): string;
  events(): News;
  /** Keeps input that is meant for another frame out of this one, until `relieve`. */
  bar(): void;
  /** Ends what `bar`, `guardKeys`, or `locate` with `guard` began, and says what was kept from happening. */
  relieve(): string | null;
  /** For `act.js` alone. */
  lending: typeof lending;
}

/** What it may ask besides once `act.js` has come: acting, and what is only ever read on demand. */
export interface PageHands {
  locate(id: string, basis?: Basis, options?: LocateOptions): Located | Refused;
  act(name: string, args: unknown[], basis?: Basis): ActionResult | Promise<ActionResult>;
  /** Holds the keys that follow to the element with an id, or without one to whatever has the keyboard, until `relieve`. */
  guardKeys(id: string, basis: Basis): { ok: true } | Refused;
  /** Why this is not the document that a decision was made on. */
  elsewhere(basis: Basis): string | null;
  skeleton(): string;
  fullDom(): string;
  join(top: DocumentCapture, frames: FrameCapture[]): PageCapture;
}

/** What it may ask once `read.js` has come: the words of the whole document, and where they stand. */
export interface PageReader {
  capture(options?: CaptureOptions): Captured;
  holeElement(index: number): Element | null;
  joinParts(top: Captured, parts: readonly FramePart[]): { html: string; cut: boolean };
  vouch(handle: string): Vouched;
  highlight(handle: string, words?: string): boolean;
  unhighlight(): void;
  selectionLinks(limit: number): SelectionLinks;
}

/** The agent of a document; `"act" in agent` tells whether it has its hands, `"capture" in agent` whether it reads. */
export type PageAgent = PageEyes & (object | PageHands) & (object | PageReader);

declare global {
  var __screenAgent: PageAgent | undefined;
}
