/** Elements that are made anew only when what they show has changed, so that what somebody opened stays open. */
export class Kept {
  private readonly elements = new Map<string, { written: string; element: HTMLElement }>();

  /** The element of a thing; made when there is none for the thing as it is now. */
  get(id: string, thing: unknown, make: () => HTMLElement): HTMLElement {
    const written = JSON.stringify(thing);
    const known = this.elements.get(id);
    if (known?.written === written) return known.element;
    const element = make();
    this.elements.set(id, { written, element });
    return element;
  }

  /** Every element with the id of its thing. */
  *all(): Iterable<[string, HTMLElement]> {
    for (const [id, { element }] of this.elements) yield [id, element];
  }
}
