import { everywhere, flatClosest, isDrawn } from "../lending.ts";
import { isTextField, type TextField } from "./field.ts";

/** What a field held and which lists were open before it was typed into. */

/** What typing offers to choose from. */
const LISTS = "[role=listbox],[role=menu],[role=tree],[role=grid],[role=dialog]";
/** A field that says of itself that it offers something. */
const OFFERS =
  "[role=combobox],[aria-autocomplete=list],[aria-autocomplete=both],[aria-expanded],[aria-haspopup]:not([aria-haspopup=false])";

interface Before {
  readonly value: string;
  readonly lists: ReadonlySet<Element>;
}

const before = new WeakMap<Element, Before>();

/** Keeps how things are before the field is typed into. */
export function beginEntry(el: Element): void {
  if (isTextField(el)) before.set(el, { value: el.value, lists: new Set(openLists()) });
}

/** Whether what is in the field is news to a page that listens for `change`. */
export function isNews(el: TextField): boolean {
  return before.get(el)?.value !== el.value;
}

/** Whether a list may be about to open. */
export function offers(el: Element): boolean {
  return flatClosest(el, "[role=combobox]") !== null || el.matches(OFFERS);
}

/** Whether typing has opened a list, so that the entry is not complete. */
export function hasOpened(el: Element): boolean {
  const around = flatClosest(el, "[role=combobox]");
  if ([el, around].some((one) => one?.getAttribute("aria-expanded") === "true")) return true;
  const known = before.get(el)?.lists;
  return openLists().some((list) => !known?.has(list) && !list.contains(el));
}

function openLists(): Element[] {
  return [...everywhere(document, LISTS)].filter((list) => isDrawn(list) && list.childElementCount > 0);
}
