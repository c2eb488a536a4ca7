/** What a page shows in place of what is still to come. */

import { rectOf, touches, viewport } from "../dom/box.ts";
import { doc } from "../dom/doc.ts";
import { attribute, isSeen, textOf } from "../dom/read.ts";

/** What says so itself: a region at work, progress of which nobody knows the end. */
const SAID = "[aria-busy=true],[role=progressbar]:not([aria-valuenow]),progress:not([value])";
/** Words that pages call their own by. */
const CALLED = /load|spin|skelet|shimmer|placeholder|pending|progress|busy/i;
/** Levels that are looked up for such a word. */
const NEAR = 3;
/** Animations that are looked at. */
const MOST = 60;

/** Everything in view that says that something is still to come. */
export function busyMarks(): Element[] {
  const marks = [...doc.querySelectorAll(SAID), ...turning()];
  if (marks.length === 0) return marks;
  const view = viewport();
  return marks.filter((el) => touches(rectOf(el), view) && isSeen(el));
}

// Spinners turn and skeletons shimmer without end, and say nothing.
function turning(): Element[] {
  const found: Element[] = [];
  for (const animation of doc.getAnimations().slice(0, MOST)) {
    if (animation.playState !== "running" || !(animation.effect instanceof KeyframeEffect)) continue;
    const { target } = animation.effect;
    const isEndless = animation.effect.getComputedTiming().endTime === Infinity;
    if (target && isEndless && isCalledBusy(target) && textOf(target).length < 40) found.push(target);
  }
  return found;
}

function isCalledBusy(el: Element): boolean {
  for (let at: Element | null = el, level = 0; at && level < NEAR; at = at.parentElement, level++)
    if (CALLED.test(attribute(at, "class") ?? "")) return true;
  return false;
}
