/** What nobody sees, though it is drawn in name: closed overlays, what is kept for screen readers alone, what is faded out. */
import { attribute, doc, flatParent, rectOf, textOf } from "../lending.ts";

const { checkVisibility, getAnimations } = Element.prototype;

/** Whether an element that has a box shows nothing of it, wherever one scrolls. */
export function isUnseen(el: Element, style: CSSStyleDeclaration, position: string): boolean {
  const floats = position === "absolute" || position === "fixed";
  if ((style.opacity === "0" || style.filter === "opacity(0)") && (floats || isFadedOut(el))) return true;
  // Unfolded by a search on the page, and not before.
  if (style.contentVisibility === "hidden") return true;
  if (NOTHING_LEFT.test(style.clipPath)) return true;
  const clips = style.overflowX !== "visible";
  if (!floats && !clips) return false;
  const box = rectOf(el);
  // A box without content may have some that hangs out of it.
  if (clips && style.display !== "contents" && (box.width < 2 || box.height < 2) && !isRoot(el)) return true;
  if (!floats) return false;
  if (/^rect\(0(?:px)?,? 0(?:px)?,? 0(?:px)?,? 0(?:px)?\)$/.test(style.clip)) return true;
  return box.width > 0 && box.height > 0 && isOutside(box, position === "fixed");
}

const NOTHING_LEFT = /^(?:inset\((?:50|100)%|circle\(0(?:px|%)?[ )])/;

/**
 * In view, and faded out for good. What comes in as one scrolls to it is not there yet, nor is anything in a
 * tab that nobody looks at, where nothing moves.
 */
function isFadedOut(el: Element): boolean {
  if (document.visibilityState !== "visible" || isRoot(el)) return false;
  const { top, bottom, left, right } = rectOf(el);
  const inView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  return inView && getAnimations.call(el).length === 0 && isHiddenInEarnest(el);
}

function isRoot(el: Element): boolean {
  return el === doc.body || el === doc.documentElement;
}

// What is fixed stays where it is; the rest can be scrolled to unless it is before the page's beginning.
function isOutside(box: DOMRect, fixed: boolean): boolean {
  if (fixed && (box.left >= innerWidth || box.top >= innerHeight)) return true;
  const [x, y] = fixed ? [0, 0] : [scrollX, scrollY];
  return box.right + x <= 0 || box.bottom + y <= 0;
}

/** More than this share of all words is not hidden in earnest: a page lies behind a dialog, say. */
const MOST = 0.4;

/** Letters of the whole page, counted once a capture. */
let letters: number | null = null;

/** A capture begins. */
export function forgetLetters(): void {
  letters = null;
}

/** Whether what is kept from some is really not there for anybody. */
export function isHiddenInEarnest(el: Element): boolean {
  const own = textOf(el).length;
  // Pages have icons by the thousand; what holds a page comes once or twice.
  if (own < 400) return true;
  letters ??= doc.body?.textContent?.length ?? 0;
  return own < letters * MOST;
}

/** Words for screen readers are about as long as what people see instead. */
const SPOKEN = 120;

/** Words for screen readers, where what people see instead is kept from them. */
export function speaksFor(el: Element): boolean {
  const around = flatParent(el);
  if (!around || around.childElementCount > 12) return false;
  const length = textOf(el).length;
  if (length > SPOKEN + 2 * textOf(around).length - 2 * length) return false;
  return Array.from(around.children).some(
    (other) =>
      other !== el &&
      attribute(other, "aria-hidden") === "true" &&
      checkVisibility.call(other) &&
      /[\p{L}\p{N}]/u.test(textOf(other)),
  );
}
