/** Setting fields so that frameworks notice: through the native setter, then the events a person causes. */
import { type Refused, refuse } from "./kit.ts";

const TYPED = new Set(["text", "search", "email", "url", "tel", "password", "number"]);
const DIRECT = new Set(["date", "time", "datetime-local", "month", "week", "color", "range"]);

/** How a value gets into an element: by keys, directly, or not at all. */
export type Entry = "typed" | "direct" | "none";

/** What holds its text as a value. */
export type TextField = HTMLInputElement | HTMLTextAreaElement;

export function isTextField(el: Element): el is TextField {
  return el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement;
}

export function entryOf(el: Element): Entry {
  if (el instanceof HTMLTextAreaElement) return "typed";
  if (el instanceof HTMLInputElement) return TYPED.has(el.type) ? "typed" : DIRECT.has(el.type) ? "direct" : "none";
  return el instanceof HTMLElement && (el.isContentEditable || isOwnEditor(el)) ? "typed" : "none";
}

// Such a page edits by itself, and is told of keys alone.
function isOwnEditor(el: HTMLElement): boolean {
  return "editContext" in el && el.editContext !== null;
}

/** Why no text can be put into an element; null where it takes some. */
export function unwritable(el: Element): Refused | null {
  if (entryOf(el) === "none") return refuse("wrong_kind", "the element takes no text");
  return isTextField(el) && el.readOnly ? refuse("disabled", "the field is read-only") : null;
}

/** Writes past any property that the page has put over the native one. */
export function assign(el: TextField, value: string): void {
  const prototype = Object.getPrototypeOf(el) as object;
  const setter = Object.getOwnPropertyDescriptor(prototype, "value")?.set;
  if (setter) setter.call(el, value);
  else el.value = value;
}

export function announce(el: Element, ...names: ("input" | "change")[]): void {
  for (const name of names) {
    const event =
      name === "input"
        ? new InputEvent("input", { bubbles: true, composed: true })
        : new Event("change", { bubbles: true });
    el.dispatchEvent(event);
  }
}

/** The events of a key, as old listeners and new ones read it. */
export function keyOn(el: Element, key: KeyboardEventInit): void {
  const init = { ...key, which: key.keyCode ?? 0, bubbles: true, cancelable: true, composed: true };
  el.dispatchEvent(new KeyboardEvent("keydown", init));
  el.dispatchEvent(new KeyboardEvent("keyup", init));
}

/** Puts the caret in and selects all there is, so that typing replaces it. */
export function selectAll(el: HTMLElement): void {
  el.focus({ preventScroll: true });
  if (isTextField(el)) return el.select();
  if (isOwnEditor(el)) return keyOn(el, { key: "a", code: "KeyA", keyCode: 65, ctrlKey: true });
  const selection = el.ownerDocument.getSelection();
  const range = el.ownerDocument.createRange();
  range.selectNodeContents(el);
  selection?.removeAllRanges();
  selection?.addRange(range);
}
