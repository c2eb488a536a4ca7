/** The clock and the page, as a feed sees them; tests give their own. */

export interface World {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs something later; what is returned calls it off. */
  later(delay: number, run: () => void): () => void;
  /** Whether somebody can see the page. */
  visible(): boolean;
  /** Tells whenever the page is shown or hidden, until the signal. */
  onVisibility(told: () => void, signal: AbortSignal): void;
  /** Tells whenever the network comes back, until the signal. */
  onOnline(told: () => void, signal: AbortSignal): void;
}

/** The browser's own. Without a document (a worker) everything counts as seen. */
export const browserWorld: World = {
  now: () => Date.now(),
  later(delay, run) {
    const timer = setTimeout(run, delay);
    return () => clearTimeout(timer);
  },
  visible: () => globalThis.document?.visibilityState !== "hidden",
  onVisibility(told, signal) {
    globalThis.document?.addEventListener("visibilitychange", told, { signal });
  },
  onOnline(told, signal) {
    globalThis.addEventListener?.("online", told, { signal });
  },
};
