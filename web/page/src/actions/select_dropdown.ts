import { cut, fold, optionText, same } from "../lending.ts";
import { chooseIn } from "./choose.ts";
import { announce } from "./field.ts";
import { type Action, asRecord, asText, done, operable, type Refused, refuse } from "./kit.ts";

/** selectDropdown(id, value?, text?, multi?): arguments by place, or by name in one object. */
export const selectDropdown: Action = async (args, basis) => {
  const found = operable(args, basis);
  if (!found.ok) return found;
  const wanted = wishOf(args);
  if (wanted.texts.length === 0) return refuse("invalid_argument", "an option is needed");
  if (!found.el.matches(LISTS)) return refuse("wrong_kind", "the element is no list to choose from");
  const chosen =
    found.el instanceof HTMLSelectElement ? chooseNative(found.el, wanted) : await chooseIn(found, wanted.texts, basis);
  return typeof chosen === "string" ? done(cut(fold(chosen), LONGEST), found.healed) : chosen;
};

const LISTS = "select,[role=combobox],[aria-haspopup],[aria-expanded],[aria-autocomplete]";
const LONGEST = 500;

function chooseNative(el: HTMLSelectElement, wanted: Wish): string | Refused {
  const options: HTMLOptionElement[] = [];
  for (const text of wanted.texts) {
    const option = optionFor(el, text, wanted.byText);
    if (!option) return refuse("not_found", `there is no option "${text.slice(0, 50)}"`);
    options.push(option);
  }
  choose(el, options, wanted.add);
  return Array.from(el.selectedOptions, optionText).join(", ");
}

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
