/** What is read most, said shortly. */

/** An attribute; null when it is absent. A form's fields answer for the form by their names, so it is asked past them. */
export function attribute(el: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(el, name);
}

/** All text in a node, drawn or not. */
export function textOf(node: Node): string {
  return node.textContent ?? "";
}
