/** Waiting that a stop breaks off at once. */

/** A signal that is never given. */
export const NEVER = new AbortController().signal;

/** Resolves after some milliseconds. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await heeding(over, signal).finally(() => clearTimeout(timer));
}

/** What a promise gives, or the reason for stopping if that comes first. */
export function heeding<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      // Nobody hears what comes of it.
      promise.catch(() => undefined);
      return reject(signal.reason as Error);
    }
    const stop = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** What a promise gives, or `otherwise` when it takes longer. */
export async function atMost<T, O>(promise: Promise<T>, ms: number, otherwise: O, signal: AbortSignal): Promise<T | O> {
  const over = new AbortController();
  const both = AbortSignal.any([signal, over.signal]);
  const late = sleep(ms, both).then(() => otherwise);
  // Whichever loses ends with the race, unheard.
  late.catch(() => undefined);
  try {
    return await heeding(Promise.race([promise, late]), signal);
  } finally {
    over.abort();
  }
}

/** Something of the browser's that can be listened to; not every browser has them all. */
type Heard<Listener> = { addListener(listener: Listener): void; removeListener(listener: Listener): void } | undefined;

/** Listens until the signal is given. */
export function hear<Listener>(event: Heard<Listener>, listener: Listener, until: AbortSignal): void {
  if (!event || until.aborted) return;
  event.addListener(listener);
  until.addEventListener("abort", () => event.removeListener(listener), { once: true });
}
