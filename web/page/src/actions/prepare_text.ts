import { bringIntoView } from "../locate/locate.ts";
import { beginEntry } from "./entry.ts";
import { entryOf, selectAll, unwritable } from "./field.ts";
import { onElement, operable } from "./kit.ts";
import { isSlider } from "./slide.ts";

/** prepareText(id, text?): focuses a field with all of its content selected; `state` says whether to type or to set directly. */
export const prepareText = onElement((found, [, text]) => {
  if (isSlider(found)) return "direct";
  const el = editable(found);
  const refused = unwritable(el);
  if (refused) return refused;
  bringIntoView(el);
  beginEntry(el);
  selectAll(el as HTMLElement);
  return isOfLines(el, text) ? "direct" : entryOf(el);
}, operable);

// Editors make lists and indents of an Enter that is typed. Where a code editor hides a field for the keys, keys are right.
function isOfLines(el: Element, text: unknown): boolean {
  if (!(el instanceof HTMLTextAreaElement) || typeof text !== "string" || !/[\r\n]/.test(text)) return false;
  return el.offsetWidth > 40 && el.offsetHeight > 20;
}

// A composite field may carry the role on a wrapper; the input that it holds is the one to type into.
export function editable(el: Element): Element {
  if (entryOf(el) !== "none") return el;
  const inner = el.querySelectorAll("input,textarea,[contenteditable]");
  const only = inner.length === 1 ? inner[0] : undefined;
  return only && !el.matches("input,select,button,a") ? only : el;
}
