import { doc, fold, roleCode, same, survey } from "../lending.ts";
import { type Action, asNumber, asRecord, asText, done, refuse, until } from "./kit.ts";

const LONGEST = 60_000;

/** waitForElement(text?, role?, timeout?): until a control or a text in view says so. */
export const waitForElement: Action = async ([text, role, timeout]) => {
  const words = same(asText(text) ?? "");
  const kind = roleCode(asText(role)?.toLowerCase() ?? "");
  if (!words && !kind) return refuse("invalid_argument", "a text or a role is needed");
  const limit = Math.min(30_000, asNumber(timeout) ?? 5000);
  const found = await until(() => isThere(words, kind), limit, 200);
  return found ? done("found") : refuse("timeout", `nothing like that within ${limit} ms`);
};

function isThere(words: string, kind: string): boolean {
  if (!kind) return says(words);
  return survey().controls.some(
    (control) => !control.dropped && control.role === kind && same(control.name).includes(words),
  );
}

function says(words: string): boolean {
  return fold(doc.body?.innerText ?? "")
    .toLowerCase()
    .includes(words);
}

/** waitFor({type, value, timeout?, pollInterval?}): type is text, selector, element_count or url_change. */
export const waitFor: Action = async ([spec]) => {
  const wish = asRecord(typeof spec === "string" ? parsed(spec) : spec);
  const test = testOf(asText(wish.type) ?? "", asText(wish.value) ?? "");
  if (!test) return refuse("unsupported", "waits for text, selector, element_count or url_change");
  const limit = Math.min(LONGEST, asNumber(wish.timeout) ?? LONGEST);
  const interval = Math.max(20, asNumber(wish.pollInterval) ?? 500);
  const found = await until(test, limit, interval);
  return found ? done("found") : refuse("timeout", `not within ${limit} ms`);
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function testOf(type: string, value: string): (() => boolean) | null {
  const start = doc.URL;
  switch (type) {
    case "text":
      return value ? () => says(same(value)) : null;
    case "selector":
      return isSelector(value) ? () => doc.querySelector(value) !== null : null;
    case "element_count":
      return countTest(value);
    case "url_change":
      return () => (value ? doc.URL.includes(value) : doc.URL !== start);
    default:
      return null;
  }
}

function countTest(value: string): (() => boolean) | null {
  const at = value.lastIndexOf(":");
  const selector = value.slice(0, at);
  const count = Number(value.slice(at + 1));
  return at > 0 && isSelector(selector) && Number.isInteger(count)
    ? () => doc.querySelectorAll(selector).length >= count
    : null;
}

function isSelector(selector: string): boolean {
  try {
    document.createDocumentFragment().querySelector(selector);
    return selector !== "";
  } catch {
    return false;
  }
}
