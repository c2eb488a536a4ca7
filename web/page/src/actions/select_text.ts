import { textsIn } from "../lending.ts";
import { bringIntoView } from "../locate/locate.ts";
import { beginEntry } from "./entry.ts";
import { entryOf, isTextField, unwritable } from "./field.ts";
import { asText, onElement, operable, refuse } from "./kit.ts";
import { editable } from "./prepare_text.ts";

/** selectText(id, text): gives a field the keyboard with this phrase of it selected; without one, the cursor at its end. */
export const selectText = onElement((found, [, given]) => {
  const el = editable(found) as HTMLElement;
  const refused = unwritable(el);
  if (refused) return refused;
  if (entryOf(el) !== "typed") return refuse("wrong_kind", "no text of it can be selected");
  const phrase = asText(given) ?? "";
  const selected = isTextField(el) ? inField(el, phrase) : inEditor(el, phrase);
  if (!selected) return refuse("not_found", `it does not hold "${phrase.slice(0, 50)}"`);
  return phrase;
}, operable);

function inField(el: HTMLInputElement | HTMLTextAreaElement, phrase: string): boolean {
  const at = phrase === "" ? el.value.length : el.value.indexOf(phrase);
  if (at < 0) return false;
  begin(el);
  el.setSelectionRange(at, at + phrase.length);
  return true;
}

function inEditor(el: HTMLElement, phrase: string): boolean {
  const range = phrase === "" ? endOf(el) : rangeOf(el, phrase);
  const selection = el.ownerDocument.getSelection();
  if (!range || !selection) return false;
  begin(el);
  selection.removeAllRanges();
  selection.addRange(range);
  return true;
}

function begin(el: HTMLElement): void {
  bringIntoView(el);
  beginEntry(el);
  el.focus({ preventScroll: true });
}

// Behind the last text, so that what is typed goes on in the last line and not below it.
function endOf(el: HTMLElement): Range {
  const range = el.ownerDocument.createRange();
  let last: Node = el;
  const walker = textsIn(el);
  for (let at = walker.nextNode(); at; at = walker.nextNode()) last = at;
  range.selectNodeContents(last);
  range.collapse(false);
  return range;
}

// A phrase may run over several pieces of text, some of them bold.
function rangeOf(el: HTMLElement, phrase: string): Range | null {
  const pieces: { node: Text; from: number }[] = [];
  let text = "";
  const walker = textsIn(el);
  for (let at = walker.nextNode() as Text | null; at; at = walker.nextNode() as Text | null) {
    pieces.push({ node: at, from: text.length });
    text += at.data;
  }
  const plain = (from: string): string => from.replace(/\s/g, " ");
  const start = plain(text).indexOf(plain(phrase));
  if (start < 0) return null;
  const range = el.ownerDocument.createRange();
  const pieceAt = (place: number) => pieces.findLast(({ from }) => from <= place);
  const [first, last] = [pieceAt(start), pieceAt(start + phrase.length - 1)];
  if (!first || !last) return null;
  range.setStart(first.node, start - first.from);
  range.setEnd(last.node, start + phrase.length - last.from);
  return range;
}
