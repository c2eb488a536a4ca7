/**
 * The document, asked past the names that a page gives to its own elements: an image called "body"
 * would otherwise answer for `document.body`.
 */
export const doc = {} as Omit<Document, "body"> & { readonly body: HTMLElement | null };

for (const prototype of [Node.prototype, Document.prototype])
  for (const [name, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
    Object.defineProperty(doc, name, {
      configurable: true,
      ...(get
        ? { get: () => get.call(document) as unknown }
        : { value: (...given: unknown[]) => value.apply(document, given) as unknown }),
    });
