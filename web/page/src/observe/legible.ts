/** Whether words can be made out by a person: large enough, and of another colour than what is behind them. In doubt they can. */

import { rectOf } from "../dom/box.ts";
import { doc } from "../dom/doc.ts";
import { isMatch, styleOf } from "../dom/read.ts";
import { flatParent } from "../dom/tree.ts";

/** Letters lower than this are specks. */
const SPECK = 3;
/** Colours whose parts differ by no more look the same. */
const ALIKE = 10;
/** What may be behind words of the page's own colour is looked through once, and for so many of them. */
const MOST_LOOKS = 300;
const MOST_PAINTED = 4000;

const { querySelector } = Element.prototype;
const contains = Node.prototype.contains;

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

interface Painted {
  el: Element;
  box: DOMRect;
}

/** Judges the words of one look or capture. */
export class Legible {
  readonly #written = new Map<Element, boolean>();
  readonly #grounds = new Map<Element, Colour | null>();
  #painted: Painted[] | null = null;
  #looks = 0;

  /** Whether the letters of an element can be made out: they have a size, and another colour than what is behind them. */
  isWritten(el: Element): boolean {
    const known = this.#written.get(el);
    if (known !== undefined) return known;
    const is = this.#judge(el);
    this.#written.set(el, is);
    return is;
  }

  #judge(el: Element): boolean {
    const style = styleOf(el);
    if (Number.parseFloat(style.fontSize) < SPECK) return false;
    const ink = colourOf(style.webkitTextFillColor || style.color);
    if (!ink) return true;
    if (ink[3] < 0.05) return isDrawnOtherwise(el, style);
    const ground = this.#groundOf(el);
    if (!ground || !isAlike(ink, ground) || style.textShadow !== "none") return true;
    return ++this.#looks > MOST_LOOKS || this.#isOnSomething(el);
  }

  /** The colour behind an element; null where that is a picture, or cannot be told. */
  #groundOf(el: Element): Colour | null {
    const known = this.#grounds.get(el);
    if (known !== undefined) return known;
    const style = styleOf(el);
    const own = style.backgroundImage === "none" ? colourOf(style.backgroundColor) : null;
    const found = !own || own[3] >= 0.99 ? own : own[3] > 0.01 ? null : this.#groundAround(el);
    this.#grounds.set(el, found);
    return found;
  }

  #groundAround(el: Element): Colour | null {
    const around = flatParent(el);
    if (around) return this.#groundOf(around);
    // Of a frame, or a page that may be dark by itself, nobody here knows it.
    const isPlain = el === doc.documentElement && self === self.top && !/dark/.test(styleOf(el).colorScheme);
    return isPlain ? [255, 255, 255, 1] : null;
  }

  /** Whether something else is painted where the words are: a picture beside them, say. */
  #isOnSomething(el: Element): boolean {
    const { left, top, width, height } = rectOf(el);
    const [x, y] = [left + width / 2, top + height / 2];
    const apart = (other: Element): boolean => !contains.call(other, el) && !contains.call(el, other);
    // What the pointer would meet there is quickly asked; the rest is looked through once.
    if (doc.elementsFromPoint(x, y).some((other) => apart(other) && isPainted(other)) || paintsBefore(el)) return true;
    this.#painted ??= everythingPainted();
    if (this.#painted.length >= MOST_PAINTED) return true;
    return this.#painted.some(
      ({ el: other, box }) => box.left <= x && box.right >= x && box.top <= y && box.bottom >= y && apart(other),
    );
  }
}

const REPLACED = "img,video,canvas,svg,iframe,object,embed,input";

function isPainted(el: Element): boolean {
  const { backgroundColor, backgroundImage } = styleOf(el);
  return backgroundImage !== "none" || backgroundColor !== "rgba(0, 0, 0, 0)" || isMatch(el, REPLACED);
}

function everythingPainted(): Painted[] {
  const found: Painted[] = [];
  for (const el of doc.querySelectorAll("body *")) {
    if (found.length >= MOST_PAINTED) break;
    if (!isPainted(el)) continue;
    const box = rectOf(el);
    if (box.width > 0 && box.height > 0) found.push({ el, box });
  }
  return found;
}

/** A picture or a colour before or behind what is around. */
function paintsBefore(el: Element): boolean {
  for (let at: Element | null = el, level = 0; at && level < 8; at = flatParent(at), level++) {
    for (const which of ["::before", "::after"]) {
      const { content, backgroundColor, backgroundImage } = styleOf(at, which);
      if (
        content !== "none" &&
        content !== "normal" &&
        (backgroundImage !== "none" || backgroundColor !== "rgba(0, 0, 0, 0)")
      )
        return true;
    }
  }
  return false;
}

/** Letters without a colour of their own show by a pattern in their shape, a shadow, or the picture of a page that they lie on. */
function isDrawnOtherwise(el: Element, style: CSSStyleDeclaration): boolean {
  if (style.textShadow !== "none" || Number.parseFloat(style.webkitTextStrokeWidth) > 0) return true;
  for (let at: Element | null = el, level = 0; at && level < 6; at = flatParent(at), level++) {
    if (/text/.test(styleOf(at).backgroundClip)) return true;
    if (at === doc.body) return false;
    if (querySelector.call(at, ":scope > canvas, :scope > img, :scope > div > canvas, :scope > div > img")) return true;
  }
  return false;
}

const known = new Map<string, Colour | null>();

function colourOf(css: string): Colour | null {
  const before = known.get(css);
  if (before !== undefined) return before;
  const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(css);
  const colour: Colour | null = parts
    ? [Number(parts[1]), Number(parts[2]), Number(parts[3]), Number(parts[4] ?? 1)]
    : mixed(css);
  if (known.size > 1000) known.clear();
  known.set(css, colour);
  return colour;
}

let palette: OffscreenCanvasRenderingContext2D | null = null;

// Said in another way than by red, green and blue: drawn, and looked at.
function mixed(css: string): Colour | null {
  palette ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (!palette || !CSS.supports("color", css)) return null;
  palette.clearRect(0, 0, 1, 1);
  palette.fillStyle = css;
  palette.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = palette.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

function isAlike(one: Colour, other: Colour): boolean {
  return [0, 1, 2].every((part) => Math.abs((one[part] ?? 0) - (other[part] ?? 0)) <= ALIKE);
}
