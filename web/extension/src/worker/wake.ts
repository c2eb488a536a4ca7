/** Keeps the worker alive while it works, and has it woken while something waits for the clock. */
import { browser } from "wxt/browser";

export const WAKE_ALARM = "wake";
/** The shortest that browsers keep to. */
const PERIOD_MINUTES = 0.5;
/** A worker that calls nothing for 30 seconds is suspended, whatever it waits for. */
const CALL_MS = 20_000;

/** Timers, so that tests need not wait. */
export interface Timers {
  after(ms: number, then: () => void): () => void;
}

export const realTimers: Timers = {
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after some milliseconds. */
export function pause(timers: Timers, ms: number): Promise<void> {
  return new Promise((resolve) => timers.after(ms, resolve));
}

/** Waits for something, but not for ever. */
export function atMost(timers: Timers, ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = timers.after(ms, resolve);
    void work.finally(() => {
      cancel();
      resolve();
    });
  });
}

/** Does something under a signal that is also given after a while. */
export async function within<T>(
  timers: Timers,
  ms: number,
  signal: AbortSignal,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const timed = new AbortController();
  const cancel = timers.after(ms, () => timed.abort());
  try {
    return await work(AbortSignal.any([signal, timed.signal]));
  } finally {
    cancel();
  }
}

/** Calls something cheap while work is under way. */
export class KeepAlive {
  private busy = 0;
  private cancel: (() => void) | null = null;

  constructor(private readonly timers: Timers) {}

  /** Holds the worker for as long as the work takes. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.busy += 1;
    if (this.busy === 1) this.call();
    try {
      return await work;
    } finally {
      this.busy -= 1;
      if (this.busy === 0) this.cancel?.();
    }
  }

  private call(): void {
    this.cancel = this.timers.after(CALL_MS, () => {
      void browser.runtime.getPlatformInfo().catch(() => undefined);
      this.call();
    });
  }
}

/** An alarm outlives the worker: for as long as a task is under way it is woken to go on. */
export async function setAlarm(needed: boolean): Promise<void> {
  const known = await browser.alarms.get(WAKE_ALARM);
  if (needed && !known) await browser.alarms.create(WAKE_ALARM, { periodInMinutes: PERIOD_MINUTES });
  if (!needed && known) await browser.alarms.clear(WAKE_ALARM);
}
