import { announce, assign, entryOf, isTextField, unwritable } from "./field.ts";
import { type Action, asText, done, operable, type Refused, refuse } from "./kit.ts";
import { isSlider, slide } from "./slide.ts";

/** setDirect(id, value): for dates, times, colours and ranges, which keys cannot fill reliably. */
export const setDirect: Action = async (args, basis) => {
  const found = operable(args, basis);
  if (!found.ok) return found;
  const value = asText(args[1]);
  if (value === undefined) return refuse("invalid_argument", "a value is needed");
  const held = isSlider(found.el) ? await slide(found.el, value) : put(found.el, value);
  return typeof held === "string" ? done(held, found.healed) : held;
};

function put(el: Element, value: string): string | Refused {
  if (!isTextField(el) || entryOf(el) === "none") return refuse("wrong_kind", "the element takes no value");
  const refused = unwritable(el);
  if (refused) return refused;
  const before = el.value;
  el.focus({ preventScroll: true });
  assign(el, value);
  const kept = el instanceof HTMLTextAreaElement ? value.replace(/\r\n?/g, "\n") : value;
  if (value !== "" && el.value !== kept && el.type !== "range") {
    assign(el, before);
    return refuse("invalid_argument", `"${value}" is no ${el.type} value`);
  }
  announce(el, "input", "change");
  return el.value;
}
