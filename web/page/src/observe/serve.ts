import type { Box } from "../dom/box.ts";
import { attribute, first, styleOf, tagOf, textOf } from "../dom/read.ts";
import { flatParent } from "../dom/tree.ts";
import { setOf } from "../dom/words.ts";
import { isLarge, isLeafLike } from "./clickable.ts";
import { CLICKS, DROPS, type KnownListeners, TWICE } from "./listen.ts";
import { isShape } from "./looks.ts";

/** One listener on a list, table or drawing often serves all of its items. */

const LISTS = setOf("ul ol dl table tbody menu svg g");
const ITEMS = setOf("li td dt dd text");
/** A plain box with more children than this is a grid of things. */
const MANY = 8;

/** Whether an element listens for its items. */
export function isServer(el: Element, tag: string, box: Box, view: Box, listeners: KnownListeners): boolean {
  if (tag === "ul" || tag === "ol") return isListOfThings(el, box, view, listeners);
  if (LISTS.has(tag) || (tag === "div" && el.childElementCount > MANY))
    return !isLarge(box, view) && listeners.evidence(el) !== null;
  return tag === "div" && isSorted(el, listeners);
}

/** Levels above a list at which its items are listened for. */
const ABOVE = 3;

// Files and the like are opened by a second click, which a box around the whole list hears; bullets only say something.
function isListOfThings(el: Element, box: Box, view: Box, listeners: KnownListeners): boolean {
  if (!isLarge(box, view) && listeners.evidence(el) !== null) return true;
  const item = el.firstElementChild;
  if (!item || styleOf(item).listStyleType !== "none") return false;
  for (let at: Element | null = el, level = 0; at && level < ABOVE; at = flatParent(at), level++)
    if (listeners.has(at, TWICE)) return true;
  return false;
}

// What is alike in a box that hears both presses and drops is there to be put in order.
function isSorted(el: Element, listeners: KnownListeners): boolean {
  const [one, other] = el.children;
  return !!one && !!other && areAlike(one, other) && listeners.has(el, DROPS) && listeners.has(el, CLICKS);
}

function areAlike(one: Element, other: Element): boolean {
  return tagOf(one) === tagOf(other) && attribute(one, "class") === attribute(other, "class");
}

/** Whether an element is one of the things that its server serves. */
export function isServed(el: Element, tag: string, server: Element | null): boolean {
  if (!server || !(ITEMS.has(tag) || isShape(el) || el.parentElement === server)) return false;
  if (LISTS.has(tag) || !isLeafLike(el)) return false;
  return (
    first(el, "a,button,input,select,textarea,[role]") === null &&
    (isShape(el) || textOf(el).trim() !== "" || el.parentElement === server)
  );
}
