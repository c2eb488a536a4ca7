/** States of a reducer, one for each tab: events in, state kept, effects out. */
import type { World } from "./world.ts";

/** A state, and what belongs to it for as long as the worker lives. */
export interface Live<State> {
  state: State;
  /** Breaks off what is under way. */
  abort: AbortController;
  /** Events are taken one after the other. */
  queue: Promise<unknown>;
  /** Done once the server has been told to stop it, if it was. */
  stopping: Promise<void>;
}

export function live<State>(state: State): Live<State> {
  return { state, abort: new AbortController(), queue: Promise.resolve(), stopping: Promise.resolve() };
}

export abstract class PerTab<State, Happening, Effect extends { kind: string }> {
  protected readonly byTab = new Map<number, Live<State>>();

  constructor(protected readonly world: World) {}

  of(tabId: number): Live<State> | null {
    return this.byTab.get(tabId) ?? null;
  }

  all(): Live<State>[] {
    return [...this.byTab.values()];
  }

  /**
   * Takes in an event once those before it are done with, and tells whether anything came of it. Its state is
   * kept before anything is done about it.
   */
  dispatch(one: Live<State>, happening: Happening): Promise<boolean> {
    const taken = one.queue.then(() => this.take(one, happening));
    one.queue = taken.catch((error: unknown) => console.error("what happened could not be kept", error));
    return taken.catch(() => false);
  }

  protected abstract take(one: Live<State>, happening: Happening): Promise<boolean>;

  /** Performs one effect, and tells what came of it. It never fails. */
  protected abstract perform(
    one: Live<State>,
    effect: Effect,
    signal: AbortSignal,
    tell: (happening: Happening) => void,
  ): Promise<void>;

  protected run(one: Live<State>, effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (effect.kind === "abort") {
        one.abort.abort();
        one.abort = new AbortController();
        continue;
      }
      const { signal } = one.abort;
      const tell = (happening: Happening): void => {
        if (!signal.aborted) void this.dispatch(one, happening);
      };
      const done = this.world.keepAlive.during(this.perform(one, effect, signal, tell));
      if (effect.kind === "stopOnServer") one.stopping = done;
    }
  }
}
