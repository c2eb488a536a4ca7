import { announce, assign, entryOf, selectAll } from "./field.ts";
import { type Action, asText, done, operable, refuse } from "./kit.ts";
import { isReadonlyField } from "./prepare_text.ts";
import { insert } from "./type.ts";

/** setValue(id, text): replaces what a field holds. */
export const setValue: Action = (args, basis) => {
  const found = operable(args, basis);
  if (!found.ok) return found;
  const text = asText(args[1]);
  if (text === undefined) return refuse("invalid_argument", "a text is needed");
  const { el } = found;
  const entry = entryOf(el);
  if (entry === "none" || !(el instanceof HTMLElement)) return refuse("wrong_kind", "the element takes no text");
  if (isReadonlyField(el)) return refuse("disabled", "the field is read-only");
  selectAll(el);
  if (entry === "direct" || text === "") replace(el, text);
  else insert(el, text);
  announce(el, "change");
  el.blur();
  return done(undefined, found.healed);
};

function replace(el: HTMLElement, text: string): void {
  if (el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement) assign(el, text);
  else el.textContent = text;
  announce(el, "input");
}
