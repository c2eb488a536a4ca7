/** What nobody sees, though it is drawn in name: closed overlays, what is kept for screen readers alone. */
import { doc } from "../lent.ts";

const rect = Element.prototype.getBoundingClientRect;

/** Whether an element that has a box shows nothing of it, wherever one scrolls. */
export function isUnseen(el: Element, style: CSSStyleDeclaration, position: string): boolean {
  const floats = position === "absolute" || position === "fixed";
  if (floats && style.opacity === "0") return true;
  const clips = style.overflowX !== "visible";
  if (!floats && !clips) return false;
  const box = rect.call(el);
  // A box without content may have some that hangs out of it.
  if (clips && style.display !== "contents" && (box.width < 2 || box.height < 2) && !isRoot(el)) return true;
  if (!floats) return false;
  if (/^rect\(0(?:px)?,? 0(?:px)?,? 0(?:px)?,? 0(?:px)?\)$|^inset\((?:50|100)%/.test(style.clip === "auto" ? style.clipPath : style.clip)) return true;
  return box.width > 0 && box.height > 0 && isOutside(box, position === "fixed");
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

/** Whether what is kept from screen readers is really not there for anybody. */
export function isHiddenInEarnest(el: Element): boolean {
  const own = el.textContent?.length ?? 0;
  // Pages have icons by the thousand; what holds a page comes once or twice.
  return own < 400 || own < (doc.body?.textContent?.length ?? 0) * MOST;
}
