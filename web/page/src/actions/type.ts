import type { Basis } from "../contract.ts";
import { focused, textOf } from "../lending.ts";
import { keysElsewhere } from "../locate/basis.ts";
import { hasKeyboard } from "../locate/guard.ts";
import { announce, assign, entryOf, isTextField } from "./field.ts";
import { type Action, asText, done, type Refused, refuse, target } from "./kit.ts";

/** type(text, id?): into whatever has the focus, or only where that is the element with an id. */
export const type: Action = ([text, id], basis) => {
  const words = asText(text);
  if (words === undefined) return refuse("invalid_argument", "a text is needed");
  const moved = id === undefined ? basis && keysElsewhere(basis) : notIn(id, basis);
  if (moved) return typeof moved === "string" ? refuse("stale", moved) : moved;
  const el = focused();
  if (!(el instanceof HTMLElement) || entryOf(el) !== "typed")
    return refuse("wrong_kind", "nothing that takes text has the focus");
  insert(el, words);
  return done();
};

function notIn(id: unknown, basis: Basis | undefined): string | Refused | null {
  const found = target([id], basis);
  if (!found.ok) return found;
  return hasKeyboard(found.el) ? null : "something else has the keyboard by now";
}

/** Inserts over the selection, as editing does, so that editors and frameworks take part. */
export function insert(el: HTMLElement, text: string): void {
  const before = content(el);
  // Editing writes where the keyboard is, and a page may have moved it.
  if (hasKeyboard(el) && document.execCommand("insertText", false, text) && (content(el) !== before || text === ""))
    return;
  if (!isTextField(el)) return;
  const start = el.selectionStart ?? el.value.length;
  const end = el.selectionEnd ?? el.value.length;
  assign(el, el.value.slice(0, start) + text + el.value.slice(end));
  announce(el, "input");
}

function content(el: HTMLElement): string {
  return isTextField(el) ? el.value : textOf(el);
}
