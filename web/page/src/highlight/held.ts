/**
 * What the ids of captures stand for. Blocks of text are known here alone, so nothing of them is written
 * into the page; a page can neither forge an id nor move one to another element.
 */
import { attributesOf } from "../html/attributes.ts";
import {
  attribute,
  fold,
  mint,
  nameOf,
  rebind,
  recall,
  strongRole,
  tagOf,
  textOf,
  textsIn,
  weakRole,
} from "../lending.ts";

/** What a control was to whoever decided about it: its kind, what was written of it, its words. */
export interface Said {
  tag: string;
  attributes: readonly string[];
  words: string;
  /** Where the form that it is in sends what is in it. */
  sends: string;
}

/** A control as it is at this moment. */
export function saidBy(el: Element, tag: string, attributes: readonly string[]): Said {
  return { tag, attributes, words: wordsOf(el, tag), sends: sendsOf(el, tag) };
}

/** What an id was given to. */
interface Held {
  ref: WeakRef<Element>;
  /** What a control was when it was captured; absent for a block of text. */
  said?: Said;
}

/** Ids of earlier captures are good for as long as their element is, up to this many. */
const REMEMBERED = 60_000;

const held = new Map<string, Held>();

/** Remembers an element under its id; a control with what it is. */
export function hold(el: Element, said?: Said): string {
  const id = mint(el);
  const known = held.get(id);
  // A control that a page draws again goes by the id of the one before, which is gone.
  if (known?.ref.deref() !== el)
    held.set(id, said === undefined ? { ref: new WeakRef(el) } : { ref: new WeakRef(el), said });
  else if (known && said !== undefined) known.said = said;
  return id;
}

/** Forgets what is gone once there is much of it. */
export function tidy(): void {
  if (held.size <= REMEMBERED) return;
  for (const [id, { ref }] of held) if (!ref.deref()?.isConnected) held.delete(id);
  for (const id of held.keys()) {
    if (held.size <= REMEMBERED) return;
    held.delete(id);
  }
}

/** The element that an id of a capture, or of a look, was given to. */
export function elementOf(handle: string): Element | null {
  const id = plain(handle);
  const el = held.get(id)?.ref.deref() ?? recall(id)?.element.deref();
  return el?.isConnected ? el : null;
}

/** A control as it is now, or why it is not what was captured. */
export type Vouched =
  | { ok: true; id: string; role: string; name: string }
  | { ok: false; refusal: "not_found" | "stale" | "wrong_kind" };

/**
 * Vouches for a control of a capture before it is acted on: it is there, and says and leads where it did.
 * From then on looks know it by the same id.
 */
export function vouch(handle: string): Vouched {
  const id = plain(handle);
  const known = held.get(id);
  if (!known) return { ok: false, refusal: "not_found" };
  const el = known.ref.deref();
  if (!el?.isConnected) return { ok: false, refusal: "stale" };
  if (known.said === undefined) return { ok: false, refusal: "wrong_kind" };
  const tag = tagOf(el);
  if (!isSame(known.said, saidBy(el, tag, attributesOf(el, tag, el.getAttributeNames()))))
    return { ok: false, refusal: "stale" };
  const role = strongRole(el) ?? weakRole(el, getComputedStyle(el));
  const { name } = nameOf(el, role);
  if (recall(id)?.element.deref() !== el)
    rebind({ id, element: new WeakRef(el), role, name, place: "", box: el.getBoundingClientRect() }, el);
  return { ok: true, id, role, name };
}

/** The first words of a control. Never what it holds; of one in another no more than of any. */
export function wordsOf(el: Element, tag: string): string {
  if (tag === "select" || tag === "textarea" || el.hasAttribute("contenteditable")) return "";
  if (el.firstElementChild === null) return textOf(el).slice(0, 300);
  const texts = textsIn(el);
  let words = "";
  for (let count = 0; count < 100 && words.length < 300 && texts.nextNode(); count++)
    words += (texts.currentNode as Text).data.slice(0, 300);
  return words;
}

/** Whether it is what it was, but for what comes and goes as it is used. */
function isSame(before: Said, now: Said): boolean {
  const lasting = ({ attributes }: Said): string => attributes.filter((each) => !PASSING.test(each)).join("");
  return (
    before.tag === now.tag &&
    before.sends === now.sends &&
    lasting(before) === lasting(now) &&
    fold(before.words) === fold(now.words)
  );
}

function sendsOf(el: Element, tag: string): string {
  const form = FIELDS.has(tag) ? (el as HTMLInputElement).form : null;
  return form ? ["action", "method", "target"].map((name) => attribute(form, name) ?? "").join(" ") : "";
}

const FIELDS = new Set(["button", "input", "select", "textarea"]);

const PASSING = /^ (?:class|tabindex|open|disabled|aria-(?:expanded|current|busy|disabled|invalid|describedby|live))\b/;

function plain(handle: string): string {
  return handle.replace(/^f\d+_/, "");
}
