import { attribute, tagOf, textOf } from "../dom/read.ts";
import { cut, fold } from "../dom/words.ts";
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

function inputValue(el: HTMLInputElement): string | null {
  switch (el.type) {
    case "checkbox":
    case "radio":
    case "button":
    case "submit":
    case "reset":
    case "image":
      return null;
    case "file":
      return Array.from(el.files ?? [], (file) => file.name).join(", ");
    default:
      return el.value;
  }
}

function ariaValue(el: Element): string | null {
  if (isEditable(el)) return textOf(el);
  return attribute(el, "aria-valuetext") ?? attribute(el, "aria-valuenow");
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
