/** The flat tree: what is drawn, with open shadow roots opened and slots filled. */

import { doc } from "./doc.ts";
import { getter, isElement, tagOf } from "./read.ts";

/** The parent in the document tree, shadow roots included. */
export const parentOf = getter<Node | null>(Node.prototype, "parentNode");
const shadowRoot = getter<ShadowRoot | null>(Element.prototype, "shadowRoot");
const childNodes = getter<NodeListOf<ChildNode>>(Node.prototype, "childNodes");

/** The element before it. */
export const elementBefore = getter<Element | null>(Element.prototype, "previousElementSibling");

/** What may hold a shadow root, besides elements of the page's own making. */
export const HOSTS = /^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;

type Opener = (el: Element) => ShadowRoot | null;

// An extension may look into closed roots; elsewhere whoever drives the browser hands them over.
const { chrome } = globalThis as { chrome?: { dom?: { openOrClosedShadowRoot?: Opener } } };
const opener: Opener | undefined =
  chrome?.dom?.openOrClosedShadowRoot ??
  ("openOrClosedShadowRoot" in Element.prototype ? getter(Element.prototype, "openOrClosedShadowRoot") : undefined);
const handed = new WeakMap<Element, ShadowRoot | null>();

/** Takes the closed root of an element; null where it has none. */
export function hand(host: Element, root: ShadowRoot | null): void {
  handed.set(host, root);
}

/** Whether an element may have a closed root that nobody has looked for. */
export function isShut(el: Element): boolean {
  return !opener && !shadowRoot(el) && !handed.has(el) && (isMade(el) || HOSTS.test(tagOf(el)));
}

/** The shadow root of an element, closed ones included where they are known. */
export function shadowOf(el: Element): ShadowRoot | null {
  const root = shadowRoot(el) ?? handed.get(el);
  if (root || !opener) return root ?? null;
  return isMade(el) || (!el.firstElementChild && HOSTS.test(tagOf(el))) ? opener(el) : null;
}

/** Of the page's own making. */
export function isMade(el: Element): boolean {
  return tagOf(el).includes("-");
}

/** Children as drawn: a host shows its shadow root, a slot what is assigned to it. */
export function flatChildren(el: Element): ArrayLike<Node> {
  const shadow = shadowOf(el);
  if (shadow) return shadow.childNodes;
  if (tagOf(el) === "slot" && el.getRootNode() instanceof ShadowRoot) {
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
  const parent = parentOf(node);
  if (parent instanceof ShadowRoot) return parent.host;
  return isElement(parent) ? parent : null;
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
  const hit = doc.elementFromPoint(x, y);
  return hit && innermost(hit, (root) => root.elementFromPoint(x, y));
}

/** Follows what a shadow root answers, as deep as it goes. */
export function innermost(from: Element, ask: (root: ShadowRoot) => Element | null): Element {
  for (let at = from; ; ) {
    const root = shadowOf(at);
    const inner = root && ask(root);
    if (!inner || inner === at) return at;
    at = inner;
  }
}

/** What an event of real input is for, in closed roots, too: those keep it from the event's own path. */
export function targetOf(event: Event): EventTarget | undefined {
  const at = event.composedPath()[0];
  if (!isElement(at)) return at;
  return innermost(at, (root) =>
    event instanceof MouseEvent ? root.elementFromPoint(event.clientX, event.clientY) : root.activeElement,
  );
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
    const shadow = shadowOf(el);
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
  const at = doc.activeElement;
  return at && innermost(at, (root) => root.activeElement);
}
