/**
 * Whether words that have a box can be made out by a person: large enough, on the page, and of another
 * colour than what is behind them. In doubt they can.
 */
import { doc, flatParent } from "../lent.ts";

/** Letters lower than this are specks. */
const SPECK = 3;
/** Colours whose parts differ by no more look the same. */
const ALIKE = 10;
/** What may be behind words of the page's own colour is looked through once, and for so many of them. */
const MOST_LOOKS = 300;
const MOST_PAINTED = 4000;

const rect = Element.prototype.getBoundingClientRect;
const { getAttribute, matches, querySelector } = Element.prototype;
const STYLING = ["id", "class", "style", "color", "bgcolor", "size"];
const contains = Node.prototype.contains;
const range = document.createRange();

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

interface Painted {
  el: Element;
  box: DOMRect;
}

/** Judges the words of one capture. */
export class Legible {
  /** What is styled alike all the way up is looked at once, as long as it can be read. */
  private readonly kinds = new Map<string, number>();
  private readonly read = new Set<number>();
  private readonly grounds = new Map<Element, Colour | null>();
  private painted: Painted[] | null = null;
  private looks = 0;

  /** The kind of an element: what it is, by what may style it, in an element of that kind. */
  kind(within: number, el: Element, tag: string, names: readonly string[]): number {
    let key = `${within} ${tag}`;
    for (const name of STYLING) if (names.includes(name)) key += `\n${getAttribute.call(el, name)}`;
    const known = this.kinds.get(key);
    if (known !== undefined) return known;
    this.kinds.set(key, this.kinds.size + 1);
    return this.kinds.size;
  }

  /** Whether a text can be read where it stands, in an element of this kind. */
  is(text: Text, around: Element, kind: number): boolean {
    if (this.read.has(kind)) return true;
    const is = this.isWritten(around) && !isAway(text, around);
    if (is) this.read.add(kind);
    return is;
  }

  private isWritten(el: Element): boolean {
    const style = getComputedStyle(el);
    if (Number.parseFloat(style.fontSize) < SPECK) return false;
    const ink = colourOf(style.webkitTextFillColor || style.color);
    if (!ink) return true;
    if (ink[3] < 0.05) return isDrawnOtherwise(el, style);
    const ground = this.groundOf(el);
    if (!ground || !isAlike(ink, ground) || style.textShadow !== "none") return true;
    return ++this.looks > MOST_LOOKS || this.isOnSomething(el);
  }

  /** The colour behind an element; null where that is a picture, or cannot be told. */
  private groundOf(el: Element): Colour | null {
    const known = this.grounds.get(el);
    if (known !== undefined) return known;
    const style = getComputedStyle(el);
    const own = style.backgroundImage === "none" ? colourOf(style.backgroundColor) : null;
    const found = !own || own[3] >= 0.99 ? own : own[3] > 0.01 ? null : this.groundAround(el);
    this.grounds.set(el, found);
    return found;
  }

  private groundAround(el: Element): Colour | null {
    const around = flatParent(el);
    if (around) return this.groundOf(around);
    // Of a frame, or a page that may be dark by itself, nobody here knows it.
    const isPlain = el === doc.documentElement && self === self.top && !/dark/.test(getComputedStyle(el).colorScheme);
    return isPlain ? [255, 255, 255, 1] : null;
  }

  /** Whether something else is painted where the words are: a picture beside them, say. */
  private isOnSomething(el: Element): boolean {
    this.painted ??= everythingPainted();
    if (this.painted.length >= MOST_PAINTED || paintsBefore(el)) return true;
    const { left, top, width, height } = rect.call(el);
    const [x, y] = [left + width / 2, top + height / 2];
    return this.painted.some(({ el: other, box }) => box.left <= x && box.right >= x && box.top <= y && box.bottom >= y && !contains.call(other, el) && !contains.call(el, other));
  }
}

const REPLACED = "img,video,canvas,svg,iframe,object,embed,input";

function everythingPainted(): Painted[] {
  const found: Painted[] = [];
  for (const el of document.querySelectorAll("body *")) {
    if (found.length >= MOST_PAINTED) break;
    const { backgroundColor, backgroundImage } = getComputedStyle(el);
    if (backgroundImage === "none" && backgroundColor === "rgba(0, 0, 0, 0)" && !matches.call(el, REPLACED)) continue;
    const box = rect.call(el);
    if (box.width > 0 && box.height > 0) found.push({ el, box });
  }
  return found;
}

/** A picture or a colour before or behind what is around. */
function paintsBefore(el: Element): boolean {
  for (let at: Element | null = el, level = 0; at && level < 8; at = flatParent(at), level++) {
    for (const which of ["::before", "::after"]) {
      const { content, backgroundColor, backgroundImage } = getComputedStyle(at, which);
      if (content !== "none" && content !== "normal" && (backgroundImage !== "none" || backgroundColor !== "rgba(0, 0, 0, 0)")) return true;
    }
  }
  return false;
}

/** Letters without a colour of their own show by a pattern in their shape, a shadow, or the picture of a page that they lie on. */
function isDrawnOtherwise(el: Element, style: CSSStyleDeclaration): boolean {
  if (style.textShadow !== "none" || Number.parseFloat(style.webkitTextStrokeWidth) > 0) return true;
  for (let at: Element | null = el, level = 0; at && level < 6; at = flatParent(at), level++) {
    if (/text/.test(getComputedStyle(at).backgroundClip)) return true;
    if (at === doc.body) return false;
    if (querySelector.call(at, ":scope > canvas, :scope > img, :scope > div > canvas, :scope > div > img")) return true;
  }
  return false;
}

/** Letters without an extent, or before the page's beginning, where nobody can scroll. */
function isAway(text: Text, around: Element): boolean {
  range.selectNodeContents(text);
  const { width, height, right, bottom } = range.getBoundingClientRect();
  if (width < 1 || height < 1) return getComputedStyle(around).display !== "contents";
  return (right + scrollX <= 0 || bottom + scrollY <= 0) && !isMoved(around);
}

/** Something around is scrolled, or turned over like a page: what is away comes back. */
function isMoved(el: Element): boolean {
  for (let at: Element | null = el; at && at !== doc.documentElement; at = flatParent(at)) {
    if (at.scrollLeft !== 0 || at.scrollTop !== 0 || getComputedStyle(at).transform !== "none") return true;
  }
  return false;
}

const known = new Map<string, Colour | null>();

function colourOf(css: string): Colour | null {
  const before = known.get(css);
  if (before !== undefined) return before;
  const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(css);
  const colour: Colour | null = parts && [Number(parts[1]), Number(parts[2]), Number(parts[3]), Number(parts[4] ?? 1)];
  if (known.size > 1000) known.clear();
  known.set(css, colour);
  return colour;
}

function isAlike(one: Colour, other: Colour): boolean {
  return [0, 1, 2].every((part) => Math.abs((one[part] ?? 0) - (other[part] ?? 0)) <= ALIKE);
}
