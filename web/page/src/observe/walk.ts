import { area, type Box, meet, min, rectOf, touches, viewport } from "../dom/box.ts";
import { doc } from "../dom/doc.ts";
import { addTo } from "../dom/groups.ts";
import { attribute, first, isDrawn, isElement, isMatch, styleOf, tagOf } from "../dom/read.ts";
import { flatChildren, flatParent, isMade, isShut, noteShadow, shadowOf } from "../dom/tree.ts";
import { foldInner, setOf } from "../dom/words.ts";
import { boxAround } from "./chosen.ts";
import { clickEvidence, type Evidence, isHand, isLarge, weakRole } from "./clickable.ts";
import { type Control, newControl } from "./control.ts";
import { type LabelsSeen, labelsOf } from "./labels.ts";
import { Legible } from "./legible.ts";
import { type Kind, Lines, PLAIN } from "./lines.ts";
import { KnownListeners, type Listeners } from "./listen.ts";
import { watch } from "./mutations.ts";
import { nameOf } from "./name.ts";
import { altOf, signWords, swatchWords } from "./picture.ts";
import { dialogTitle, isCell, isDialog, regionKind, rowCells, rowKind } from "./region.ts";
import { isField, strongRole } from "./role.ts";
import { hasRange } from "./scrolled.ts";
import { remember } from "./secret.ts";
import { isServed, isServer } from "./serve.ts";
import { Spans } from "./spans.ts";
import { Strays } from "./strays.ts";
import { frameBox, isAtomic, isOverlaid, isReachable, SEALED, targetBox, withPicture } from "./target.ts";
import { isClippedAway, isInView, visibleText } from "./visible.ts";
import { spanInView, WIDE } from "./wide.ts";

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
  name: string;
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
  /** What listens for the items around here. */
  server: Element | null;
  /** The table row around: blocks do not end its line. */
  row: RowMet | null;
  /** How much of anything shows, by all that fades it. */
  opacity: number;
  depth: number;
}

/** A row whose cells stand in boxes of their own, as where columns are frozen. */
interface RowMet {
  apart: boolean;
  cells: number;
}

const SKIPPED = setOf(
  "script style template noscript head meta link title base datalist param source track defs clippath clipPath mask symbol linearGradient radialGradient pattern filter metadata desc colgroup col br wbr",
);

const DEEPEST = 1200;
/** Controls that are met; those that are told are fewer. */
const MOST = 20_000;
/** Less than this shows as good as nothing. */
const FAINT = 0.05;
const SWATCHES = 60;
/** Less of a box than this is no place to click. */
const SEEN = 100;

/** One pass over what is in view; it reads and never writes. */
export class Walk {
  readonly lines = new Lines();
  readonly controls: Control[] = [];
  /** Elements that may have closed roots. */
  readonly shut: Element[] = [];
  readonly frames: FrameMet[] = [];
  readonly scrollers: Scroller[] = [];
  readonly listeners: KnownListeners;
  /** Drawn out of the flow, so that they may cover others. */
  readonly floating: { el: Element; box: Box }[] = [];
  readonly #spans = new Spans();
  /** Labels met in view. */
  readonly labels: LabelsSeen = new Map();
  /** True when a hit test may be dear, because a parent has very many children. */
  wide = false;

  readonly #legible = new Legible();
  readonly #view = viewport();
  readonly #strays = new Strays();
  readonly #byElement = new Map<Element, Control>();
  readonly #titles = new Set<Element>();
  #swatches = 0;

  constructor(listeners: Listeners | undefined) {
    this.listeners = new KnownListeners(listeners);
  }

  run(): this {
    const root = doc.body ?? doc.documentElement;
    if (!root) return this;
    this.#element(root, {
      clip: this.#view,
      free: this.#view,
      kind: PLAIN,
      control: null,
      hand: false,
      server: null,
      row: null,
      opacity: 1,
      depth: 0,
    });
    return this;
  }

  #element(el: Element, ctx: Context): void {
    if (el instanceof HTMLFormElement) return this.#form(el, ctx);
    const tag = tagOf(el);
    if (tag === "br") this.#lineBreak(ctx);
    if (SKIPPED.has(tag) || ctx.depth > DEEPEST) return;
    const box = rectOf(el);
    if (!this.#mayShow(el, box, ctx)) return this.#behind(el, ctx);
    if (!el.checkVisibility()) {
      if (styleOf(el).display === "contents") this.#boxless(el, ctx);
      else if (isMatch(el, "input[type=file]")) this.#behind(el, ctx);
      return;
    }
    this.#drawn(el, tag, box, styleOf(el), ctx);
  }

  // Nothing is asked of the form itself, for its fields may answer in its name.
  #form(el: HTMLFormElement, ctx: Context): void {
    const box = rectOf(el);
    const empty = box.width === 0 || box.height === 0;
    if (!touches(box, this.#view) && !empty && !this.#strays.has(el)) return;
    const style = styleOf(el);
    const opacity = opacityOf(style, ctx);
    if (style.display === "none" || opacity < FAINT) return;
    this.#lineBreak(ctx);
    const clip = this.#clipFor(style.position, ctx);
    const cut = style.overflowY === "visible" || empty ? clip : meet(clip, box);
    this.#children(
      el,
      { ...ctx, clip: cut, free: style.position === "static" ? ctx.free : cut, opacity, depth: ctx.depth + 1 },
      style,
    );
    this.#lineBreak(ctx);
  }

  // An element without a box of its own; as a control it has that of what is in it.
  #boxless(el: Element, ctx: Context): void {
    const inner: Context = { ...ctx, depth: ctx.depth + 1 };
    const style = styleOf(el);
    const control = strongRole(el) ? this.#control(el, tagOf(el), rectOf(el), style, ctx, inner) : null;
    if (control) {
      inner.control = control;
      inner.hand = true;
    }
    if (!control?.atomic) this.#children(el, inner, style);
  }

  #lineBreak(ctx: Context): void {
    if (ctx.row) this.lines.gap();
    else this.lines.break();
  }

  /** Cheap and careful: false only when neither the element nor what is in it can be in view. */
  #mayShow(el: Element, box: DOMRect, ctx: Context): boolean {
    if (touches(box, ctx.clip)) return true;
    if (box.width === 0 || box.height === 0) return true;
    if (this.#strays.has(el)) return true;
    const onScreen = touches(box, this.#view);
    if (onScreen && styleOf(el).position !== "static") return true;
    if (el.firstElementChild === null && !shadowOf(el)) return false;
    if (touches(withPicture(el, box), ctx.clip)) return true;
    return !onScreen && (el.scrollHeight > box.height + 1 || el.scrollWidth > box.width + 1);
  }

  #drawn(el: Element, tag: string, box: DOMRect, style: CSSStyleDeclaration, ctx: Context): void {
    const position = style.position;
    const clip = this.#clipFor(position, ctx);
    const isOut = position !== "static" && (position !== "relative" || style.zIndex !== "auto");
    if (isOut && touches(box, this.#view)) this.floating.push({ el, box });
    if (isClippedAway(style)) return this.#behind(el, ctx);
    const opacity = opacityOf(style, ctx);
    if (opacity < FAINT && tag !== "input" && tag !== "select") return;
    const visible = style.visibility === "visible";
    const inner: Context = { ...ctx, clip, opacity, depth: ctx.depth + 1 };
    const inline = style.display.startsWith("inline") || style.display === "contents";
    const kind = ctx.row
      ? null
      : this.#titles.has(el)
        ? { kind: "dialog", depth: 0, item: null }
        : regionKind(el, tag, ctx.kind);
    if (kind) inner.kind = kind;
    this.#shrink(el, box, style, inner, position);
    if (!inline || kind?.kind === "li") this.#lineBreak(ctx);
    else if (style.display !== "inline") this.lines.gap();
    if (visible && isDialog(el, tag)) this.#dialog(el, box);
    if (visible) this.#visible(el, tag, box, style, { ...ctx, clip }, inner);
    else this.#children(el, inner, style);
    if (!inline) this.#lineBreak(ctx);
    else if (style.display !== "inline") this.lines.gap();
  }

  // A dialog begins with its title; one without says at least that it is there.
  #dialog(el: Element, box: DOMRect): void {
    const title = dialogTitle(el);
    if (isElement(title)) this.#titles.add(title);
    else this.lines.text(title ?? "", null, quiet(box), el, { kind: "dialog", depth: 0, item: null }, null);
    this.lines.break();
  }

  #clipFor(position: string, ctx: Context): Box {
    return position === "fixed" ? this.#view : position === "absolute" ? ctx.free : ctx.clip;
  }

  // What overflows is cut at a box that clips; absolutely positioned content only at a positioned one.
  #shrink(el: Element, box: DOMRect, style: CSSStyleDeclaration, inner: Context, position: string): void {
    const clips = style.overflowX !== "visible" || style.overflowY !== "visible";
    if (clips && el !== doc.body && style.display !== "inline") {
      inner.clip = meet(inner.clip, box);
      this.#noteScroller(el, box, style, inner.clip);
    }
    if (position !== "static" || style.transform !== "none") inner.free = inner.clip;
  }

  #noteScroller(el: Element, box: DOMRect, style: CSSStyleDeclaration, clip: Box): void {
    if (tagOf(el) === "textarea" || tagOf(el) === "select" || area(clip) <= 400) return;
    const hides = hasRange(el, (overflow) => /auto|scroll/.test(overflow), style);
    if (hides) this.scrollers.push({ el, box: meet(clip, box), name: attribute(el, "aria-label") ?? "" });
  }

  #visible(el: Element, tag: string, box: DOMRect, style: CSSStyleDeclaration, ctx: Context, inner: Context): void {
    if (tag === "iframe" || tag === "frame") return this.#frame(el, box, ctx.clip);
    if (tag === "label" && this.#standIn(el as HTMLLabelElement, box, ctx, inner)) return;
    const cells = ctx.row || ctx.control?.strong ? null : rowCells(el, tag, style.display);
    if (cells) inner.kind = { kind: rowKind(el, cells), depth: inner.kind.depth, item: null };
    if (ctx.row?.apart && isCell(el) && ctx.row.cells++ > 0) this.lines.cell(el, inner.kind);
    const control = this.#control(el, tag, box, style, ctx, inner);
    if (control) {
      inner.control = control;
      inner.hand ||= control.strong || isHand(style);
      if (control.atomic) return;
    }
    if (cells) return this.#row(el, cells, inner, style);
    const sign = control ? null : signWords(el);
    if (sign)
      return touches(box, inner.clip)
        ? this.lines.text(` ${sign} `, null, box, el, inner.kind, inner.control)
        : undefined;
    if (!control && !ctx.control) this.#picture(el, tag, box, style, inner);
    if (SEALED.has(tag) || style.contentVisibility === "hidden") return;
    if (tag === "details" && !(el as HTMLDetailsElement).open) return this.#summary(el, inner);
    this.#children(el, inner, style);
  }

  #summary(el: Element, inner: Context): void {
    const summary = first(el, ":scope > summary");
    if (summary) this.#element(summary, inner);
  }

  #row(el: Element, cells: readonly Element[], inner: Context, style: CSSStyleDeclaration): void {
    const row = { apart: cells.some((cell) => flatParent(cell) !== el), cells: 0 };
    const ctx: Context = { ...inner, row };
    if (row.apart) return this.#children(el, ctx, style);
    const group = el.parentElement;
    const columns = this.#spans.columns(group, el, cells);
    cells.forEach((cell, at) => {
      const skipped = (columns[at] ?? 0) - (at > 0 ? (columns[at - 1] ?? 0) : 0);
      for (let boundary = 0; boundary < skipped; boundary++) this.lines.cell(el, ctx.kind);
      this.#element(cell, ctx);
    });
  }

  #children(el: Element, ctx: Context, style?: CSSStyleDeclaration): void {
    const shadow = shadowOf(el);
    if (shadow) {
      noteShadow();
      watch(shadow);
    } else if (isMade(el) && isShut(el)) this.shut.push(el);
    const nodes = flatChildren(el);
    const [from, to] = nodes.length > WIDE ? spanInView(nodes, ctx.clip) : [0, nodes.length];
    const strays = to - from < nodes.length ? this.#straysBeside(nodes, from, to, el) : null;
    for (const node of strays?.before ?? []) this.#node(node, el, ctx, style);
    for (let at = from; at < to; at++) {
      const node = nodes[at];
      if (node) this.#node(node, el, ctx, style);
    }
    for (const node of strays?.after ?? []) this.#node(node, el, ctx, style);
  }

  #straysBeside(nodes: ArrayLike<Node>, from: number, to: number, el: Element): { before: Node[]; after: Node[] } {
    this.wide = true;
    this.#strays.seek(this.#view);
    return this.#strays.outside(nodes, from, to, el);
  }

  #node(node: Node, parent: Element, ctx: Context, style?: CSSStyleDeclaration): void {
    if (isElement(node)) this.#element(node, ctx);
    else if (node instanceof Text) this.#text(node, parent, ctx, style);
  }

  #text(node: Text, parent: Element, ctx: Context, style?: CSSStyleDeclaration): void {
    const data = node.data;
    if (!/\S/.test(data)) {
      if (data) this.lines.gap();
      return;
    }
    if (style && style.visibility !== "visible") return;
    const shown = visibleText(node, ctx.clip);
    if (!shown || !this.#legible.isWritten(parent)) return;
    if (data.includes("\n") && style && /^(?:pre|break-spaces)/.test(style.whiteSpace))
      return this.#preformatted(node, shown, parent, ctx);
    const words = foldInner(shown.text);
    if (words.trim()) this.lines.text(words, node, shown.box, parent, ctx.kind, ctx.control);
  }

  #preformatted(node: Text, shown: { text: string; box: Box }, parent: Element, ctx: Context): void {
    shown.text.split("\n").forEach((part, at) => {
      if (at > 0) this.#lineBreak(ctx);
      const words = foldInner(part);
      if (words.trim()) this.lines.text(words, node, shown.box, parent, ctx.kind, ctx.control);
    });
  }

  #frame(el: Element, box: DOMRect, clip: Box): void {
    if (area(meet(box, clip)) <= 16) return;
    this.frames.push({ el, box: frameBox(el, box), clip });
    this.lines.frame(this.frames.length - 1, meet(box, clip), el);
  }

  #picture(el: Element, tag: string, box: DOMRect, style: CSSStyleDeclaration, ctx: Context): void {
    const alt = altOf(el, tag, box);
    const words = alt ?? swatchWords(el, tag, box, style);
    if (!words || !isInView(box, ctx.clip, this.#view)) return;
    if (alt === null && ++this.#swatches > SWATCHES) return;
    this.lines.text(` [${words}] `, alt === null ? el : null, box, el, ctx.kind, null);
  }

  /** Many shapes are a drawing, not things to tell apart. */
  isDrawing(): boolean {
    return this.#swatches > SWATCHES;
  }

  // A label stands in for a box that is not drawn itself, as styled checkboxes and file fields have it.
  #standIn(label: HTMLLabelElement, box: DOMRect, ctx: Context, inner: Context): boolean {
    const target = label.control;
    if (target) addTo(this.labels, target, label);
    if (!target || this.#byElement.has(target)) return false;
    if (tagOf(target) !== "input" || !/^(?:checkbox|radio|file)$/.test((target as HTMLInputElement).type)) return false;
    if (isReachable(target)) return false;
    const role = strongRole(target);
    if (!role || !isInView(box, ctx.clip, this.#view)) return false;
    const control = this.#list(target, role, true, box, ctx);
    control.proxy = label;
    this.lines.control(control, label, inner.kind);
    this.#children(label, { ...inner, control, hand: true });
    return true;
  }

  // A field that is hardly drawn is operated by the box around it, as sliders and lists of a page's own making have it.
  #behind(el: Element, ctx: Context): void {
    const role = strongRole(el);
    const around = role && !this.#byElement.has(el) ? boxAround(el) : null;
    const box = around && rectOf(around);
    if (!role || !box || !isInView(box, ctx.clip, this.#view)) return;
    // A label that is drawn stands in for it, wherever it is met.
    if (isMatch(el, "input[type=file]") && labelsOf(el).some(isDrawn)) return;
    const control = this.#list(el, role, true, box, ctx);
    control.proxy = around;
    this.lines.control(control, around, ctx.kind);
  }

  #control(
    el: Element,
    tag: string,
    box: DOMRect,
    style: CSSStyleDeclaration,
    ctx: Context,
    inner: Context,
  ): Control | null {
    remember(el);
    if (this.controls.length >= MOST || this.#byElement.has(el)) return null;
    const strong = strongRole(el);
    if (!strong && (ctx.control?.strong || el === doc.body)) return null;
    const around = !strong || isReachable(el) ? null : boxAround(el);
    const own = around ? rectOf(around) : targetBox(el, box);
    // What is laid over the whole of a styled box shows as far as that does.
    const target = style.opacity === "0" && area(meet(own, ctx.clip)) > SEEN ? meet(own, ctx.clip) : own;
    inner.server = strong ? null : isServer(el, tag, target, this.#view, this.listeners) ? el : ctx.server;
    if (!isInView(target, ctx.clip, this.#view)) return null;
    if (style.opacity === "0" && !around && !isOverlaid(el)) return null;
    if (strong && isStored(el, ctx)) return null;
    const evidence = strong ? null : this.#evidence(el, tag, target, style, ctx);
    if (!strong && !evidence) {
      // A hand over half the page means nothing; over a smaller area, its parts are what is clicked.
      if (isHand(style) && isLarge(target, this.#view)) inner.hand = true;
      return null;
    }
    const control = this.#list(el, strong ?? weakRole(el, style), strong !== null, target, ctx);
    if (around) control.proxy = around;
    control.drag = evidence === "drag" || evidence === "both";
    control.atomic = isAtomic(control);
    this.lines.control(control, el, inner.kind);
    return control;
  }

  #evidence(el: Element, tag: string, box: Box, style: CSSStyleDeclaration, ctx: Context): Evidence | null {
    if (isServed(el, tag, ctx.server)) return "click";
    const seen = { el, tag, box, style, view: this.#view, handTaken: ctx.hand, inside: ctx.control !== null };
    return clickEvidence(seen, this.listeners);
  }

  #list(el: Element, role: string, strong: boolean, box: Box, ctx: Context): Control {
    const around = ctx.control;
    const control = newControl(el, role, strong, meet(box, ctx.clip), around);
    if (!isField(role)) Object.assign(control, nameOf(el, role));
    for (let at = around; at; at = at.around) at.nested++;
    this.controls.push(control);
    this.#byElement.set(el, control);
    return control;
  }
}

// A field that neither the keyboard nor assistive software comes to holds what another shows.
function isStored(el: Element, ctx: Context): boolean {
  if (!isMatch(el, "input,select,textarea") || (el as HTMLInputElement).tabIndex >= 0) return false;
  return attribute(el, "aria-hidden") === "true" || (ctx.control?.role === "combobox" && tagOf(el) === "select");
}

function opacityOf(style: CSSStyleDeclaration, ctx: Context): number {
  return style.filter === "opacity(0)" ? 0 : ctx.opacity * Number(style.opacity);
}

// The title's line has the top edge of the dialog for its place.
function quiet(box: DOMRect): Box {
  return { left: box.left, top: box.top, right: box.right, bottom: box.top + min(24, box.height) };
}
