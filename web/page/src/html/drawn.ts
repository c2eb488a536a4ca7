/** Questions about one element as it is drawn. */
import { flatChildren } from "../dom/tree.ts";
import { wordsOf } from "../highlight/held.ts";
import { flatParent, tagOf } from "../lending.ts";
import { escaped } from "./write.ts";

/** A picture without a name that is at least this large is worth a note. */
const PICTURE = 60;
/** Share of the view from which on something that stays in place is in the way. */
const IN_THE_WAY = 0.2;

/** Whether something without a role acts like a control: it says so, or it is what the hand is for. */
export function isWorked(el: Element, tag: string, names: readonly string[], style: CSSStyleDeclaration): boolean {
  if (tag === "body" || tag === "label" || tag === "form" || names.includes("role") || el.childElementCount > 8)
    return false;
  if (names.includes("onclick")) return true;
  const around = flatParent(el);
  // The hand is handed down: it is for the outermost of those that have it.
  if (style.cursor !== "pointer" || (around && getComputedStyle(around).cursor === "pointer")) return false;
  const length =
    el.querySelector("a,button,input,select,textarea,[role],ul,ol,table,p,iframe") === null
      ? wordsOf(el, tag).trim().length
      : 0;
  return length > 0 && length <= 200;
}

/** Nothing is in it, and yet it takes room: what it shows is in a root that is closed to us. */
export function isClosed(el: Element): boolean {
  if (flatChildren(el).length > 0 || !el.matches(":defined")) return false;
  const { width, height } = el.getBoundingClientRect();
  return width >= 24 && height >= 12;
}

/** An element without a box of its own, whose words show all the same. */
export function isAsGoodAs(el: Element): boolean {
  const style = getComputedStyle(el);
  return style.display === "contents" && style.visibility === "visible";
}

export function isLarge(el: Element): boolean {
  const { width, height } = el.getBoundingClientRect();
  return width >= PICTURE && height >= PICTURE;
}

/** The one thing about looks that a reader needs: whether it lies over the page. */
export function isOverlay(el: Element): boolean {
  const { width, height } = el.getBoundingClientRect();
  return width * height >= innerWidth * innerHeight * IN_THE_WAY;
}

/** The name of a drawing. */
export function titleOf(svg: Element): string {
  for (const child of svg.children) if (tagOf(child) === "title") return child.textContent ?? "";
  return "";
}

/** Of a frame of another site, where it comes from, without what it was told. */
export function foreignOf(frame: HTMLIFrameElement): string {
  if (frame.hasAttribute("srcdoc") || !URL.canParse(frame.src)) return "";
  const { origin, protocol, pathname } = new URL(frame.src);
  if (origin === self.origin || (protocol !== "http:" && protocol !== "https:")) return "";
  return ` src="${escaped(`${origin}${pathname.slice(0, 200)}`)}" data-cross-origin="${escaped(origin)}"`;
}
