/**
 * What the page bundle hands out. What goes over the wire is generated from the server's own types;
 * the rest, between the bundle and whoever drives it, stands here.
 */

import type { DecisionBasis, KeyboardAt, PageCapture } from "@screen-agent/api";

export type { KeyboardAt, NodeFacts, PageCapture, SemanticNode, TextLine, TextRun } from "@screen-agent/api";

/** Where a frame stands in its parent, for joining captures. */
export interface FrameSlot {
  /** Ordinal of the frame element within its document, in tree order. */
  index: number;
  box: [number, number, number, number];
  src: string;
  /** The part of the box that shows; omitted when the frame is not in view. */
  vis?: [number, number, number, number];
  /** Index in `pageText` before which the frame's own lines belong. */
  at?: number;
  /** True when something covers the frame. */
  occ?: boolean;
  /** True when the keyboard is with the frame. */
  keys?: boolean;
}

/** What one document gives before frames are joined. */
export interface DocumentCapture extends PageCapture {
  frames: FrameSlot[];
  /** The document's own origin as the browser has it, whatever its address; empty when it has none. */
  origin: string;
  /**
   * Present when some elements may listen without showing it. A client with a
   * debugger evaluates this expression in the page's main world with the command line API, and looks
   * again with the answer: `observe({ heard: answer })`. Others ignore it.
   */
  ask?: string;
  /** How many elements may have closed roots that nobody has looked for: a client with a debugger hands those over, and looks again. */
  shut?: number;
}

/** What a decision was made on, with where the keyboard was at the look that it was made on. */
export interface Basis extends DecisionBasis {
  keyboard?: KeyboardAt;
}

/** Why an element cannot be acted on. Codes are the executor's (facts §1) and our typed refinements. */
export type Refusal =
  | "stale"
  | "covered"
  | "invisible"
  | "disabled"
  | "wrong_kind"
  | "not_found"
  | "unsupported"
  | "invalid_argument"
  | "timeout";

/** An element found again and ready for input. */
export interface Located {
  ok: true;
  id: string;
  /** The point to aim at, in the frame's own viewport. */
  x: number;
  y: number;
  box: [number, number, number, number];
  /** True when the id was gone and the element was matched by role, name and place. */
  healed: boolean;
}

/** An action's result; `state` carries what a query read. */
export type ActionResult =
  | { ok: true; state?: string; healed?: boolean }
  | { ok: false; refusal: Refusal; message: string };
