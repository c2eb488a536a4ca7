/** How long to wait before trying again. Pure. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Between two polls while somebody is looking, and while nobody is. */
const POLL_SEEN = 3 * SECOND;
const POLL_HIDDEN = 30 * SECOND;

/** While a task goes on, what became of its actions is read so often and no more: readings are counted by the server. */
export const SETTLE = 3 * SECOND;

/** Hidden for so long, a socket that looks alive may be dead: sleep and throttling do that. */
export const STALE_AFTER = 30 * SECOND;

/** Nothing is tried with a refused token for so long; longer once it has been refused often. */
export function coolDown(refusals: number): number {
  return refusals >= 3 ? 5 * MINUTE : MINUTE;
}

/** Whether the token counts could not be learned: the server is away, and tried again soon. */
export const UNSURE = 5 * SECOND;

/** The server told no address of a live stream; it may once it has been set up. */
export const NO_STREAM = MINUTE;

const RETRIES = [0, 5 * SECOND, 30 * SECOND, MINUTE] as const;

/** Refused although the token counts: again at once, since that may pass; then ever more slowly, since it may not. */
export function retryAfter(attempt: number): number {
  return RETRIES[Math.min(attempt, RETRIES.length - 1)] ?? MINUTE;
}

/**
 * Until the next reading. A server that does not answer is asked less and less often, at least once a minute; one that said
 * how long to wait is not asked before.
 */
export function pollAfter(visible: boolean, failures: number, told = 0): number {
  const pace = visible ? POLL_SEEN : POLL_HIDDEN;
  return Math.max(told, Math.min(MINUTE, pace * 2 ** Math.min(failures, 5)));
}

/**
 * Until the socket is tried again although its own next try is still to come. pusher-js waits up to a minute between tries;
 * a server that answers polls is most likely to take sockets again, unless something between lets none through.
 */
export function nudgeAfter(nudges: number): number {
  return Math.min(5 * MINUTE, 2 * SECOND * 2 ** Math.min(nudges, 10));
}
