/** What is asked in all tabs: events in, state kept, effects out. */
import { advance, fresh } from "../../ask/advance.ts";
import type { Effect, Happening, Stamp } from "../../ask/event.ts";
import { type AskState, isOpen, isRunning } from "../../ask/state.ts";
import { dropAsk, loadAsks, saveAsk } from "./store.ts";

/** A conversation and what belongs to its run of the worker. */
export interface Ask {
  state: AskState;
  /** Breaks off what is under way. */
  abort: AbortController;
  /** Events are taken one after the other. */
  queue: Promise<unknown>;
}

/** Performs one effect, and reports by dispatching. It never fails. */
export type Perform = (ask: Ask, effect: Effect) => Promise<void>;

export interface AsksOptions {
  stamp: () => Stamp;
  id: () => string;
  owner: () => string;
  perform: Perform;
  changed: () => void;
}

export class Asks {
  private readonly byTab = new Map<number, Ask>();

  constructor(private readonly options: AsksOptions) {}

  /** Takes up what was under way when the worker was killed. `open` are the tabs that there are. */
  async revive(open: Set<number>): Promise<void> {
    for (const state of await loadAsks()) {
      if (open.has(state.tabId)) this.byTab.set(state.tabId, askOf(state));
      else await dropAsk(state.tabId);
    }
    for (const ask of this.all()) {
      void this.dispatch(ask, { kind: "revived" });
      if (!open.has(ask.state.at)) void this.dispatch(ask, { kind: "tabClosed", tabId: ask.state.at });
    }
  }

  /** Whoever is signed in. */
  get owner(): string {
    return this.options.owner();
  }

  of(tabId: number): Ask | null {
    return this.byTab.get(tabId) ?? null;
  }

  /** The conversation of a tab; a new one where there is none, or it is somebody else's. */
  ensure(tabId: number): Ask {
    const known = this.of(tabId);
    if (known && known.state.owner === this.options.owner()) return known;
    const made = askOf(fresh(tabId, this.options.owner(), this.options.id()));
    this.byTab.set(tabId, made);
    return made;
  }

  all(): Ask[] {
    return [...this.byTab.values()];
  }

  /** Whether something is asked that is at work in this tab, or waits. */
  isBusy(tabId: number): boolean {
    return this.all().some(({ state }) => isOpen(state) && (state.tabId === tabId || state.at === tabId));
  }

  anyRuns(): boolean {
    return this.all().some(({ state }) => isRunning(state));
  }

  /**
   * Takes in an event once those before it are done with, and tells whether anything came of it. Its state is
   * kept before anything is done about it.
   */
  dispatch(ask: Ask, happening: Happening): Promise<boolean> {
    const taken = ask.queue.then(() => this.take(ask, happening));
    ask.queue = taken.catch((error: unknown) => console.error("what was asked could not be kept", error));
    return taken.catch(() => false);
  }

  /** Stops what is under way and forgets it. */
  async forget(tabId: number): Promise<void> {
    const ask = this.of(tabId);
    if (!ask) return;
    await this.dispatch(ask, { kind: "stop" });
    this.byTab.delete(tabId);
    await dropAsk(tabId);
    this.options.changed();
  }

  private async take(ask: Ask, happening: Happening): Promise<boolean> {
    const before = ask.state;
    const { state, effects } = advance(before, { ...happening, stamp: this.options.stamp() });
    if (state === before && effects.length === 0) return false;
    // How far the server is comes often, and is of no use after a suspension.
    const passing = happening.kind === "told";
    if (!passing && this.of(state.tabId) === ask) await saveAsk(state);
    ask.state = state;
    for (const effect of effects) this.run(ask, effect);
    this.options.changed();
    return true;
  }

  private run(ask: Ask, effect: Effect): void {
    if (effect.kind === "abort") {
      ask.abort.abort();
      ask.abort = new AbortController();
    } else void this.options.perform(ask, effect);
  }
}

function askOf(state: AskState): Ask {
  return { state, abort: new AbortController(), queue: Promise.resolve() };
}
