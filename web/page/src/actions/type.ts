import { announce, assign, entryOf } from "./field.ts";
import { type Action, asText, done, refuse } from "./kit.ts";
import { keysElsewhere } from "../locate/basis.ts";
import { focused } from "../lent.ts";

/** type(text): into whatever has the focus. */
export const type: Action = ([text], basis) => {
  const words = asText(text);
  if (words === undefined) return refuse("invalid_argument", "a text is needed");
  const moved = basis && keysElsewhere(basis);
  if (moved) return refuse("stale", moved);
  const el = focused();
  if (!(el instanceof HTMLElement) || entryOf(el) !== "typed") return refuse("wrong_kind", "nothing that takes text has the focus");
  insert(el, words);
  return done();
};

/** Inserts over the selection, as editing does, so that editors and frameworks take part. */
export function insert(el: HTMLElement, text: string): void {
  const before = content(el);
  if (document.execCommand("insertText", false, text) && (content(el) !== before || text === "")) return;
  if (!(el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement)) return;
  const start = el.selectionStart ?? el.value.length;
  const end = el.selectionEnd ?? el.value.length;
  assign(el, el.value.slice(0, start) + text + el.value.slice(end));
  announce(el, "input");
}

function content(el: HTMLElement): string {
  return el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement ? el.value : (el.textContent ?? "");
}
