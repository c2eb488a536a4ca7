/**
 * Watches real input while it is given. What the browser is about to do with an event, it does with the
 * page as it is then: so each event is let through only to what was decided on, unchanged, and what a
 * page changes while it handles one stops that one.
 */
import type { Basis } from "../contract.ts";
import { doc, focused, isSelf, KEYS, PRESSES, post, RELEASES, stop, targetOf } from "../lending.ts";
import { changed, elsewhere, keysElsewhere, sentElsewhere } from "./basis.ts";
import { find, type Refused, refuse } from "./find.ts";
import { isOther, standIn } from "./locate.ts";
import type { Watch } from "./sentry.ts";

/** Attributes that say what a click does. */
const DOES = ["href", "action", "method", "formaction", "formmethod", "type", "form", "target"];

const ELSEWHERE = "something else came under the pointer";

interface Guard {
  el: Element;
  basis: Basis;
  /** Whether keys are awaited, for the page itself only, and whether a field that does the same may take over from the one that began. */
  keys: "none" | "here" | "onward" | "page";
}

/** Guards an element for the press that follows. */
export function guardPress(el: Element, basis: Basis): void {
  begin({ el, basis, keys: "none" });
}

/** Guards the keyboard for what is typed next: into the element with an id, or without one into whatever has the keyboard. */
export function guardKeys(id: string, basis: Basis): { ok: true } | Refused {
  const why = elsewhere(basis) ?? (id === "" ? keysElsewhere(basis) : null);
  if (why) return refuse("stale", why);
  if (id === "") {
    const node = basis.keyboard?.node;
    const keys = basis.keyboard && !node ? "page" : "onward";
    begin({
      el: focused() ?? doc.body ?? doc.documentElement,
      basis: { ...basis, ...(node && { target: node }) },
      keys,
    });
    return { ok: true };
  }
  const found = find(id);
  if (!found.ok) return found;
  if (!hasKeyboard(found.el)) return refuse("stale", "something else has the keyboard by now");
  begin({ el: found.el, basis, keys: "here" });
  return { ok: true };
}

/** Whether what is typed goes into an element. */
export function hasKeyboard(el: Element): boolean {
  const at = focused();
  return at !== null && isWithin(el, at);
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
    tripped ??=
      event.type === "submit"
        ? sentElsewhere(event.target as Element, (event as SubmitEvent).submitter, basis.target)
        : changed(el, basis.target);
    if (tripped !== null) stop(event);
  };
  for (const at of [el, window]) at.addEventListener("click", look, { signal: over.signal });
  window.addEventListener("submit", look, { capture: true, signal: over.signal });
  step();
  over.abort();
  return tripped === null ? null : refuse("stale", tripped);
}

function begin(guard: Guard): void {
  let writes: Event | null = null;
  let taken = false;
  post((event, watch) => {
    const { type } = event;
    if (type === "blur") return leaves(writes);
    const why = whyNot(guard, event);
    if (taken && isRest(guard, event, why)) {
      // The field that opened where a cell was pressed hears the rest of it; nothing else does.
      if (!isOwnField(guard.el, event)) stop(event);
      return null;
    }
    if (type === "pointerdown" || type === "keydown") taken = why === null;
    if (why === null && type === "beforeinput") writes = event;
    if (why === null && type === "click") watchOver(guard, watch, event);
    return why;
  });
}

// A press that was taken as it began may open a list over itself, close the one it was in, or take the keyboard away:
// what is left of it is for nobody. What was only replaced is another thing at the same place.
function isRest({ el, keys }: Guard, event: Event, why: string | null): boolean {
  if (event.type === "keypress") return why !== null && event instanceof KeyboardEvent && event.key === "Enter";
  const strays = keys === "none" && RELEASES.includes(event.type) && !presses(el, targetOf(event));
  const isDrawn = (some: Element | null): boolean => some !== null && some.getClientRects().length > 0;
  const isClosed = event.type === "click" && !isDrawn(el.parentElement);
  return (strays || why === ELSEWHERE) && (isDrawn(el) || isClosed);
}

function isOwnField(el: Element, event: Event): boolean {
  const at = targetOf(event);
  const writes = at instanceof HTMLTextAreaElement || (at instanceof HTMLInputElement && at.type === "text");
  return writes && isWithin(el, at);
}

// While a page hears of what is about to be written, nobody else may get it.
function leaves(writes: Event | null): string | null {
  if (!writes || writes.eventPhase === Event.NONE) return null;
  writes.preventDefault();
  return "the keyboard went elsewhere";
}

function whyNot(guard: Guard, event: Event): string | null {
  const { el, basis, keys } = guard;
  const { type } = event;
  if (type === "submit") return sentElsewhere(event.target as Element, (event as SubmitEvent).submitter, basis.target);
  const at = targetOf(event);
  if (PRESSES.includes(type) && keys === "none") return presses(el, at) ? changed(el, basis.target) : ELSEWHERE;
  if (!KEYS.includes(type) || keys === "none") return null;
  if (keys === "page")
    return at === doc.body || at === doc.documentElement
      ? null
      : "something got the keyboard that had not when this was decided";
  if (at instanceof Node && isWithin(el, at)) return changed(el, basis.target);
  // A code's boxes hand the keyboard on from one to the next.
  const passedOn =
    keys === "onward" && isBox(el) && isBox(at) && basis.target !== undefined && changed(at, basis.target) === null;
  return passedOn ? null : "the keyboard went elsewhere";
}

// A field for a sign or two.
function isBox(at: EventTarget | null | undefined): at is HTMLInputElement {
  if (!(at instanceof HTMLInputElement)) return false;
  const { width, height } = at.getBoundingClientRect();
  return at.maxLength === 1 || width <= 2 * height;
}

function presses(el: Element, at: EventTarget | undefined): boolean {
  const hit = at instanceof Element ? at : at instanceof Node ? at.parentElement : null;
  const target = standIn(el);
  return hit !== null && isSelf(el, hit, target && target !== el ? target : undefined) && !isOther(el, hit, target);
}

function isWithin(el: Element, at: Node): boolean {
  for (let here: Node | null = at; here; here = here instanceof ShadowRoot ? here.host : here.parentNode)
    if (here === el) return true;
  return false;
}

// The browser does what a click does once all of the page have heard of it. Between two of those who
// hear, what was changed is told to observers; the last ones to hear are our own.
function watchOver({ el, basis }: Guard, watch: Watch, event: Event): void {
  const { signal } = watch.over;
  const look = (): void => {
    if (signal.aborted) return;
    watch.tripped ??= changed(el, basis.target);
    if (watch.tripped !== null) event.preventDefault();
  };
  const seen = new MutationObserver(look);
  seen.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: DOES });
  signal.addEventListener("abort", () => seen.disconnect(), { once: true });
  for (const at of [el, window]) at.addEventListener("click", look, { once: true, signal });
}
