import type { Box } from "../dom/box.ts";
import { first, textOf } from "../dom/read.ts";
import { setOf } from "../dom/words.ts";
import { isLarge, isLeafLike } from "./clickable.ts";
import type { KnownListeners } from "./listen.ts";
import { isShape } from "./looks.ts";

/** One listener on a list, table or drawing often serves all of its items. */

const LISTS = setOf("ul ol dl table tbody menu svg g");
const ITEMS = setOf("li td dt dd text");
/** A plain box with more children than this is a grid of things. */
const MANY = 8;

/** Whether an element listens for its items. */
export function isServer(el: Element, tag: string, box: Box, view: Box, listeners: KnownListeners): boolean {
  if (!LISTS.has(tag) && (tag !== "div" || el.childElementCount <= MANY)) return false;
  return !isLarge(box, view) && listeners.evidence(el) !== null;
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
