/** The flat tree: what is drawn, with open shadow roots opened and slots filled. */

import { doc } from "./doc.ts";

// A form answers for its fields by name, so a field called "parentNode" would hide the real one.
const parentNode = getter<Node | null>(Node.prototype, "parentNode");
const shadowRoot = getter<ShadowRoot | null>(Element.prototype, "shadowRoot");
const childNodes = getter<NodeListOf<ChildNode>>(Node.prototype, "childNodes");

/** A property as the platform has it, whatever names a page gives to fields of a form. */
export function getter<T>(prototype: object, name: string): (of: Node) => T {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  return (of) => get?.call(of) as T;
}

/** The element before it. */
export const elementBefore = getter<Element | null>(Element.prototype, "previousElementSibling");

/** The open shadow root of an element. */
export function shadowOf(el: Element): ShadowRoot | null {
  return shadowRoot(el);
}

/** The parent in the document tree, shadow roots included. */
export function parentOf(node: Node): Node | null {
  return parentNode(node);
}

/** An attribute of an element that may be a form. */
export function attributeOf(el: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(el, name);
}

/** Children as drawn: a host shows its shadow root, a slot what is assigned to it. */
export function flatChildren(el: Element): ArrayLike<Node> {
  const shadow = shadowRoot(el);
  if (shadow) return shadow.childNodes;
  if (el.localName === "slot" && el.getRootNode() instanceof ShadowRoot) {
    const assigned = (el as HTMLSlotElement).assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return childNodes(el);
}

/** Parent as drawn. */
export function flatParent(node: Node): Element | null {
  const slot = (node as Partial<Element>).assignedSlot;
  // A field of a form may be called so.
  if (slot instanceof HTMLSlotElement) return slot;
  const parent = parentNode(node);
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : null;
}

const contains = Node.prototype.contains;
const matches = Element.prototype.matches;
let shadows = false;

/** Told when a shadow root is met; pages without any are spared the slow ways. */
export function noteShadow(): void {
  shadows = true;
}

/** Whether any shadow root was met. */
export function hasShadow(): boolean {
  return shadows;
}

/** Whether `outer` is `inner` or drawn around it. */
export function holds(outer: Element, inner: Node): boolean {
  if (outer === inner || contains.call(outer, inner)) return true;
  if (!shadows) return false;
  for (let at = flatParent(inner); at; at = flatParent(at)) {
    if (at === outer) return true;
  }
  return false;
}

/** What a pointer at this point would hit, through open shadow roots. */
export function hitAt(x: number, y: number): Element | null {
  let hit = doc.elementFromPoint(x, y);
  while (hit?.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}

/** The element with this id in the same tree as `near`, which may be a shadow tree. */
export function byId(near: Element, id: string): Element | null {
  const root = near.getRootNode();
  const found = root instanceof ShadowRoot || root instanceof Document ? root.getElementById(id) : null;
  return found ?? doc.getElementById(id);
}

/** Every element that matches, open shadow roots included, in tree order. */
export function* everywhere(root: ParentNode, selector: string): Generator<Element> {
  for (const el of root.querySelectorAll("*")) {
    if (matches.call(el, selector)) yield el;
    const shadow = shadowRoot(el);
    if (shadow) yield* everywhere(shadow, selector);
  }
}

/** The nearest element drawn around (or equal to) `from` that matches. */
export function flatClosest(from: Element, selector: string): Element | null {
  for (let at: Element | null = from; at; at = flatParent(at)) {
    if (matches.call(at, selector)) return at;
  }
  return null;
}

/** The focused element, through open shadow roots. */
export function focused(): Element | null {
  let at = doc.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}
