/** What is only read of an element. */
import {
  attribute,
  byId,
  checkedness,
  cut,
  fold,
  isDisabled,
  isEditable,
  isSecret,
  isShown,
  optionText,
  quad,
  rawValue,
  strongRole,
  textOf,
} from "../lending.ts";
import { type Action, asText, done, onElement, refuse, target } from "./kit.ts";

const LONGEST = 2000;
const LONGEST_VALUE = 500;
const MOST_OPTIONS = 200;

/** getText(id): the visible text in its lines, or the value of a field as it is; an editor whose last line is empty ends with a line break. */
export const getText = onElement((el) => {
  if (isSecret(el)) return "";
  if (el.matches("input,textarea,select")) return (rawValue(el) ?? "").slice(0, LONGEST);
  const text = el instanceof HTMLElement ? el.innerText : textOf(el);
  const lines = text.split("\n").map(fold).filter(Boolean);
  const open = isEditable(el) && text.endsWith("\n") && lines.length > 0;
  return lines.join("\n").slice(0, LONGEST) + (open ? "\n" : "");
});

/** getAttribute(id, name): an absent attribute reads as the empty text. */
export const getAttribute = onElement((el, [, given]) => {
  const name = asText(given);
  if (!name) return refuse("invalid_argument", "an attribute name is needed");
  if (isSecret(el) && name.toLowerCase() === "value")
    return refuse("unsupported", "the value of a secret field is not read");
  return fold(attribute(el, name) ?? "").slice(0, LONGEST);
});

/** getBoundingBox(id): x,y,width,height in the frame's viewport. */
export const getBoundingBox = onElement((el) => quad(el.getBoundingClientRect()).join(","));

/** isEnabled(id) */
export const isEnabled = onElement((el) => String(!isDisabled(el)));

/** isVisible(id): an element that is gone is not visible. */
export const isVisible: Action = (args, basis) => {
  const found = target(args, basis);
  if (!found.ok) return found.refusal === "stale" ? done("false") : found;
  return done(String(isShown(found.el)), found.healed);
};

/** readBack(id): the value or checked state now; of a secret field only whether it is filled. */
export const readBack = onElement((el) => {
  const raw = rawValue(el);
  if (isSecret(el)) return raw ? "filled" : "";
  const checked = checkedness(el, strongRole(el) ?? "");
  if (checked !== undefined) return checked === "mixed" ? "mixed" : checked ? "checked" : "unchecked";
  return cut(fold(raw ?? ""), LONGEST_VALUE);
});

/** dropdownOptions(id): one option a line, the chosen ones marked. */
export const dropdownOptions = onElement(
  (el) => optionLines(el)?.slice(0, MOST_OPTIONS).join("\n") ?? refuse("wrong_kind", "the element has no options"),
);

function optionLines(el: Element): string[] | null {
  if (el instanceof HTMLSelectElement)
    return Array.from(el.options, (option) => (option.selected ? `* ${optionText(option)}` : optionText(option)));
  const list = attribute(el, "list") ?? attribute(el, "aria-controls") ?? attribute(el, "aria-owns");
  const source = list ? byId(el, list) : el.querySelector("[role=listbox]");
  return (
    source &&
    Array.from(source.querySelectorAll("option,[role=option]"), (option) =>
      fold(option.textContent || attribute(option, "value") || ""),
    )
  );
}
