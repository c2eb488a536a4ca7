import { doc } from "../dom/doc.ts";
import { attribute, first, has, isMatch, nearest, tagOf, textOf } from "../dom/read.ts";
import { focused } from "../dom/tree.ts";
import { same } from "../dom/words.ts";
import { isSwitch, WEAK } from "./role.ts";
import { isSecret } from "./secret.ts";
import { rawValue } from "./value.ts";

/** Comma list of what is true of a control now; undefined when nothing is. */
export function stateOf(el: Element, role: string): string | undefined {
  const checked = checkedness(el, role);
  const active = isActive(el);
  const states = [
    isDisabled(el) && "disabled",
    checked === "mixed" ? checked : checked && "checked",
    isSelected(el, role) && (!active || isChosen(el)) && "selected",
    active && "active",
    sorting(el),
    openness(el, role),
    attribute(el, "aria-pressed") === "true" && "pressed",
    isReadonly(el) && "readonly",
    isRequired(el) && "required",
    focused() === el && "focused",
    isInvalid(el) && "invalid",
    isSecret(el) && rawValue(el) && "filled",
  ];
  return states.filter(Boolean).join(",") || undefined;
}

/** Disabled by itself, by a fieldset, or by ARIA on itself or around it. */
export function isDisabled(el: Element): boolean {
  if (isMatch(el, ":disabled")) return true;
  return el.closest("[aria-disabled]")?.getAttribute("aria-disabled") === "true";
}

/** true, false or mixed; undefined when it cannot be checked. */
export function checkedness(el: Element, role: string): boolean | "mixed" | undefined {
  if (tagOf(el) === "input" && isSwitch(role)) {
    const input = el as HTMLInputElement;
    return input.indeterminate ? "mixed" : input.checked;
  }
  const aria = attribute(el, "aria-checked");
  if (aria === null) return isSwitch(role) ? false : undefined;
  return aria === "mixed" ? "mixed" : aria === "true";
}

function isSelected(el: Element, role: string): boolean {
  if (attribute(el, "aria-selected") === "true") return true;
  const current = attribute(el, "aria-current");
  return current !== null && current !== "false" && (role === "link" || role === "tab" || role === "btn");
}

// The option that the keyboard of a list is at, which many lists call selected.
function isActive(el: Element): boolean {
  return el.id !== "" && focused()?.getAttribute("aria-activedescendant") === el.id;
}

function isChosen(el: Element): boolean {
  const id = CSS.escape(nearest(el, "[role=listbox]")?.id ?? "");
  const fields = doc.querySelectorAll(`[role=combobox]:is([aria-controls~="${id}"],[aria-owns~="${id}"])`);
  return (
    fields.length === 0 || Array.from(fields).some((field) => same(rawValue(field) ?? "").includes(same(textOf(el))))
  );
}

// A column says so, whatever of its head is pressed.
function sorting(el: Element): string | null {
  const by = nearest(el, "[aria-sort]")?.getAttribute("aria-sort") ?? "";
  return /^(?:a|de)scending$/.test(by) ? by : null;
}

function openness(el: Element, role: string): "expanded" | "collapsed" | undefined {
  const aria = attribute(el, "aria-expanded");
  if (aria === "true") return "expanded";
  if (aria === "false") return "collapsed";
  const parent = el.parentElement;
  if (tagOf(el) === "summary" && parent && tagOf(parent) === "details")
    return has(parent, "open") ? "expanded" : "collapsed";
  if (role === "treeitem" || tagOf(el) === "li") return nestedListState(el);
  const item = role === WEAK ? el.parentElement : null;
  return item && tagOf(item) === "li" ? nestedListState(item) : undefined;
}

// An item that holds a list of its own is open exactly while that list is drawn.
function nestedListState(el: Element): "expanded" | "collapsed" | undefined {
  const list = first(el, ":scope > ul, :scope > ol, :scope > [role=group]");
  if (!list?.firstElementChild) return undefined;
  return list.checkVisibility() ? "expanded" : "collapsed";
}

function isReadonly(el: Element): boolean {
  const tag = tagOf(el);
  if (tag === "input" || tag === "textarea") return (el as HTMLInputElement).readOnly;
  return attribute(el, "aria-readonly") === "true";
}

function isRequired(el: Element): boolean {
  return attribute(el, "aria-required") === "true" || (el as Partial<HTMLInputElement>).required === true;
}

// Only what the page itself says is invalid, or what the browser already reported to the person.
function isInvalid(el: Element): boolean {
  const aria = attribute(el, "aria-invalid");
  return (aria !== null && aria !== "false") || isMatch(el, ":user-invalid");
}
