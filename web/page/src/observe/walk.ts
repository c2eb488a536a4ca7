import { type Box, area, meet, touches, viewport } from "../dom/box.ts";
import { flatChildren, flatParent } from "../dom/tree.ts";
import { cut, fold, foldInner, hasWord } from "../dom/words.ts";
import { clickEvidence, isHand, weakRole } from "./clickable.ts";
import type { Control } from "./control.ts";
import { noteShadow } from "./frames.ts";
import { type Kind, Lines, PLAIN } from "./lines.ts";
import { isShape, looksOf } from "./looks.ts";
import { LabelsSeen } from "./labels.ts";
import type { Listeners } from "./listen.ts";
import { contentText, nameOf } from "./name.ts";
import { watch } from "./mutations.ts";
import { dialogTitle, isDialog, regionKind, rowCells, rowKind } from "./region.ts";
import { isField, strongRole } from "./role.ts";
import { remember } from "./secret.ts";
import { Spans } from "./spans.ts";
import { isClippedAway, isInView, isShown, visibleText } from "./visible.ts";
import { WIDE, spanInView } from "./wide.ts";

/** A frame as the walk met it. */
export interface FrameMet {
  el: Element;
  box: Box;
  clip: Box;
}

/** A region that can be scrolled. */
export interface Scroller {
  el: Element;
  box: Box;
}

interface Context {
  /** Where content in the flow shows. */
  clip: Box;
  /** Where absolutely positioned content shows. */
  free: Box;
  kind: Kind;
  control: Control | null;
  /** A hand cursor around is already accounted for. */
  hand: boolean;
  /** Blocks do not end the line here, for it is a table row. */
  row: boolean;
  depth: number;
}

const SKIPPED = new Set([
  "script", "style", "template", "noscript", "head", "meta", "link", "title", "base", "datalist", "param", "source", "track",
  "defs", "clippath", "clipPath", "mask", "symbol", "linearGradient", "radialGradient", "pattern", "filter", "metadata", "desc", "colgroup", "col", "br", "wbr",
]);

/** Elements whose own drawing says nothing in text. */
const SEALED = new Set(["input", "textarea", "select", "video", "audio", "object", "embed", "canvas", "img", "progress", "meter"]);

const DEEPEST = 1200;
const SWATCHES = 60;

/** One pass over what is in view; it reads and never writes. */
export class Walk {
  readonly lines = new Lines();
  readonly controls: Control[] = [];
  readonly frames: FrameMet[] = [];
  readonly scrollers: Scroller[] = [];
  /** Elements that may listen without showing it. */
  readonly unheard: Element[] = [];
  /** Drawn out of the flow, so that they may cover others. */
  readonly floating: { el: Element; box: Box }[] = [];
  private readonly spans = new Spans();
  /** Labels met in view. */
  readonly labels = new LabelsSeen();
  /** True when a hit test may be dear, because a parent has very many children. */
  wide = false;

  private readonly view = viewport();
  private readonly forced = new Set<Element>();
  private readonly byElement = new Map<Element, Control>();
  private readonly titles = new Set<Element>();
  private readonly swatches: { control: Control | null; words: string; box: Box; owner: Element; kind: Kind }[] = [];

  constructor(
    private readonly listeners: Listeners | undefined,
    private readonly limit: number,
  ) {}

  run(): this {
    const root = document.body ?? document.documentElement;
    if (!root) return this;
    this.element(root, { clip: this.view, free: this.view, kind: PLAIN, control: null, hand: false, row: false, depth: 0 });
    return this;
  }

  /** The control of an element, if this pass listed it. */
  controlOf(el: Element): Control | undefined {
    return this.byElement.get(el);
  }

  private element(el: Element, ctx: Context): void {
    if (el instanceof HTMLFormElement) return this.form(el, ctx);
    const tag = el.localName;
    if (tag === "br") this.lineBreak(ctx);
    if (SKIPPED.has(tag) || ctx.depth > DEEPEST) return;
    const box = el.getBoundingClientRect();
    if (!this.mayShow(el, box, ctx)) return;
    if (!el.checkVisibility()) {
      if (getComputedStyle(el).display === "contents") this.boxless(el, ctx);
      return;
    }
    this.drawn(el, tag, box, getComputedStyle(el), ctx);
  }

  // Nothing is asked of the form itself, for its fields may answer in its name.
  private form(el: HTMLFormElement, ctx: Context): void {
    const box = Element.prototype.getBoundingClientRect.call(el);
    const empty = box.width === 0 || box.height === 0;
    if (!touches(box, this.view) && !empty && !this.forced.has(el)) return;
    const style = getComputedStyle(el);
    if (style.display === "none" || style.opacity === "0") return;
    this.lineBreak(ctx);
    const clip = style.position === "fixed" ? this.view : style.position === "absolute" ? ctx.free : ctx.clip;
    const cut = style.overflowY === "visible" || empty ? clip : meet(clip, box);
    this.children(el, { ...ctx, clip: cut, free: style.position === "static" ? ctx.free : cut, depth: ctx.depth + 1 }, style);
    this.lineBreak(ctx);
  }

  // An element without a box of its own; as a control it has that of what is in it.
  private boxless(el: Element, ctx: Context): void {
    const inner: Context = { ...ctx, depth: ctx.depth + 1 };
    const style = getComputedStyle(el);
    const control = strongRole(el) ? this.control(el, el.localName, el.getBoundingClientRect(), style, ctx, inner) : null;
    if (control) {
      inner.control = control;
      inner.hand = true;
    }
    if (!control?.atomic) this.children(el, inner, style);
  }

  private lineBreak(ctx: Context): void {
    if (ctx.row) this.lines.gap();
    else this.lines.break();
  }

  /** Cheap and careful: false only when neither the element nor what is in it can be in view. */
  private mayShow(el: Element, box: DOMRect, ctx: Context): boolean {
    if (touches(box, ctx.clip)) return true;
    if (box.width === 0 || box.height === 0) return true;
    if (this.forced.has(el)) return true;
    const onScreen = touches(box, this.view);
    if (onScreen && getComputedStyle(el).position !== "static") return true;
    if (el.firstElementChild === null && !el.shadowRoot) return false;
    return !onScreen && el.clientHeight > 0 && (el.scrollHeight > el.clientHeight + 1 || el.scrollWidth > el.clientWidth + 1);
  }

  private drawn(el: Element, tag: string, box: DOMRect, style: CSSStyleDeclaration, ctx: Context): void {
    const position = style.position;
    const clip = position === "fixed" ? this.view : position === "absolute" ? ctx.free : ctx.clip;
    if (position !== "static") {
      if (isClippedAway(style)) return;
      if (position !== "relative" || style.zIndex !== "auto") this.float(el, box);
    }
    const transparent = style.opacity === "0";
    if (transparent && tag !== "input" && tag !== "select") return;
    const visible = style.visibility === "visible";
    const inner: Context = { ...ctx, clip, depth: ctx.depth + 1 };
    const inline = style.display.startsWith("inline") || style.display === "contents";
    const kind = this.titles.has(el) ? { kind: "dialog", depth: 0, item: null } : regionKind(el, tag, ctx.kind);
    if (kind) inner.kind = kind;
    this.shrink(el, box, style, inner, position);
    if (!inline || kind?.kind === "li") this.lineBreak(ctx);
    else if (style.display !== "inline") this.lines.gap();
    if (visible && isDialog(el, tag)) this.dialog(el, box);
    if (visible) this.visible(el, tag, box, style, { ...ctx, clip }, inner);
    else this.children(el, inner, style);
    if (!inline) this.lineBreak(ctx);
    else if (style.display !== "inline") this.lines.gap();
  }

  // A dialog begins with its title; one without says at least that it is there.
  private dialog(el: Element, box: DOMRect): void {
    const title = dialogTitle(el);
    if (title instanceof Element) this.titles.add(title);
    else this.lines.text(title ?? "", null, quiet(box), el, { kind: "dialog", depth: 0, item: null }, null);
    this.lines.break();
  }

  private float(el: Element, box: Box): void {
    if (touches(box, this.view)) this.floating.push({ el, box });
  }

  // What overflows is cut at a box that clips; absolutely positioned content only at a positioned one.
  private shrink(el: Element, box: DOMRect, style: CSSStyleDeclaration, inner: Context, position: string): void {
    const clips = style.overflowX !== "visible" || style.overflowY !== "visible";
    if (clips && el !== document.body && style.display !== "inline") {
      inner.clip = meet(inner.clip, box);
      this.noteScroller(el, box, style, inner.clip);
    }
    if (position !== "static" || style.transform !== "none") inner.free = inner.clip;
  }

  private noteScroller(el: Element, box: DOMRect, style: CSSStyleDeclaration, clip: Box): void {
    const vertical = /auto|scroll/.test(style.overflowY) && el.scrollHeight - el.clientHeight > 50;
    const horizontal = /auto|scroll/.test(style.overflowX) && el.scrollWidth - el.clientWidth > 50;
    if ((vertical || horizontal) && el.localName !== "textarea" && el.localName !== "select" && area(clip) > 400) this.scrollers.push({ el, box: meet(clip, box) });
  }

  private visible(el: Element, tag: string, box: DOMRect, style: CSSStyleDeclaration, ctx: Context, inner: Context): void {
    if (tag === "iframe" || tag === "frame") return this.frame(el, box, ctx.clip);
    if (tag === "label" && this.standIn(el as HTMLLabelElement, box, ctx, inner)) return;
    const cells = ctx.row || ctx.control?.strong ? null : rowCells(el, tag, style.display);
    const control = this.control(el, tag, box, style, ctx, inner);
    if (control) {
      inner.control = control;
      inner.hand = true;
      if (control.atomic) return;
    }
    if (cells) return this.row(el, cells, inner);
    if (!control && el.hasAttribute("aria-label") && this.sign(el, box, inner)) return;
    if (!control && !ctx.control) this.picture(el, tag, box, style, inner);
    if (SEALED.has(tag) || style.contentVisibility === "hidden") return;
    if (tag === "details" && !(el as HTMLDetailsElement).open) return this.summary(el, inner);
    this.children(el, inner, style);
  }

  private summary(el: Element, inner: Context): void {
    const summary = Array.from(el.children).find((child) => child.localName === "summary");
    if (summary) this.element(summary, inner);
  }

  private row(el: Element, cells: readonly Element[], inner: Context): void {
    const ctx: Context = { ...inner, row: true, kind: { kind: rowKind(el, cells), depth: inner.kind.depth, item: null } };
    const group = el.parentElement;
    const columns = this.spans.columns(group, el, cells);
    cells.forEach((cell, at) => {
      const skipped = (columns[at] ?? 0) - (at > 0 ? (columns[at - 1] ?? 0) : 0);
      for (let boundary = 0; boundary < skipped; boundary++) this.lines.cell(el, ctx.kind);
      this.element(cell, ctx);
    });
  }

  private children(el: Element, ctx: Context, style?: CSSStyleDeclaration): void {
    if (el.shadowRoot) {
      noteShadow();
      watch(el.shadowRoot);
    }
    const nodes = flatChildren(el);
    if (nodes.length <= WIDE) return this.stretch(nodes, 0, nodes.length, el, ctx, style);
    const [from, to] = spanInView(nodes, ctx.clip);
    if (to - from === nodes.length) return this.stretch(nodes, from, to, el, ctx, style);
    this.wide = true;
    this.findStragglers();
    const strays = this.strays(nodes, from, to, el);
    for (const node of strays.before) this.node(node, el, ctx, style);
    this.stretch(nodes, from, to, el, ctx, style);
    for (const node of strays.after) this.node(node, el, ctx, style);
  }

  private stretch(nodes: ArrayLike<Node>, from: number, to: number, el: Element, ctx: Context, style?: CSSStyleDeclaration): void {
    for (let at = from; at < to; at++) {
      const node = nodes[at];
      if (node) this.node(node, el, ctx, style);
    }
  }

  private node(node: Node, parent: Element, ctx: Context, style?: CSSStyleDeclaration): void {
    if (node instanceof Element) this.element(node, ctx);
    else if (node instanceof Text) this.text(node, parent, ctx, style);
  }

  // Children outside the span that the pointer finds in view, and the ends, where overlays are appended.
  private strays(nodes: ArrayLike<Node>, from: number, to: number, parent: Element): { before: Node[]; after: Node[] } {
    const before: Node[] = [];
    const after: Node[] = [];
    const seen = new Set<Node>();
    for (const el of this.forced) {
      if (flatParent(el) === parent) seen.add(el);
    }
    for (let at = 0; at < ENDS; at++) {
      const first = nodes[at];
      const last = nodes[nodes.length - 1 - at];
      if (first && at < from) seen.add(first);
      if (last && nodes.length - 1 - at >= to) seen.add(last);
    }
    for (let at = from; at < to && seen.size > 0; at++) seen.delete(nodes[at] as Node);
    const middle = nodes[from] ?? null;
    for (const node of seen) {
      const isBefore = middle !== null && (node.compareDocumentPosition(middle) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      (isBefore ? before : after).push(node);
    }
    return { before: ordered(before), after: ordered(after) };
  }

  private sought = false;

  // Where siblings are skipped unasked, a few hits tell what stands over them all the same.
  private findStragglers(): void {
    if (this.sought) return;
    this.sought = true;
    const add = (el: Element): void => {
      for (let at: Element | null = el; at && !this.forced.has(at); at = flatParent(at)) this.forced.add(at);
    };
    for (const [across, down] of PROBES) {
      const hit = document.elementFromPoint(this.view.right * across, this.view.bottom * down);
      if (hit) add(hit);
    }
    for (const dialog of document.getElementsByTagName("dialog")) {
      if (dialog.open) add(dialog);
    }
  }

  private text(node: Text, parent: Element, ctx: Context, style?: CSSStyleDeclaration): void {
    const data = node.data;
    if (!/\S/.test(data)) {
      if (data) this.lines.gap();
      return;
    }
    if (style && style.visibility !== "visible") return;
    const shown = visibleText(node, ctx.clip);
    if (!shown) return;
    if (data.includes("\n") && style && /^(?:pre|break-spaces)/.test(style.whiteSpace)) return this.preformatted(node, shown, parent, ctx);
    const words = foldInner(shown.text);
    if (words.trim()) this.lines.text(words, node, shown.box, parent, ctx.kind, ctx.control);
  }

  private preformatted(node: Text, shown: { text: string; box: Box }, parent: Element, ctx: Context): void {
    shown.text.split("\n").forEach((part, at) => {
      if (at > 0) this.lineBreak(ctx);
      const words = foldInner(part);
      if (words.trim()) this.lines.text(words, node, shown.box, parent, ctx.kind, ctx.control);
    });
  }

  private frame(el: Element, box: DOMRect, clip: Box): void {
    if (area(meet(box, clip)) <= 16) return;
    this.frames.push({ el, box: contentBox(el, box), clip });
    this.lines.frame(this.frames.length - 1, meet(box, clip), el);
  }

  // Pictures say their alt text; plain coloured shapes say what they look like.
  private picture(el: Element, tag: string, box: DOMRect, style: CSSStyleDeclaration, ctx: Context): void {
    if (tag === "img" || (tag === "svg" && el.getAttribute("role") === "img")) {
      const alt = box.width >= 32 && box.height >= 24 ? contentAlt(el) : "";
      if (alt && isInView(box, ctx.clip, this.view)) this.lines.text(` [${alt}] `, null, box, el, ctx.kind, null);
      return;
    }
    if (box.width < 6 || box.height < 6 || box.width > 240 || box.height > 240) return;
    const shape = isShape(el) ? tag !== "path" && tag !== "line" && tag !== "polyline" && isRoomy(el) : isSwatch(el, style);
    if (!shape || !isInView(box, ctx.clip, this.view)) return;
    this.swatches.push({ control: null, words: looksOf(el, box.width, box.height), box, owner: el, kind: ctx.kind });
    if (this.swatches.length <= SWATCHES) this.lines.text(` [${looksOf(el, box.width, box.height)}] `, el, box, el, ctx.kind, null);
  }

  /** Many shapes are a drawing, not things to tell apart. */
  isDrawing(): boolean {
    return this.swatches.length > SWATCHES;
  }

  // Signs without words, such as stars, are said by their label.
  private sign(el: Element, box: DOMRect, ctx: Context): boolean {
    const text = el.textContent ?? "";
    if (text.length > 40 || !text.trim() || hasWord(text)) return false;
    const words = cut(fold(el.getAttribute("aria-label") ?? ""));
    if (!words || !touches(box, ctx.clip)) return false;
    this.lines.text(` ${words} `, null, box, el, ctx.kind, ctx.control);
    return true;
  }

  // A label stands in for a box that is not drawn itself, as styled checkboxes and file fields have it.
  private standIn(label: HTMLLabelElement, box: DOMRect, ctx: Context, inner: Context): boolean {
    const target = label.control;
    if (target) this.labels.note(target, label);
    if (!target || this.byElement.has(target)) return false;
    if (target.localName !== "input" || !/^(?:checkbox|radio|file)$/.test((target as HTMLInputElement).type)) return false;
    if (isReachable(target)) return false;
    const role = strongRole(target);
    if (!role || !isInView(box, ctx.clip, this.view)) return false;
    const control = this.list(target, role, true, box, ctx);
    if (!control) return false;
    control.proxy = label;
    this.lines.control(control, label, inner.kind);
    this.children(label, { ...inner, control, hand: true });
    return true;
  }

  private control(el: Element, tag: string, box: DOMRect, style: CSSStyleDeclaration, ctx: Context, inner: Context): Control | null {
    remember(el);
    if (this.controls.length >= this.limit || this.byElement.has(el)) return null;
    const strong = strongRole(el);
    if (!strong && (ctx.control?.strong || el === document.body)) return null;
    const target = targetBox(el, box);
    if (!isInView(target, ctx.clip, this.view)) return null;
    if (style.opacity === "0" && !isOverlaid(el)) return null;
    const evidence = strong ? null : clickEvidence({ el, tag, box: target, style, view: this.view, handTaken: ctx.hand, inside: ctx.control !== null }, this.listeners, this.unheard);
    if (!strong && !evidence) {
      if (ctx.hand === false && isHand(style)) inner.hand = false;
      return null;
    }
    const control = this.list(el, strong ?? weakRole(style), strong !== null, target, ctx);
    if (!control) return null;
    control.drag = evidence === "drag" || evidence === "both";
    control.atomic = isAtomic(control);
    this.lines.control(control, el, inner.kind);
    return control;
  }

  private list(el: Element, role: string, strong: boolean, box: Box, ctx: Context): Control | null {
    const around = ctx.control;
    const shown = meet(box, ctx.clip);
    const control: Control = {
      el, role, strong, box: shown, name: "", sources: [], atomic: false, nested: 0, occluded: false, drag: false, around, dropped: false, id: "",
    };
    if (!isField(role)) Object.assign(control, nameOf(el, role));
    for (let at = around; at; at = at.around) at.nested++;
    this.controls.push(control);
    this.byElement.set(el, control);
    return control;
  }
}

// The title's line has the top edge of the dialog for its place.
function quiet(box: DOMRect): Box {
  return { left: box.left, top: box.top, right: box.right, bottom: box.top + Math.min(24, box.height) };
}

// Fields that pages make transparent and draw themselves underneath.
function isOverlaid(el: Element): boolean {
  return el.localName === "select" || /^(?:checkbox|radio|file|range|color)$/.test((el as HTMLInputElement).type);
}

const ENDS = 12;
const PROBES: readonly (readonly [number, number])[] = [
  [0.5, 0.5], [0.5, 0.04], [0.5, 0.96], [0.96, 0.5], [0.96, 0.94], [0.04, 0.94], [0.96, 0.06],
];

function ordered(nodes: Node[]): Node[] {
  return nodes.sort((a, b) => ((a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 ? -1 : 1));
}

function contentBox(el: Element, box: DOMRect): Box {
  const style = getComputedStyle(el);
  const left = box.left + el.clientLeft + parseFloat(style.paddingLeft);
  const top = box.top + el.clientTop + parseFloat(style.paddingTop);
  const right = left + el.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const bottom = top + el.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
  return { left, top, right, bottom };
}

function contentAlt(el: Element): string {
  return (el.getAttribute("alt") ?? el.getAttribute("aria-label") ?? el.querySelector("title")?.textContent ?? "").trim().slice(0, 50);
}

// Shapes in a small drawing are an icon.
function isRoomy(el: Element): boolean {
  const svg = (el as SVGElement).ownerSVGElement?.getBoundingClientRect();
  return !!svg && svg.width > 40 && svg.height > 40;
}

function isSwatch(el: Element, style: CSSStyleDeclaration): boolean {
  if (el.firstChild !== null || el.shadowRoot || el.localName.includes("-")) return false;
  const background = style.backgroundColor;
  if (background === "rgba(0, 0, 0, 0)" || background === "transparent") return false;
  return !/(?:white|gray|black)/.test(looksOf(el, 20, 20));
}

// A transparent box over a drawn one still takes the click, so it is reached as any other.
function isReachable(el: Element): boolean {
  if (isShown(el)) return true;
  const box = el.getBoundingClientRect();
  return el.checkVisibility({ visibilityProperty: true }) && box.width >= 6 && box.height >= 6 && !isClippedAway(getComputedStyle(el)) && box.right > 0 && box.bottom > 0;
}

// A link around floated or positioned content has no box of its own; its first drawn child stands for it.
function targetBox(el: Element, box: DOMRect): Box {
  if (box.width >= 1 && box.height >= 1) return box;
  if (el.firstElementChild === null) return textBox(el);
  for (const child of Array.from(el.children).slice(0, 4)) {
    const inner = child.getBoundingClientRect();
    if (inner.width >= 1 && inner.height >= 1) return inner;
  }
  return box;
}

const range = document.createRange();

function textBox(el: Element): Box {
  range.selectNodeContents(el);
  return range.getBoundingClientRect();
}

const REAL = "a[href],button,input,select,textarea,summary,[role],[onclick],[tabindex],[contenteditable],iframe,slot";

// Nothing inside is a control and the name says all its words, so there is nothing to walk to.
function isAtomic(control: Control): boolean {
  const el = control.el;
  if (SEALED.has(el.localName) || el.localName === "select") return true;
  if (el.shadowRoot || el.localName === "slot" || (!control.strong && el.firstElementChild !== null)) return false;
  if (el.querySelector(REAL)) return false;
  const text = el.textContent ?? "";
  if (text.length > 400 || !control.name) return text.trim() === "";
  return covers(control.name, text) || covers(control.name, contentText(el));
}

function covers(name: string, text: string): boolean {
  const bare = (from: string): string => from.replace(/\s+/g, "").toLowerCase();
  return bare(name).includes(bare(text));
}
