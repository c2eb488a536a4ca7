/** What is read most, said shortly. */

/** An attribute; null when it is absent. A form's fields answer for the form by their names, so it is asked past them. */
export function attribute(el: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(el, name);
}

/** The nearest element around one, or itself, that matches; asked past the fields of a form, too. */
export function nearest(el: Element | null, selector: string): Element | null {
  return el && Element.prototype.closest.call(el, selector);
}

/** Whether it matches, or something in it does. */
export function isOrHolds(el: Element, selector: string): boolean {
  return Element.prototype.matches.call(el, selector) || Element.prototype.querySelector.call(el, selector) !== null;
}

/** All text in a node, drawn or not. */
export function textOf(node: Node): string {
  return node.textContent ?? "";
}
