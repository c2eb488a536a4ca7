import { announce, assign, entryOf, isTextField, unwritable } from "./field.ts";
import { asText, onElement, operable, refuse } from "./kit.ts";

/** setDirect(id, value): for dates, times, colours and ranges, which keys cannot fill reliably. */
export const setDirect = onElement((el, args) => {
  const value = asText(args[1]);
  if (value === undefined) return refuse("invalid_argument", "a value is needed");
  if (!isTextField(el) || entryOf(el) === "none") return refuse("wrong_kind", "the element takes no value");
  const refused = unwritable(el);
  if (refused) return refused;
  const before = el.value;
  el.focus({ preventScroll: true });
  assign(el, value);
  if (value !== "" && el.value !== value && el.type !== "range") {
    assign(el, before);
    return refuse("invalid_argument", `"${value}" is no ${el.type} value`);
  }
  announce(el, "input", "change");
  return el.value;
}, operable);
