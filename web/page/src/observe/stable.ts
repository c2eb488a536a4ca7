import { doc } from "../dom/doc.ts";
import { busyMarks } from "./busy.ts";
import { changedAt } from "./mutations.ts";

/** How long to wait for the page to come to rest. All times in milliseconds. */
export interface StableOptions {
  timeout?: number;
  quiet?: number;
  min?: number;
  network?: boolean;
  /** How long what says that it is still to come is waited for. */
  busy?: number;
}

/** How the waiting ended. */
export interface Settled {
  stable: boolean;
  waited: number;
}

const NETWORK_QUIET = 500;

/** Resolves as soon as the document is loaded, unchanged for `quiet` and free of running finite animations. */
export async function stable(options: StableOptions = {}): Promise<Settled> {
  const { timeout = 3000, quiet = 300, min = 0, network = false, busy = 0 } = options;
  const start = performance.now();
  let end = timeout;
  for (;;) {
    const now = performance.now();
    const waited = now - start;
    const left = Math.max(min - waited, restless(now, quiet, network));
    if (left <= 0 && !isBusy(waited < busy)) return { stable: true, waited: Math.round(waited) };
    if (left > 0 && waited >= end) return { stable: false, waited: Math.round(waited) };
    // What comes in the end changes the page, too, and has to come to rest.
    if (left <= 0) end = waited + timeout;
    await pause(left > 0 ? Math.min(left, end - waited) : AGAIN);
  }
}

/** How often a page that is busy is looked at again. */
const AGAIN = 50;
/** What turned and shimmered through a whole waiting is decoration, or takes longer than anybody waits. */
const outlasted = new WeakSet<Element>();

/** Whether the page says in view that something is still to come; asked in vain for the last time, what says so is passed over. */
function isBusy(isWaiting: boolean): boolean {
  const marks = busyMarks().filter((el) => !outlasted.has(el));
  if (!isWaiting) for (const el of marks) outlasted.add(el);
  return isWaiting && marks.length > 0;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(1, ms)));
}

// Milliseconds until the page could count as settled, if nothing more happens.
function restless(now: number, quiet: number, network: boolean): number {
  if (doc.readyState === "loading") return 10;
  const unchanged = changedAt() + quiet - now;
  if (unchanged > 0) return unchanged;
  if (doc.readyState !== "complete" && now - changedAt() < Math.max(quiet, 500)) return 10;
  if (network) {
    const traffic = lastResource() + NETWORK_QUIET - now;
    if (traffic > 0) return traffic;
  }
  return animationLeft();
}

/** A longer animation is a progress bar or a slide show, not something on its way into place. */
const LONG = 1500;

// Endless animations are decoration; short ones move what is about to be clicked.
function animationLeft(): number {
  let left = 0;
  for (const animation of doc.getAnimations()) {
    if (animation.playState !== "running" || !(animation.timeline instanceof DocumentTimeline)) continue;
    const end = Number(animation.effect?.getComputedTiming().endTime);
    if (!Number.isFinite(end)) continue;
    const rest = end - Number(animation.currentTime ?? 0);
    if (rest > 0 && rest < LONG) left = Math.max(left, Math.min(rest, 50));
  }
  return left;
}

function lastResource(): number {
  const entries = performance.getEntriesByType("resource");
  return (entries.at(-1) as PerformanceResourceTiming | undefined)?.responseEnd ?? 0;
}
