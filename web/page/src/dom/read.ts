/** What is read most, asked past the fields of a form: those answer in its name where they are called so. */
import { doc } from "./doc.ts";

/** A property as the platform has it, whatever names a page gives to fields of a form. */
export function getter<T>(prototype: object, name: string): (of: Node) => T {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  return (of) => get?.call(of) as T;
}

const { checkVisibility, closest, getAttribute, hasAttribute, matches, querySelector, querySelectorAll } =
  Element.prototype;

export function isElement(node: unknown): node is Element {
  return node instanceof Element;
}

/** How it is drawn. */
export function styleOf(el: Element, part?: string): CSSStyleDeclaration {
  return getComputedStyle(el, part);
}

/** The first thing in it that matches. */
export function first(el: Element, selector: string): Element | null {
  return querySelector.call(el, selector);
}

/** Everything in it that matches. */
export function all(el: Element, selector: string): NodeListOf<Element> {
  return querySelectorAll.call(el, selector);
}

export function has(el: Element, name: string): boolean {
  return hasAttribute.call(el, name);
}

/** Milliseconds, on a clock that only goes forward. */
export function clock(): number {
  return performance.now();
}

/** Its tag, in lower case where it is one of HTML. */
export const tagOf = getter<string>(Element.prototype, "localName");

/** An attribute; null when it is absent. */
export function attribute(el: Element, name: string): string | null {
  return getAttribute.call(el, name);
}

/** The nearest element around one, or itself, that matches. */
export function nearest(el: Element | null, selector: string): Element | null {
  return el && closest.call(el, selector);
}

export function isMatch(el: Element, selector: string): boolean {
  return matches.call(el, selector);
}

/** Whether it matches, or something in it does. */
export function isOrHolds(el: Element, selector: string): boolean {
  return isMatch(el, selector) || querySelector.call(el, selector) !== null;
}

/** All text in a node, drawn or not. */
export function textOf(node: Node): string {
  return node.textContent ?? "";
}

/** The text nodes in a node. */
export function textsIn(root: Node): TreeWalker {
  return doc.createTreeWalker(root, NodeFilter.SHOW_TEXT);
}

/** Whether it is drawn, neither hidden nor transparent, in view or not. */
export function isSeen(el: Element): boolean {
  return checkVisibility.call(el, { opacityProperty: true, visibilityProperty: true });
}

/** Whether it is drawn and not hidden, in view or not. */
export function isDrawn(el: Element): boolean {
  return checkVisibility.call(el, { visibilityProperty: true });
}
