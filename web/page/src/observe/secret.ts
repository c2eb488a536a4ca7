/** Fields whose value never leaves the page. */
import { attribute, tagOf } from "../dom/read.ts";

// Elements once seen as a password stay secret when a "show password" button turns them into text.
const known = new WeakSet<Element>();

const AUTOCOMPLETE = /(?:^|\s)(?:cc-[a-z-]+|one-time-code|current-password|new-password)(?:\s|$)/;
const NAMED =
  /passw|passphrase|passcode|\bpwd\b|card[-_ ]?(?:num|no\b|code)|cc[-_ ]?(?:num|no\b|exp|csc|cvc|cvv)|\bcv[cv]2?\b|\bcsc\b|security[-_ ]?code|\botp\b|one[-_ ]?time|\b[mt]fa\b|2fa|verification[-_ ]?code/i;

/** Notes a field while its type still tells. */
export function remember(el: Element): void {
  if (tagOf(el) === "input" && (el as HTMLInputElement).type === "password") known.add(el);
}

/** A field that was a password is one for good. */
export function keepSecret(el: Element): void {
  known.add(el);
}

/** Whether the value of this field must not leave the page. */
export function isSecret(el: Element): boolean {
  if (tagOf(el) !== "input" && tagOf(el) !== "textarea") return false;
  if (known.has(el)) return true;
  const input = el as HTMLInputElement;
  if (input.type === "password") {
    known.add(el);
    return true;
  }
  // A list of choices says so only to keep the browser from filling it in.
  if (attribute(el, "role") === "combobox") return false;
  if (isFilledIn(el)) return true;
  return !/^(?:checkbox|radio|submit|button)$/.test(input.type) && isNamed(input, input.placeholder);
}

/** How an option of a list begins as HTML: chosen where it is, unless that must not leave the page. */
export function optionTag(option: HTMLOptionElement): string {
  const list = option.closest("select");
  const isTold = option.selected && list && !isFilledIn(list) && !isNamed(list, "");
  return isTold ? "<option selected>" : "<option>";
}

function isFilledIn(el: Element): boolean {
  return AUTOCOMPLETE.test((attribute(el, "autocomplete") ?? "").toLowerCase());
}

function isNamed(field: HTMLInputElement | HTMLSelectElement, hint: string): boolean {
  return NAMED.test(`${words(field.name)} ${words(field.id)} ${attribute(field, "aria-label") ?? ""} ${hint}`);
}

function words(identifier: string): string {
  return identifier.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/_/g, " ");
}
