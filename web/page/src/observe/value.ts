import { attribute, tagOf, textOf } from "../dom/read.ts";
import { cut, fold } from "../dom/words.ts";
import { chosenIn } from "./chosen.ts";
import { sliderPlace } from "./clickable.ts";
import { isEditable } from "./role.ts";
import { isSecret } from "./secret.ts";

/** The whole present value of a field, for our own comparisons; it does not leave the page uncut. */
export function rawValue(el: Element): string | null {
  switch (tagOf(el)) {
    case "input":
      return inputValue(el as HTMLInputElement);
    case "textarea":
      return (el as HTMLTextAreaElement).value;
    case "select":
      return Array.from((el as HTMLSelectElement).selectedOptions, (option) => optionText(option)).join(", ");
    default:
      return ariaValue(el);
  }
}

/** What these hold is no value that a person gives. */
const UNVALUED = /^(?:checkbox|radio|button|submit|reset|image)$/;

function inputValue(el: HTMLInputElement): string | null {
  const { type, files, value } = el;
  if (UNVALUED.test(type)) return null;
  return type === "file" ? Array.from(files ?? [], (file) => file.name).join(", ") : value || chosenIn(el);
}

function ariaValue(el: Element): string | null {
  if (isEditable(el)) return (el as Partial<HTMLElement>).innerText ?? textOf(el);
  const { editContext } = el as { editContext?: { text: string } | null };
  return (
    editContext?.text ||
    chosenIn(el) ||
    (attribute(el, "aria-valuetext") ?? attribute(el, "aria-valuenow") ?? sliderPlace(el))
  );
}

/** The value that may be shown: one line, cut, none for a secret field or an empty one. */
export function shownValue(el: Element): string | undefined {
  if (isSecret(el)) return undefined;
  const raw = rawValue(el);
  return raw ? cut(fold(raw.slice(0, 400))) || undefined : undefined;
}

/** An option as a person reads it. */
export function optionText(option: HTMLOptionElement): string {
  return cut(fold(option.label || option.text));
}
