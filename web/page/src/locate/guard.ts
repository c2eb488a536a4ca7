/**
 * Watches real input while it is given. What the browser is about to do with an event, it does with the
 * page as it is then: so each event is let through only to what was decided on, unchanged, and what a
 * page changes while it handles one stops that one.
 */
import type { Basis } from "../contract.ts";
import { doc, focused, isSelf } from "../lent.ts";
import { changed, elsewhere, keysElsewhere, sentElsewhere } from "./basis.ts";
import { find, refuse, type Refused } from "./find.ts";
import { isOther, standIn } from "./locate.ts";

const PRESSES = ["pointerdown", "mousedown", "click", "auxclick", "dblclick", "contextmenu"];
const RELEASES = ["pointerup", "mouseup", "touchstart", "touchend", "keyup"];
const KEYS = ["keydown", "keypress", "beforeinput"];
/** Attributes that say what a click does. */
const DOES = ["href", "action", "method", "formaction", "formmethod", "type", "form", "target"];
/** Nobody takes a guard down whose page a dialog holds: after this long without input it is none. */
const LASTS = 5000;

interface Guard {
  el: Element;
  basis: Basis;
  /** Whether keys are awaited, and whether a field that does the same may take over from the one that began. */
  keys: "none" | "here" | "onward";
  tripped: string | null;
  until: number;
  over: AbortController;
}

let guard: Guard | null = null;

/** Guards an element for the press that follows. */
export function guardPress(el: Element, basis: Basis): void {
  begin(el, basis, "none");
}

/** Guards the keyboard for what is typed next: into the element with an id, or without one into whatever has the keyboard. */
export function guardKeys(id: string, basis: Basis): { ok: true } | Refused {
  const why = elsewhere(basis) ?? (id === "" ? keysElsewhere(basis) : null);
  if (why) return refuse("stale", why);
  if (id === "") {
    begin(focused() ?? doc.body ?? doc.documentElement, { ...basis, ...(basis.keyboard?.node && { target: basis.keyboard.node }) }, "onward");
    return { ok: true };
  }
  const found = find(id);
  if (!found.ok) return found;
  const at = focused();
  if (!at || !isWithin(found.el, at)) return refuse("stale", "something else has the keyboard by now");
  begin(found.el, basis, "here");
  return { ok: true };
}

/** Takes the guard down, and tells what it has kept from happening. */
export function unguard(): string | null {
  const tripped = guard?.tripped ?? null;
  guard?.over.abort();
  guard = null;
  return tripped;
}

/**
 * A step of our own making, where there is no real input: done if the control is still what was decided
 * on, and broken off where the page makes something else of it while it hears of it.
 */
export function guarded(el: Element, basis: Basis | undefined, step: () => void): Refused | null {
  if (!basis) {
    step();
    return null;
  }
  let tripped = changed(el, basis.target);
  if (tripped !== null) return refuse("stale", tripped);
  const over = new AbortController();
  const look = (event: Event): void => {
    tripped ??= event.type === "submit" ? sentElsewhere(event.target as Element, (event as SubmitEvent).submitter, basis.target) : changed(el, basis.target);
    if (tripped !== null) stop(event);
  };
  for (const at of [el, window]) at.addEventListener("click", look, { signal: over.signal });
  window.addEventListener("submit", look, { capture: true, signal: over.signal });
  step();
  over.abort();
  return tripped === null ? null : refuse("stale", tripped);
}

function begin(el: Element, basis: Basis, keys: Guard["keys"]): void {
  unguard();
  const over = new AbortController();
  guard = { el, basis, keys, tripped: null, until: performance.now() + LASTS, over };
  const options = { capture: true, signal: over.signal };
  for (const type of [...PRESSES, ...RELEASES, ...KEYS, "submit"]) window.addEventListener(type, meet, options);
}

// What the page itself dispatches is its own doing, and no hand of ours.
function meet(event: Event): void {
  if (!guard || !event.isTrusted) return;
  if (performance.now() > guard.until) return void unguard();
  guard.until = performance.now() + LASTS;
  guard.tripped ??= whyNot(guard, event);
  if (guard.tripped !== null) return stop(event);
  if (event.type === "click") watchOver(guard, event);
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function whyNot(guard: Guard, event: Event): string | null {
  const { el, basis, keys } = guard;
  const { type } = event;
  if (type === "submit") return sentElsewhere(event.target as Element, (event as SubmitEvent).submitter, basis.target);
  const at = event.composedPath()[0];
  if (PRESSES.includes(type) && keys === "none") return presses(el, at) ? changed(el, basis.target) : "something else came under the pointer";
  if (!KEYS.includes(type) || keys === "none") return null;
  if (at instanceof Node && isWithin(el, at)) return changed(el, basis.target);
  // A code's boxes hand the keyboard on from one to the next.
  const passedOn = keys === "onward" && at instanceof Element && basis.target !== undefined && changed(at, basis.target) === null;
  return passedOn ? null : "the keyboard went elsewhere";
}

function presses(el: Element, at: EventTarget | undefined): boolean {
  const hit = at instanceof Element ? at : at instanceof Node ? at.parentElement : null;
  const target = standIn(el);
  return hit !== null && isSelf(el, hit, target && target !== el ? target : undefined) && !isOther(el, hit);
}

function isWithin(el: Element, at: Node): boolean {
  for (let here: Node | null = at; here; here = here instanceof ShadowRoot ? here.host : here.parentNode) if (here === el) return true;
  return false;
}

// The browser does what a click does once all of the page have heard of it. Between two of those who
// hear, what was changed is told to observers; the last ones to hear are our own.
function watchOver(watched: Guard, event: Event): void {
  const { el, basis, over } = watched;
  const look = (): void => {
    if (guard !== watched) return;
    watched.tripped ??= changed(el, basis.target);
    if (watched.tripped !== null) event.preventDefault();
  };
  const seen = new MutationObserver(look);
  seen.observe(document, { subtree: true, attributes: true, attributeFilter: DOES });
  over.signal.addEventListener("abort", () => seen.disconnect(), { once: true });
  for (const at of [el, window]) at.addEventListener("click", look, { once: true, signal: over.signal });
}
