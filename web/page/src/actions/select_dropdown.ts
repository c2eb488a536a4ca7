import { optionText, same } from "../lending.ts";
import { announce } from "./field.ts";
import { asRecord, asText, onElement, operable, refuse } from "./kit.ts";

/** selectDropdown(id, value?, text?, multi?): arguments by place, or by name in one object. */
export const selectDropdown = onElement((el, args) => {
  if (!(el instanceof HTMLSelectElement))
    return refuse("wrong_kind", "the element is no native list; click it and then an option");
  const wanted = wishOf(args);
  if (wanted.texts.length === 0) return refuse("invalid_argument", "an option is needed");
  const options: HTMLOptionElement[] = [];
  for (const text of wanted.texts) {
    const option = optionFor(el, text, wanted.byText);
    if (!option) return refuse("not_found", `there is no option "${text.slice(0, 50)}"`);
    options.push(option);
  }
  choose(el, options, wanted.add);
  return Array.from(el.selectedOptions, optionText).join(", ");
}, operable);

interface Wish {
  texts: string[];
  byText: boolean;
  add: boolean;
}

function wishOf(args: readonly unknown[]): Wish {
  const named = asRecord(args[1]);
  const isNamed = Object.keys(named).length > 0;
  const value = isNamed ? named.value : args[1];
  const text = isNamed ? named.text : args[2];
  const byText = asText(text) !== undefined || Array.isArray(text);
  return { texts: listOf(byText ? text : value), byText, add: (isNamed ? named.multi : args[3]) === true };
}

function listOf(value: unknown): string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map(asText).filter((item) => item !== undefined);
}

// Exactly as said first; then without regard to case and spaces; a value may be given as the text and the reverse.
function optionFor(el: HTMLSelectElement, said: string, byText: boolean): HTMLOptionElement | undefined {
  const options = Array.from(el.options).filter((option) => !option.disabled);
  const byValue = (option: HTMLOptionElement): boolean => option.value === said;
  const byWords = (option: HTMLOptionElement): boolean => same(option.label || option.text) === same(said);
  const [first, second] = byText ? [byWords, byValue] : [byValue, byWords];
  return options.find(first) ?? options.find(second);
}

function choose(el: HTMLSelectElement, options: HTMLOptionElement[], add: boolean): void {
  el.focus({ preventScroll: true });
  if (el.multiple && !add) for (const option of Array.from(el.selectedOptions)) option.selected = false;
  for (const option of options) option.selected = true;
  announce(el, "input", "change");
}
