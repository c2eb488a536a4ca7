import { isSecret, rawValue } from "../lending.ts";
import { announce, assign, entryOf, isTextField, selectAll, unwritable } from "./field.ts";
import { type Action, asText, onElement, operable, refuse } from "./kit.ts";
import { editable } from "./prepare_text.ts";
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

/** appendText(id, text): adds to the end of what a field holds; `state` is the end of what it holds then. */
export const appendText = onElement((found, [, given]) => {
  const el = editable(found) as HTMLElement;
  const text = asText(given);
  if (!text || entryOf(el) === "direct") return refuse("invalid_argument", "nothing can be added");
  const refused = unwritable(el);
  if (refused) return refused;
  const before = rawValue(el) ?? "";
  selectAll(el);
  if (isTextField(el)) replace(el, before + text);
  else {
    getSelection()?.collapseToEnd();
    insert(el, text);
  }
  announce(el, "change");
  const now = rawValue(el) ?? "";
  if (now === before) return refuse("unsupported", "nothing was added; press ctrl+End there and type");
  return isSecret(el) ? "filled" : now.slice(-500);
}, operable);
