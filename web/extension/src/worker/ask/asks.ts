/** What is asked in all tabs. */
import { advance, fresh } from "../../ask/advance.ts";
import type { Effect, Happening } from "../../ask/event.ts";
import { type AskState, isOpen } from "../../ask/state.ts";
import { isRunning } from "../../ask/view.ts";
import { type Live, live, PerTab } from "../per_tab.ts";
import { perform } from "./perform.ts";
import { ASKS, saveAsk } from "./store.ts";

export type Ask = Live<AskState>;

export class Asks extends PerTab<AskState, Happening, Effect> {
  /** Takes up what was under way when the worker was killed. `open` are the tabs that there are. */
  async revive(open: Set<number>): Promise<void> {
    for (const state of await ASKS.load()) {
      if (open.has(state.tabId)) this.byTab.set(state.tabId, live(state));
      else await ASKS.drop(state.tabId);
    }
    for (const ask of this.all()) {
      void this.dispatch(ask, { kind: "revived" });
      if (!open.has(ask.state.at)) void this.dispatch(ask, { kind: "tabClosed", tabId: ask.state.at });
    }
  }

  /** The conversation of a tab; a new one where there is none, or it is somebody else's. */
  ensure(tabId: number): Ask {
    const owner = this.world.owner();
    const known = this.of(tabId);
    if (known?.state.owner === owner) return known;
    const made = live(fresh(tabId, owner, this.world.id()));
    this.byTab.set(tabId, made);
    return made;
  }

  /** Whether something is asked that is at work in this tab, or waits. */
  isBusy(tabId: number): boolean {
    return this.all().some(({ state }) => isOpen(state) && (state.tabId === tabId || state.at === tabId));
  }

  anyRuns(): boolean {
    return this.all().some(({ state }) => isRunning(state));
  }

  /** The tab of a panel, and the one that its question led to. */
  tabsOf(tabId: number): Set<number> {
    return new Set([tabId, this.of(tabId)?.state.at ?? tabId]);
  }

  /** Stops what is under way and forgets it. */
  async forget(tabId: number): Promise<void> {
    const ask = this.of(tabId);
    if (!ask) return;
    await this.dispatch(ask, { kind: "stop" });
    this.byTab.delete(tabId);
    await ASKS.drop(tabId);
    this.world.changed();
  }

  protected async take(ask: Ask, happening: Happening): Promise<boolean> {
    const before = ask.state;
    const { state, effects } = advance(before, { ...happening, stamp: this.world.stamp() });
    if (state === before && effects.length === 0) return false;
    // How far the server is comes often, and is of no use after a suspension.
    const passing = happening.kind === "told";
    if (!passing && this.of(state.tabId) === ask) await saveAsk(state);
    ask.state = state;
    this.run(ask, effects);
    this.world.changed();
    if (isRunning(before) !== isRunning(state)) void this.world.keepAwake().catch(() => undefined);
    return true;
  }

  protected perform(ask: Ask, effect: Effect, signal: AbortSignal, tell: (happening: Happening) => void) {
    return perform(this.world, ask.state.owner, effect, signal, tell);
  }
}
