import type { PageCapture } from "@screen-agent/api";

/** How long a capture may stand for the same again. */
const FRESH = 2000;

/** Hands the same capture out again while nothing has changed, so that equal looks are one object. */
export class Delta {
  readonly #last = new Map<number, { capture: PageCapture; at: number }>();

  /** The capture to go on with: the one before, if this one shows the same soon after it. */
  settled(tabId: number, capture: PageCapture, now: number): PageCapture {
    const before = this.#last.get(tabId);
    this.#forget(now);
    if (before && now - before.at < FRESH && isSame(before.capture, capture)) return before.capture;
    this.#last.set(tabId, { capture, at: now });
    return capture;
  }

  #forget(now: number): void {
    for (const [tabId, { at }] of this.#last) if (now - at >= FRESH) this.#last.delete(tabId);
  }
}

// To the last fact: the hash tells controls and words alone, and a link may lead elsewhere by now.
function isSame(a: PageCapture, b: PageCapture): boolean {
  return a.hash === b.hash && JSON.stringify(a) === JSON.stringify(b);
}
