/** The labels of a form field. The browser searches the whole document for them, so it is asked rarely. */
import { tagOf } from "../dom/read.ts";
import { setOf } from "../dom/words.ts";

/** Labels that one pass has met, by field. */
export type LabelsSeen = Map<Element, HTMLLabelElement[]>;

const LABELABLE = setOf("input select textarea button meter output progress");

/** Every label of a field; without an id only one around it can be. */
export function labelsOf(field: Element): HTMLLabelElement[] {
  if (!LABELABLE.has(tagOf(field))) return [];
  if (field.id) return Array.from((field as HTMLInputElement).labels ?? []);
  const around = field.closest("label");
  return around ? [around] : [];
}
