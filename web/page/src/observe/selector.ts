/** A selector that is likely to find the same control after the page has changed. */
import { attribute, has, tagOf } from "../dom/read.ts";

const TEST_ATTRIBUTES = ["data-testid", "data-test-id", "data-test", "data-cy", "data-qa"];

/** The first of: test id, human-looking id, name, aria-label, placeholder, input type. */
export function selectorOf(el: Element): string | undefined {
  for (const name of TEST_ATTRIBUTES) {
    const value = attribute(el, name);
    if (value && fits(value)) return `[${name}=${quote(value)}]`;
  }
  if (el.id && isHuman(el.id)) return `#${CSS.escape(el.id)}`;
  const tag = tagOf(el);
  for (const name of ["name", "aria-label", "placeholder"]) {
    const value = attribute(el, name);
    if (value && fits(value)) return `${tag}[${name}=${quote(value)}]${disambiguation(el, name)}`;
  }
  return tag === "input" && has(el, "type") ? `input[type=${quote(attribute(el, "type") ?? "")}]` : undefined;
}

// Radios and checkboxes of one group share a name and differ in value.
function disambiguation(el: Element, name: string): string {
  const type = attribute(el, "type");
  if (name !== "name" || (type !== "radio" && type !== "checkbox")) return "";
  const value = attribute(el, "value");
  return value && fits(value) ? `[value=${quote(value)}]` : "";
}

// Generated ids carry counters, hashes or framework marks and do not survive a release.
function isHuman(id: string): boolean {
  if (!fits(id) || /^[:.]|:r[0-9a-z]+:|\d{3,}|^\d|[0-9a-f]{8}/i.test(id)) return false;
  return !/^(?:ui-id|ember|react|mui|radix|headlessui|yui|ext-gen|gwt-uid|downshift)[-_:]?\S*\d/i.test(id);
}

function fits(value: string): boolean {
  return value.length <= 80 && !/[\u0000-\u001f\u007f\p{DI}]/u.test(value);
}

function quote(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
