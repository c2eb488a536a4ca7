/** Waiting that a stop breaks off at once. */

/** Resolves after some milliseconds. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** What a promise gives, or the reason for stopping if that comes first. */
export function heeding<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
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
