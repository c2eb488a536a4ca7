/**
 * Hears real input before any script of the page does, and lets it through only where whoever is on
 * watch has nothing against it. It is there from the start, so that no page is heard first.
 */

import { clock } from "../dom/read.ts";
export const PRESSES = ["pointerdown", "mousedown", "click", "auxclick", "dblclick", "contextmenu"];
export const KEYS = ["keydown", "keypress", "beforeinput"];
export const RELEASES = ["pointerup", "mouseup", "touchstart", "touchend", "keyup"];
/** Nobody relieves a watch whose page a dialog holds: after this long without input it is over. */
const LASTS = 5000;

/** What stands on watch, and what it has kept from happening. */
export interface Watch {
  /** Why an event may not go on; null where it may. */
  readonly whyNot: (event: Event, watch: Watch) => string | null;
  tripped: string | null;
  readonly over: AbortController;
  until: number;
}

let watch: Watch | null = null;
let taker: ((event: Event) => boolean) | null = null;
let witness: ((event: Event) => void) | null = null;

/** Listens for real input, as the first to hear it where no script has run yet. */
export function listenFirst(): void {
  for (const type of [...PRESSES, ...RELEASES, ...KEYS, "submit", "blur"]) window.addEventListener(type, meet, true);
}

/** Puts a watch on this document, in place of the one before. */
export function post(whyNot: Watch["whyNot"]): void {
  relieve();
  // A document that was opened again has forgotten its listeners.
  listenFirst();
  watch = { whyNot, tripped: null, over: new AbortController(), until: clock() + LASTS };
}

/** Offers real input that nobody watches to this; what it takes, the page never hears of. */
export function offer(take: typeof taker): void {
  listenFirst();
  taker = take;
}

/** Tells this of real input that nobody watches and nobody takes, before the page hears of it. */
export function attend(hear: typeof witness): void {
  listenFirst();
  witness = hear;
}

/** Keeps input that is meant for another document out of this one. */
export function bar(): void {
  post(({ type }) => (PRESSES.includes(type) || KEYS.includes(type) ? "the input went to another frame" : null));
}

/** Ends the watch, and tells what it has kept from happening. */
export function relieve(): string | null {
  const tripped = watch?.tripped ?? null;
  watch?.over.abort();
  watch = null;
  return tripped;
}

/** Keeps the browser and the page from doing anything with an event. */
export function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// What the page itself dispatches is its own doing, and no hand of ours.
function meet(event: Event): void {
  if (!event.isTrusted) return;
  if (watch && clock() > watch.until) relieve();
  if (!watch) return taker?.(event) ? stop(event) : witness?.(event);
  watch.until = clock() + LASTS;
  watch.tripped ??= watch.whyNot(event, watch);
  if (watch.tripped !== null && event.type !== "blur") stop(event);
}
