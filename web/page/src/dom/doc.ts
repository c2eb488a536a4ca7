/**
 * The document, asked past the names that a page gives to its own elements: an image called "body"
 * would otherwise answer for `document.body`.
 */

const prototype = Document.prototype;

function property<T>(name: string, of: object = prototype): () => T {
  const get = Object.getOwnPropertyDescriptor(of, name)?.get;
  return () => get?.call(document) as T;
}

const body = property<HTMLElement | null>("body");
const documentElement = property<HTMLElement>("documentElement");
const title = property<string>("title");
const activeElement = property<Element | null>("activeElement");
const readyState = property<DocumentReadyState>("readyState");
const scrollingElement = property<Element | null>("scrollingElement");
const forms = property<HTMLCollectionOf<HTMLFormElement>>("forms");
const baseURI = property<string>("baseURI", Node.prototype);

export const doc = {
  get body() {
    return body();
  },
  get documentElement() {
    return documentElement();
  },
  get title() {
    return title();
  },
  get activeElement() {
    return activeElement();
  },
  get readyState() {
    return readyState();
  },
  get scrollingElement() {
    return scrollingElement();
  },
  get forms() {
    return forms();
  },
  get baseURI() {
    return baseURI();
  },
  get URL() {
    return location.href;
  },
  elementFromPoint: (x: number, y: number): Element | null => prototype.elementFromPoint.call(document, x, y),
  elementsFromPoint: (x: number, y: number): Element[] => prototype.elementsFromPoint.call(document, x, y),
  getElementById: (id: string): HTMLElement | null => prototype.getElementById.call(document, id),
  dialogs: (): HTMLCollectionOf<HTMLDialogElement> =>
    prototype.getElementsByTagName.call(document, "dialog") as HTMLCollectionOf<HTMLDialogElement>,
  querySelector: (selector: string): Element | null => prototype.querySelector.call(document, selector),
  querySelectorAll: <E extends Element = Element>(selector: string): NodeListOf<E> =>
    prototype.querySelectorAll.call(document, selector) as NodeListOf<E>,
  createRange: (): Range => prototype.createRange.call(document),
  texts: (root: Node): TreeWalker => prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_TEXT),
  getAnimations: (): Animation[] => prototype.getAnimations.call(document),
};
