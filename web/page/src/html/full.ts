import { ATTRIBUTE, doc, isSecret } from "../lent.ts";

const MOST = 500_000;

/** The whole document as HTML, scripts and the values of secret fields left out. */
export function fullDom(): string {
  const root = doc.documentElement;
  if (!root) return "";
  const secrets = secretMarks();
  const copy = root.cloneNode(true) as Element;
  // The clone is walked in the same order, so that the secret fields are found by their place.
  Array.from(copy.querySelectorAll("input,textarea")).forEach((field, at) => {
    if (secrets[at]) conceal(field);
  });
  for (const el of Array.from(copy.querySelectorAll("script,style,noscript,template"))) el.remove();
  for (const el of Array.from(copy.querySelectorAll(`[${ATTRIBUTE}]`))) el.removeAttribute(ATTRIBUTE);
  return copy.outerHTML.slice(0, MOST);
}

function secretMarks(): boolean[] {
  return Array.from(doc.querySelectorAll("input,textarea"), isSecret);
}

function conceal(field: Element): void {
  field.removeAttribute("value");
  field.textContent = "";
}
