import type { Expected, Refusal } from "../contract.ts";
import { type Sought, containsWords, ghostOf, isSameName } from "./ghost.ts";
import { contentText, cut, looksOf, nameOf, rebind, recall, same, strongRole, styleWords, weakRole } from "../lent.ts";

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

/** The element that an id means: the one it was given to while that is still the same control, or the one that took its place. */
export function find(rawId: string, expected?: Expected): Found | Refused {
  const id = rawId.replace(/^f\d+_/, "");
  const identity = recall(id);
  if (!identity) return refuse("not_found", `no element ${quoted(rawId)} was handed out`);
  const sought: Sought = expected ?? { role: identity.role, name: identity.name, xy: centre(identity.box) };
  const el = identity.element.deref();
  if (el?.isConnected && means(el, sought, identity.role)) return { ok: true, el, id, role: sought.role, name: sought.name, healed: false };
  if (sought.role === "scroll") return refuse("stale", `container ${quoted(rawId)} is gone`);
  const ghost = ghostOf(sought);
  if (!ghost) return refuse("stale", staleMessage(rawId, sought, el));
  if (!el?.isConnected) rebind(identity, ghost.el);
  return { ok: true, el: ghost.el, id, role: ghost.role, name: ghost.name, healed: true };
}

function means(el: Element, sought: Sought, known: string): boolean {
  if (known === "scroll") return true;
  const role = strongRole(el) ?? weakRole(getComputedStyle(el));
  if (role !== sought.role) return false;
  if (strongRole(el) === null && containsWords(same(contentText(el)), same(sought.name))) return true;
  return isSameName(currentName(el, role), sought.name) || (!nameOf(el, role).name && !!sought.name && isLooks(el, sought.name));
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
  return el?.isConnected ? `${quoted(id)} is no longer the ${what}` : `the ${what} is gone and nothing in view matches it`;
}

function quoted(text: string): string {
  return `"${text}"`;
}

function centre(box: { left: number; top: number; right: number; bottom: number }): [number, number] {
  return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
}
