/** What is read most, said shortly. */

/** An attribute; null when it is absent. */
export function attribute(el: Element, name: string): string | null {
  return el.getAttribute(name);
}

/** All text in a node, drawn or not. */
export function textOf(node: Node): string {
  return node.textContent ?? "";
}
