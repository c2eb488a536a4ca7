import type { Box } from "../dom/box.ts";
import { grouped } from "../dom/groups.ts";
import { attribute, tagOf } from "../dom/read.ts";
import { elementBefore, flatParent } from "../dom/tree.ts";
import type { Control } from "./control.ts";

/** What we remember of a control that was handed out. */
export interface Identity {
  id: string;
  element: WeakRef<Element>;
  role: string;
  name: string;
  place: string;
  box: Box;
}

/** The attribute that mirrors our ids in the page; it is never read back as truth. */
export const ATTRIBUTE = "data-llm-id";

const REMEMBERED = 4000;

let counter = 0;
const idOf = new WeakMap<Element, string>();
const identities = new Map<string, Identity>();

/** Gives ids: known elements keep theirs, a re-created one takes over that of its predecessor. */
export function identify(controls: readonly Control[]): void {
  const fresh = controls.filter((control) => !settleKnown(control));
  if (fresh.length > 0) adopt(fresh);
  for (const control of controls) keep(control);
  forget();
}

function settleKnown(control: Control): boolean {
  const id = idOf.get(control.el);
  if (!id) return false;
  control.id = id;
  return true;
}

// Only an element that has left the document can have a successor: the one with the same role, name
// and place, or, when the list around it has changed, the only one with that role and name.
function adopt(fresh: readonly Control[]): void {
  const gone = [...identities.values()].filter((identity) => !identity.element.deref()?.isConnected);
  const rest = succeed(
    fresh,
    gone,
    (control) => `${titleOf(control)}|${placeOf(control.el)}`,
    (identity) => `${titleOf(identity)}|${identity.place}`,
    false,
  );
  const left = gone.filter((identity) => !taken(identity));
  for (const control of succeed(rest, left, titleOf, titleOf, true)) control.id = String(++counter);
  for (const control of fresh) idOf.set(control.el, control.id);

  function taken(identity: Identity): boolean {
    return fresh.some((control) => control.id === identity.id);
  }
}

function titleOf(of: { role: string; name: string }): string {
  return `${of.role}|${of.name}`;
}

// Hands ids on where the keys agree; answers who got none.
function succeed(
  fresh: readonly Control[],
  gone: readonly Identity[],
  key: (control: Control) => string,
  goneKey: (identity: Identity) => string,
  unique: boolean,
): Control[] {
  if (gone.length === 0) return [...fresh];
  const ids = grouped(gone, goneKey);
  const heirs = grouped(fresh, key);
  return fresh.filter((control) => {
    const heirKey = key(control);
    const candidates = ids.get(heirKey);
    if (!candidates?.length || (unique && (candidates.length > 1 || (heirs.get(heirKey)?.length ?? 0) > 1)))
      return true;
    control.id = candidates.shift()?.id ?? "";
    return control.id === "";
  });
}

function keep(control: Control): void {
  const known = identities.get(control.id);
  const same = known?.element.deref() === control.el && known.role === control.role && known.name === control.name;
  const place = same ? known.place : placeOf(control.el);
  identities.delete(control.id);
  identities.set(control.id, {
    id: control.id,
    element: new WeakRef(control.el),
    role: control.role,
    name: control.name,
    place,
    box: control.box,
  });
}

function forget(): void {
  for (const id of identities.keys()) {
    if (identities.size <= REMEMBERED) return;
    identities.delete(id);
  }
}

/** Where it stands: tags up to the root, with its place among brothers of the same tag for the nearest. */
function placeOf(el: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = el, level = 0; at && level < 6; at = flatParent(at), level++) {
    steps.push(level < 3 ? `${tagOf(at)}${ordinal(at)}` : tagOf(at));
  }
  return steps.join("<");
}

// Counts back a bounded way: in a long list the exact number is no identity.
function ordinal(el: Element): number {
  let count = 0;
  for (let at = elementBefore(el); at && count < 64; at = elementBefore(at)) {
    if (tagOf(at) === tagOf(el)) count++;
  }
  return count;
}

/** Mirrors the ids in the page; the only write of an observation. */
export function stamp(controls: readonly Control[]): void {
  for (const { el, id } of controls) {
    if (attribute(el, ATTRIBUTE) !== id) el.setAttribute(ATTRIBUTE, id);
  }
}

/** What an id was handed out for. */
export function recall(id: string): Identity | undefined {
  return identities.get(id);
}

/** Gives a scroll container an id. */
export function idForScroller(el: Element, name: string, box: Box): string {
  const id = mint(el);
  if (!identities.has(id)) identities.set(id, { id, element: new WeakRef(el), role: "scroll", name, place: "", box });
  return id;
}

/** The id of an element that is written about and not handed out: nothing more is remembered of it here. */
export function mint(el: Element): string {
  const id = idOf.get(el) ?? String(++counter);
  idOf.set(el, id);
  return id;
}

/** Binds an id to the element that now means the same control. */
export function rebind(identity: Identity, el: Element): void {
  idOf.set(el, identity.id);
  identities.set(identity.id, { ...identity, element: new WeakRef(el) });
}

/** The id that an element was given, if any. */
export function idOfElement(el: Element): string | undefined {
  return idOf.get(el);
}
