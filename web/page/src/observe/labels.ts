/** The labels of a form field. The browser searches the whole document for them, so it is asked rarely. */
import { setOf } from "../dom/words.ts";

/** Labels that one pass has met, by field. */
export class LabelsSeen {
  readonly #byField = new Map<Element, HTMLLabelElement[]>();

  note(field: Element, label: HTMLLabelElement): void {
    const known = this.#byField.get(field);
    if (known) known.push(label);
    else this.#byField.set(field, [label]);
  }

  of(field: Element): HTMLLabelElement[] | undefined {
    return this.#byField.get(field);
  }
}

const LABELABLE = setOf("input select textarea button meter output progress");

/** Every label of a field; without an id only one around it can be. */
export function labelsOf(field: Element): HTMLLabelElement[] {
  if (!LABELABLE.has(field.localName)) return [];
  if (field.id) return Array.from((field as HTMLInputElement).labels ?? []);
  const around = field.closest("label");
  return around ? [around] : [];
}
