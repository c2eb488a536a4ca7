/**
 * What the page bundle hands out, as the server reads it.
 *
 * The wire part (`PageCapture`) is the extension contract's own fields (spec 001 §1, §7) plus three
 * of ours that a client may omit: `pageText`, and `d` (DOM facts) and `c` (colour) on a node.
 */

/** One control. Keys are the contract's; `d` and `c` are ours. */
export interface SemanticNode {
  /** Stable id, as stamped in `data-llm-id`; `f{frame}_{id}` outside the top frame. */
  i: string;
  /** Role code: btn inp textarea link chk radio sel opt switch tab menu menuitem slider tree … */
  r: string;
  /** Accessible name, at most 50 characters, one line. */
  n: string;
  /** Current value, at most 50 characters. Never of a password or card field. */
  v?: string;
  /** Comma list: disabled checked selected expanded collapsed pressed readonly required focused … */
  s?: string;
  /** Centre, in CSS pixels of the top viewport. */
  xy?: [number, number];
  /** Frame, omitted for the top frame. */
  f?: number;
  /** Box in CSS pixels of the top viewport: x, y, width, height. */
  box?: [number, number, number, number];
  /** Present on a scroll container. */
  scr?: { depth: string; h: boolean };
  /** True when something covers it. */
  occ?: boolean;
  /** DOM facts the gate and the validator need; computed by our code, never page prose. */
  d?: NodeFacts;
  /** Colour word, only where colour tells otherwise alike or nameless things apart. */
  c?: string;
}

/** Facts of one control. Every field is omitted when it does not apply. */
export interface NodeFacts {
  /** Tag, lower case. */
  tag?: string;
  /** Input type. */
  type?: string;
  /** Where a link goes: absolute, credentials removed. */
  href?: string;
  /** A link that opens a new tab. */
  blank?: boolean;
  /** Method of the form that owns it: get, post, dialog. */
  method?: string;
  /** Absolute action URL of that form. */
  action?: string;
  /** Ordinal of that form in the document, to tell forms apart. */
  form?: number;
  /** Activating it submits the form. */
  submit?: boolean;
  /** Autocomplete tokens. */
  auto?: string;
  /** aria-haspopup, or "true" where a popup is otherwise declared. */
  popup?: string;
  /** Texts of a select's or datalist's options, at most 100. */
  opts?: string[];
  /** Accepts several options or files. */
  multi?: boolean;
  /** Takes several lines. */
  lines?: boolean;
  /** min, max, step of a number, range or date. */
  range?: [string, string, string];
  /** Name of the group that it belongs to: fieldset legend, radio group, labelled region. */
  group?: string;
  /** A robust CSS selector (data-testid, id that looks stable, name, aria-label …). */
  sel?: string;
  /** Listens for drags. */
  drag?: boolean;
  /** Placeholder, where it is not already the name: often the expected format. */
  hint?: string;
}

/** A piece of a line: text, a control where it stands, or a cell boundary. */
export type TextRun = string | { i: string } | null;

/** One line of what is said in view, in reading order. */
export interface TextLine {
  /** h1..h6, li, tr, th (header row), dt, alert, status, label, caption, dialog, code; a plain line has none. */
  k?: string;
  /** Nesting depth in lists and trees; omitted when 0. */
  d?: number;
  /** Runs in reading order. */
  c: TextRun[];
  /** Box in CSS pixels of the top viewport. */
  b?: [number, number, number, number];
  /** True when the line is covered by something in front. */
  occ?: boolean;
}

/** One look at the page. */
export interface PageCapture {
  url: string;
  pageTitle: string;
  viewport: { width: number; height: number };
  interactiveTree: SemanticNode[];
  pageText: TextLine[];
  /** "0%" to "100%" of the scrollable height; "100%" when nothing is left below. */
  scrollPosition: string;
  scrollableContainers: { id: string; depth: string; hasMore: boolean }[];
  recentEvents: string[];
  hasErrors: boolean;
  hasSuccess: boolean;
  /** djb2 over the nodes' i, r, n, v, s and the text, in hexadecimal. */
  hash: string;
}

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
}

/** What one document gives before frames are joined. */
export interface DocumentCapture extends PageCapture {
  frames: FrameSlot[];
  /**
   * Present when some elements in view may listen for clicks without showing it. A client with a
   * debugger evaluates this expression in the page's main world with the command line API, and looks
   * again with the answer: `observe({ heard: answer })`. Others ignore it.
   */
  ask?: string;
}

/** What the decision expected of an element, to notice when it has become another one. */
export interface Expected {
  role: string;
  name: string;
  xy?: [number, number];
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
