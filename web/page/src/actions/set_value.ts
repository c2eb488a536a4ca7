import { announce, assign, entryOf, isTextField, selectAll, unwritable } from "./field.ts";
import { type Action, asText, onElement, operable, refuse } from "./kit.ts";
import { setDirect } from "./set_direct.ts";
import { isSlider } from "./slide.ts";
import { insert } from "./type.ts";

/** setValue(id, text): replaces what a field holds. */
export const setValue: Action = (args, basis) => {
  const found = operable(args, basis);
  return found.ok && isSlider(found.el) ? setDirect(args, basis) : fill(args, basis);
};

const fill = onElement((found, args) => {
  const text = asText(args[1]);
  if (text === undefined) return refuse("invalid_argument", "a text is needed");
  const refused = unwritable(found);
  if (refused) return refused;
  const el = found as HTMLElement;
  selectAll(el);
  if (entryOf(el) === "direct" || text === "") replace(el, text);
  else insert(el, text);
  announce(el, "change");
  el.blur();
  return null;
}, operable);

function replace(el: HTMLElement, text: string): void {
  if (isTextField(el)) assign(el, text);
  else el.textContent = text;
  announce(el, "input");
}
