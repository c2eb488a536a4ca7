import { ATTRIBUTE, doc, flatParent, isSecret, Legible, textsIn, undrawnOut } from "../lending.ts";
import type { Legible as Judge } from "../observe/legible.ts";

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
  silenceUnseen(root, copy);
  for (const el of Array.from(copy.querySelectorAll("script,style,noscript,template"))) el.remove();
  for (const el of Array.from(copy.querySelectorAll(`[${ATTRIBUTE}]`))) el.removeAttribute(ATTRIBUTE);
  return undrawnOut(copy.outerHTML).slice(0, MOST);
}

// Words that have a box and cannot be made out; what is not drawn at all says so by itself.
function silenceUnseen(root: Element, copy: Element): void {
  const legible = new Legible();
  const texts = textsIn(copy);
  const originals = textsIn(root);
  for (
    let text = originals.nextNode(), twin = texts.nextNode();
    text && twin;
    text = originals.nextNode(), twin = texts.nextNode()
  ) {
    const around = flatParent(text);
    if (around && /\S/.test((text as Text).data) && !isLegible(around, legible)) (twin as Text).data = " ";
  }
}

function isLegible(around: Element, legible: Judge): boolean {
  const seen = Element.prototype.checkVisibility;
  if (!seen.call(around)) return true;
  return seen.call(around, { opacityProperty: true }) && legible.isWritten(around);
}

function secretMarks(): boolean[] {
  return Array.from(doc.querySelectorAll("input,textarea"), isSecret);
}

function conceal(field: Element): void {
  field.removeAttribute("value");
  field.textContent = "";
}
