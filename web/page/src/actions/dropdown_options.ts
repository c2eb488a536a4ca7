import { byId, fold, optionText } from "../lending.ts";
import { type Action, done, refuse, target } from "./kit.ts";

const MOST = 200;

/** dropdownOptions(id): one option a line, the chosen ones marked. */
export const dropdownOptions: Action = (args, basis) => {
  const found = target(args, basis);
  if (!found.ok) return found;
  const lines = optionLines(found.el);
  if (!lines) return refuse("wrong_kind", "the element has no options");
  return done(lines.slice(0, MOST).join("\n"), found.healed);
};

function optionLines(el: Element): string[] | null {
  if (el instanceof HTMLSelectElement)
    return Array.from(el.options, (option) => (option.selected ? `* ${optionText(option)}` : optionText(option)));
  const list = el.getAttribute("list") ?? el.getAttribute("aria-controls") ?? el.getAttribute("aria-owns");
  const source = list ? byId(el, list) : el.querySelector("[role=listbox]");
  if (!source) return null;
  return Array.from(source.querySelectorAll("option,[role=option]"), (option) =>
    fold(option.textContent || option.getAttribute("value") || ""),
  );
}
