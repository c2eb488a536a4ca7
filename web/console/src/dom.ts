/** Building elements. Text is only ever set as text, so nothing from a page can become markup. */

type Child = Node | string | null | undefined | false;

type Attributes = Record<string, string | boolean | EventListener | undefined>;

/** An element with attributes (functions are listeners) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (typeof value === "string") element.setAttribute(name, value);
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

/** Puts children into an element, unless they are there already: moving one would lose the focus in it. */
export function show(element: HTMLElement, children: HTMLElement[]): void {
  const same = children.length === element.children.length && children.every((child, at) => child === element.children[at]);
  if (same) return;
  const focused = document.activeElement;
  element.replaceChildren(...children);
  if (!(focused instanceof HTMLElement) || focused === document.activeElement) return;
  const now = focused.isConnected ? focused : document.getElementById(focused.id);
  now?.focus({ preventScroll: true });
}

/** A moment in the reader's own way of writing it. */
export function moment(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime())
    ? ""
    : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** `needs_user_input` as words. */
export const words = (code: string): string => code.replaceAll("_", " ");
