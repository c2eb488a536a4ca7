/** Setting fields so that frameworks notice: through the native setter, then the events a person causes. */

const TYPED = new Set(["text", "search", "email", "url", "tel", "password", "number"]);
const DIRECT = new Set(["date", "time", "datetime-local", "month", "week", "color", "range"]);

/** How a value gets into an element: by keys, directly, or not at all. */
export type Entry = "typed" | "direct" | "none";

export function entryOf(el: Element): Entry {
  if (el instanceof HTMLTextAreaElement) return "typed";
  if (el instanceof HTMLInputElement) return TYPED.has(el.type) ? "typed" : DIRECT.has(el.type) ? "direct" : "none";
  return el instanceof HTMLElement && el.isContentEditable ? "typed" : "none";
}

/** Writes past any property that the page has put over the native one. */
export function assign(el: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string): void {
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

/** Puts the caret in and selects all there is, so that typing replaces it. */
export function selectAll(el: HTMLElement): void {
  el.focus({ preventScroll: true });
  if (el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement) {
    el.select();
    return;
  }
  const selection = el.ownerDocument.getSelection();
  const range = el.ownerDocument.createRange();
  range.selectNodeContents(el);
  selection?.removeAllRanges();
  selection?.addRange(range);
}
