import { attribute } from "../dom/read.ts";
import { focused } from "../dom/tree.ts";
import { WEAK } from "./role.ts";
import { isSecret } from "./secret.ts";
import { rawValue } from "./value.ts";

/** Comma list of what is true of a control now; undefined when nothing is. */
export function stateOf(el: Element, role: string): string | undefined {
  const states: string[] = [];
  const add = (on: boolean, name: string): void => {
    if (on) states.push(name);
  };
  add(isDisabled(el), "disabled");
  addChecked(el, role, states);
  add(isSelected(el, role), "selected");
  const open = openness(el, role);
  if (open) states.push(open);
  add(attribute(el, "aria-pressed") === "true", "pressed");
  add(isReadonly(el), "readonly");
  add(isRequired(el), "required");
  add(focused() === el, "focused");
  add(isInvalid(el), "invalid");
  add(isSecret(el) && !!rawValue(el), "filled");
  return states.length > 0 ? states.join(",") : undefined;
}

/** Disabled by itself, by a fieldset, or by ARIA on itself or around it. */
export function isDisabled(el: Element): boolean {
  if (el.matches(":disabled")) return true;
  return el.closest("[aria-disabled]")?.getAttribute("aria-disabled") === "true";
}

/** true, false or mixed; undefined when it cannot be checked. */
export function checkedness(el: Element, role: string): boolean | "mixed" | undefined {
  if (el.localName === "input" && (role === "chk" || role === "radio" || role === "switch")) {
    const input = el as HTMLInputElement;
    return input.indeterminate ? "mixed" : input.checked;
  }
  const aria = attribute(el, "aria-checked");
  if (aria === null) return role === "chk" || role === "radio" || role === "switch" ? false : undefined;
  return aria === "mixed" ? "mixed" : aria === "true";
}

function addChecked(el: Element, role: string, states: string[]): void {
  const checked = checkedness(el, role);
  if (checked === true) states.push("checked");
  if (checked === "mixed") states.push("mixed");
}

function isSelected(el: Element, role: string): boolean {
  if (attribute(el, "aria-selected") === "true") return true;
  const current = attribute(el, "aria-current");
  return current !== null && current !== "false" && (role === "link" || role === "tab" || role === "btn");
}

function openness(el: Element, role: string): "expanded" | "collapsed" | undefined {
  const aria = attribute(el, "aria-expanded");
  if (aria === "true") return "expanded";
  if (aria === "false") return "collapsed";
  const parent = el.parentElement;
  if (el.localName === "summary" && parent?.localName === "details")
    return parent.hasAttribute("open") ? "expanded" : "collapsed";
  if (role === "treeitem" || el.localName === "li") return nestedListState(el);
  const item = role === WEAK ? el.parentElement : null;
  return item?.localName === "li" ? nestedListState(item) : undefined;
}

// An item that holds a list of its own is open exactly while that list is drawn.
function nestedListState(el: Element): "expanded" | "collapsed" | undefined {
  const list = el.querySelector(":scope > ul, :scope > ol, :scope > [role=group]");
  if (!list?.firstElementChild) return undefined;
  return list.checkVisibility() ? "expanded" : "collapsed";
}

function isReadonly(el: Element): boolean {
  const tag = el.localName;
  if (tag === "input" || tag === "textarea") return (el as HTMLInputElement).readOnly;
  return attribute(el, "aria-readonly") === "true";
}

function isRequired(el: Element): boolean {
  return attribute(el, "aria-required") === "true" || (el as Partial<HTMLInputElement>).required === true;
}

// Only what the page itself says is invalid, or what the browser already reported to the person.
function isInvalid(el: Element): boolean {
  const aria = attribute(el, "aria-invalid");
  return (aria !== null && aria !== "false") || el.matches(":user-invalid");
}
