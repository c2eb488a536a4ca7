import { announce, assign, entryOf } from "./field.ts";
import { type Action, asText, done, operable, refuse } from "./kit.ts";
import { isReadonlyField } from "./prepare_text.ts";

/** setDirect(id, value): for dates, times, colours and ranges, which keys cannot fill reliably. */
export const setDirect: Action = (args, basis) => {
  const found = operable(args, basis);
  if (!found.ok) return found;
  const { el } = found;
  const value = asText(args[1]);
  if (value === undefined) return refuse("invalid_argument", "a value is needed");
  if (!(el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement) || entryOf(el) === "none")
    return refuse("wrong_kind", "the element takes no value");
  if (isReadonlyField(el)) return refuse("disabled", "the field is read-only");
  const before = el.value;
  el.focus({ preventScroll: true });
  assign(el, value);
  if (value !== "" && el.value !== value && el.type !== "range") {
    assign(el, before);
    return refuse("invalid_argument", `"${value}" is no ${el.type} value`);
  }
  announce(el, "input", "change");
  return done(el.value, found.healed);
};
