import type { Basis, Refusal } from "../contract.ts";
import {
  contentText,
  cut,
  fold,
  looksOf,
  middle,
  nameOf,
  rebind,
  recall,
  same,
  strongRole,
  styleWords,
} from "../lending.ts";
import { changed, elsewhere, inTheirWords, roleOf } from "./basis.ts";
import { containsWords, ghostOf, isSameCut, isSameName, type Sought } from "./ghost.ts";

/** An element that an id means now. */
export interface Found {
  ok: true;
  el: Element;
  id: string;
  role: string;
  name: string;
  healed: boolean;
}

/** Why not, in a form a client can show. */
export interface Refused {
  ok: false;
  refusal: Refusal;
  message: string;
}

export function refuse(refusal: Refusal, message: string): Refused {
  return { ok: false, refusal, message };
}

/**
 * The element that an id means: the one it was given to while that is still the same control and does the
 * same, or, where it is harmless, the one that took its place.
 */
export function find(rawId: string, basis?: Basis): Found | Refused {
  const id = rawId.replace(/^f\d+_/, "");
  const identity = recall(id);
  if (!identity) return refuse("not_found", `no element ${quoted(rawId)} was handed out`);
  const moved = basis && elsewhere(basis);
  if (moved) return refuse("stale", moved);
  const seen = basis?.target;
  const sought: Sought = { role: seen?.r ?? identity.role, name: seen?.n ?? identity.name, xy: middle(identity.box) };
  const el = identity.element.deref();
  if (el?.isConnected && means(el, sought, identity.role, basis?.harmless ?? true)) {
    const other = changed(el, seen);
    return other ? refuse("stale", other) : { ok: true, el, id, role: sought.role, name: sought.name, healed: false };
  }
  if (sought.role === "scroll") return refuse("stale", `container ${quoted(rawId)} is gone`);
  const ghost = basis?.harmless === false ? null : ghostOf(sought);
  if (!ghost || changed(ghost.el, seen) !== null) return refuse("stale", staleMessage(rawId, sought, el));
  if (!el?.isConnected) rebind(identity, ghost.el);
  return { ok: true, el: ghost.el, id, role: ghost.role, name: ghost.name, healed: true };
}

// What matters goes by its very name; of what does not, a count may differ.
function means(el: Element, sought: Sought, known: string, harmless: boolean): boolean {
  if (known === "scroll") return true;
  const role = roleOf(el);
  if (inTheirWords(role) !== inTheirWords(sought.role)) return false;
  if (strongRole(el) === null && containsWords(same(contentText(el)), same(sought.name))) return true;
  const name = currentName(el, role);
  const isSame = harmless ? isSameName(name, sought.name) : isSameCut(name, sought.name);
  return isSame || isCutOf(el, sought.name) || (!nameOf(el, role).name && !!sought.name && isLooks(el, sought.name));
}

// Of names that begin alike the middle is left out.
function isCutOf(el: Element, name: string): boolean {
  const at = name.indexOf("…");
  if (at < 0 || at === name.length - 1) return false;
  const text = fold(el.getAttribute("aria-label") ?? contentText(el));
  return text.startsWith(name.slice(0, at)) && text.includes(name.slice(at + 1).replace(/…$/, ""), at);
}

/** The name it would be handed out under now. */
export function currentName(el: Element, role: string): string {
  const { name } = nameOf(el, role);
  return name;
}

function isLooks(el: Element, name: string): boolean {
  const box = el.getBoundingClientRect();
  return name === looksOf(el, box.width, box.height) || name === styleWords(el);
}

function staleMessage(id: string, sought: Sought, el: Element | undefined): string {
  const what = `${sought.role} ${quoted(cut(sought.name))}`;
  return el?.isConnected
    ? `${quoted(id)} is no longer the ${what}`
    : `the ${what} is gone and nothing in view matches it`;
}

function quoted(text: string): string {
  return `"${text}"`;
}
