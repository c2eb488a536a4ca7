import { bringIntoView } from "../locate/locate.ts";
import { beginEntry } from "./entry.ts";
import { entryOf, selectAll } from "./field.ts";
import { type Action, done, operable, refuse } from "./kit.ts";

/** prepareText(id): focuses a field with all of its content selected; `state` says whether to type or to set directly. */
export const prepareText: Action = (args, basis) => {
  const found = operable(args, basis);
  if (!found.ok) return found;
  const el = editable(found.el);
  const entry = entryOf(el);
  if (entry === "none" || !(el instanceof HTMLElement)) return refuse("wrong_kind", "the element takes no text");
  if (isReadonlyField(el)) return refuse("disabled", "the field is read-only");
  bringIntoView(el);
  beginEntry(el);
  selectAll(el);
  return done(entry, found.healed);
};

export function isReadonlyField(el: Element): boolean {
  return (el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement) && el.readOnly;
}

// A composite field may carry the role on a wrapper; the input that it holds is the one to type into.
export function editable(el: Element): Element {
  if (entryOf(el) !== "none") return el;
  const inner = el.querySelectorAll("input,textarea,[contenteditable]");
  const only = inner.length === 1 ? inner[0] : undefined;
  return only && !el.matches("input,select,button,a") ? only : el;
}
