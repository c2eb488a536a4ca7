/** Whether a document, a control and the keyboard are still what a decision was made on. */
import type { Basis, NodeFacts, SemanticNode } from "../contract.ts";
import {
  attribute,
  cleanUrl,
  doc,
  factsOf,
  focused,
  idOfElement,
  MARK,
  nameOf,
  strongRole,
  weakRole,
} from "../lending.ts";

/** What using a control does. Its place, its value and its state may change meanwhile. */
const DOES = ["tag", "type", "href", "method", "action", "form", "submit"] as const;

/** Why this is not the document that a decision was made on; null where it is. */
export function elsewhere(basis: Basis): string | null {
  const isTop = window.parent === window;
  if (isTop && basis.document && basis.document !== MARK) return "the page is another one since this was decided";
  const top = isTop ? location.origin : outermost();
  // Around a frame only the browser's own word counts, and it may have none.
  if (top !== undefined && (isTop || top !== "null") && plain(top) !== plain(basis.origin))
    return "the page has gone to another site since this was decided";
  // Where nothing is told of a frame, what its own document remembers of the control has to do.
  const own = isTop ? undefined : basis.target?.o;
  return own === undefined || plain(own) === plain(self.origin)
    ? null
    : "the frame has gone to another site since this was decided";
}

// Firefox does not tell.
function outermost(): string | undefined {
  const around = location.ancestorOrigins as DOMStringList | undefined;
  return around?.[around.length - 1];
}

function plain(origin: string): string {
  return origin === "null" ? "" : origin;
}

/** What of a control's doing is not as it was seen; null where all is. What was never told is not compared. */
export function changed(el: Element, seen: SemanticNode | undefined): string | null {
  const was = seen?.d;
  if (!was || seen.r === "scroll") return null;
  const is = factsOf(el, roleOf(el), "", false);
  const other =
    DOES.find((fact) => (is[fact] ?? null) !== (was[fact] ?? null)) ?? (isSameEnter(is, was) ? undefined : "enter");
  return other === undefined ? null : `the ${seen.r} "${seen.n}" does something else since this was decided (${other})`;
}

function isSameEnter({ enter: is }: NodeFacts, { enter: was }: NodeFacts): boolean {
  return !was || (is?.n === was.n && is.method === was.method && is.action === was.action);
}

/** A role in the words of whoever decides, who has one for two of ours. */
export function inTheirWords(role: string): string {
  if (role === "clickable") return "generic";
  return role === "combobox" ? "sel" : role;
}

/** The kind of control that an element is. */
export function roleOf(el: Element): string {
  return strongRole(el) ?? weakRole(el, getComputedStyle(el));
}

/** Why a key would not go where a decision took it to go; null where it would. Nothing is compared where that was not known. */
export function keysElsewhere({ keyboard }: Basis): string | null {
  if (!keyboard) return null;
  const at = focused();
  const { node } = keyboard;
  const isPage = !at || at === doc.body || at === doc.documentElement;
  if (!node) return isPage ? null : "something has the keyboard that had not when this was decided";
  if (!at || (isPage && inTheirWords(node.r) !== inTheirWords(roleOf(at))))
    return "what had the keyboard when this was decided has it no more";
  const id = idOfElement(at);
  const known = id === undefined || id === node.i.replace(/^f\d+_/, "");
  const same =
    known &&
    inTheirWords(roleOf(at)) === inTheirWords(node.r) &&
    (node.d?.lines === true || nameOf(at, node.r).name === node.n);
  return same ? changed(at, node) : "something else has the keyboard since this was decided";
}

/** Why a form is not sent the way that was decided; null where it is, or where nothing of it was known. */
export function sentElsewhere(form: Element, by: Element | null, seen: SemanticNode | undefined): string | null {
  const was = seen?.d?.enter ?? seen?.d;
  if (!was?.method) return null;
  const of = (name: string): string | null => (by && attribute(by, `form${name}`)) ?? attribute(form, name);
  const method = (of("method") ?? "get").toLowerCase();
  const is = {
    method: method === "post" || method === "dialog" ? method : "get",
    action: cleanUrl(of("action") || doc.URL),
  };
  return is.method === was.method && (is.action ?? null) === (was.action ?? null)
    ? null
    : "the form goes elsewhere since this was decided";
}
