/** Where a control is, and whether its name says all there is in it. */

import { type Box, join, rectOf, touches, within } from "../dom/box.ts";
import { doc } from "../dom/doc.ts";
import { first, isDrawn, styleOf, tagOf, textOf } from "../dom/read.ts";
import { shadowOf } from "../dom/tree.ts";
import { setOf } from "../dom/words.ts";
import type { Control } from "./control.ts";
import { contentText } from "./name.ts";
import { isClippedAway, isShown } from "./visible.ts";

const range = doc.createRange();

/** The box to aim at: a link around floated or positioned content has none of its own. */
export function targetBox(el: Element, box: DOMRect): Box {
  if (box.width >= 1 && box.height >= 1) return withPicture(el, box);
  if (el.firstElementChild === null) return textBox(el);
  for (const child of Array.from(el.children).slice(0, 4)) {
    const inner = rectOf(child);
    if (inner.width >= 1 && inner.height >= 1) return inner;
  }
  return box;
}

const PICTURES = setOf("img svg canvas video");
const WRAPS = setOf("a span picture b i em strong");

/** What is in a line is no taller than its words, also around a tall picture: there the picture counts too. */
export function withPicture(el: Element, box: Box): Box {
  const picture = pictureIn(el, 3)?.getBoundingClientRect();
  if (!picture || within(picture, box) || !touches(picture, box)) return box;
  return styleOf(el).display === "inline" ? join(box, picture) : box;
}

// Asked of every element, so it looks no further than where a picture in a line stands.
function pictureIn(el: Element, levels: number): Element | null {
  let child = el.firstElementChild;
  for (let nth = 0; child && nth < 3; nth++, child = child.nextElementSibling) {
    if (PICTURES.has(tagOf(child))) return child;
    const inner = levels > 1 && WRAPS.has(tagOf(child)) ? pictureIn(child, levels - 1) : null;
    if (inner) return inner;
  }
  return null;
}

function textBox(el: Element): Box {
  range.selectNodeContents(el);
  return rectOf(range);
}

/** The inside of a frame, where its own viewport lies. */
export function frameBox(el: Element, box: DOMRect): Box {
  const style = styleOf(el);
  const left = box.left + el.clientLeft + parseFloat(style.paddingLeft);
  const top = box.top + el.clientTop + parseFloat(style.paddingTop);
  const right = left + el.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const bottom = top + el.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
  return { left, top, right, bottom };
}

/** Elements whose own drawing says nothing in text. */
export const SEALED = setOf("input textarea select video audio object embed canvas img progress meter");

const REAL = "a[href],button,input,select,textarea,summary,[role],[onclick],[tabindex],[contenteditable],iframe,slot";

/** Nothing inside is a control and the name says all its words, so there is nothing to walk to. */
export function isAtomic(control: Control): boolean {
  const el = control.el;
  if (SEALED.has(tagOf(el))) return true;
  if (shadowOf(el) || tagOf(el) === "slot" || (!control.strong && el.firstElementChild !== null)) return false;
  if (first(el, REAL)) return false;
  const text = textOf(el);
  if (text.length > 400 || !control.name) return text.trim() === "";
  return covers(control.name, text) || covers(control.name, contentText(el));
}

function covers(name: string, text: string): boolean {
  const bare = (from: string): string => from.replace(/\s+/g, "").toLowerCase();
  return bare(name).includes(bare(text));
}

/** Fields that pages make transparent and draw themselves underneath. */
export function isOverlaid(el: Element): boolean {
  return tagOf(el) === "select" || /^(?:checkbox|radio|file|range|color)$/.test((el as HTMLInputElement).type);
}

/** Whether a pointer can reach a field: a transparent box over a drawn one takes the click as any other. */
export function isReachable(el: Element): boolean {
  if (isShown(el)) return true;
  const box = rectOf(el);
  if (box.width < 6 || box.height < 6 || box.right + scrollX <= 0 || box.bottom + scrollY <= 0) return false;
  return isDrawn(el) && !isClippedAway(styleOf(el));
}
