/** The tasks of all tabs. */
import type { Performed } from "../shared/action.ts";
import { advance, begin, type Start } from "../task/advance.ts";
import type { Effect, Happening } from "../task/event.ts";
import { hasEnded, type TaskState } from "../task/state.ts";
import { statusOf } from "../task/view.ts";
import { type Live, live, PerTab } from "./per_tab.ts";
import { perform } from "./perform.ts";
import { saveTask, TASKS } from "./store.ts";

export type Task = Live<TaskState>;

export class Tasks extends PerTab<TaskState, Happening, Effect> {
  /** Takes up what was under way when the worker was killed. `open` are the tabs that there are. */
  async revive(open: Set<number>): Promise<void> {
    for (const state of await TASKS.load()) {
      if (!open.has(state.tabId) && hasEnded(state)) await TASKS.drop(state.tabId);
      else this.byTab.set(state.tabId, live(state));
    }
    for (const task of this.all()) {
      void this.dispatch(task, { kind: "revived" });
      if (!open.has(task.state.tabId)) void this.dispatch(task, { kind: "tabClosed" });
    }
  }

  isBusy(tabId: number): boolean {
    const task = this.of(tabId);
    return task !== null && !hasEnded(task.state);
  }

  anyRuns(): boolean {
    return this.all().some((task) => statusOf(task.state.phase) === "running");
  }

  /** Begins a task; one that has ended on this tab makes room. */
  async start(start: Start): Promise<void> {
    const { state, effects } = begin(start, this.world.stamp());
    const task = live(state);
    this.byTab.set(start.tabId, task);
    const kept = this.keep(task, state, start.tabId);
    task.queue = kept.then(() => this.run(task, effects));
    await kept;
    await this.world.keepAwake();
    this.world.changed();
  }

  /** Forgets a task that has ended. */
  async forget(tabId: number): Promise<void> {
    if (this.isBusy(tabId)) return;
    this.byTab.delete(tabId);
    await TASKS.drop(tabId);
    this.world.changed();
  }

  protected async take(task: Task, happening: Happening): Promise<boolean> {
    const before = task.state;
    const { state, effects } = advance(before, { ...this.ownTab(task, happening), stamp: this.world.stamp() });
    if (state === before && effects.length === 0) return false;
    await this.keep(task, state, before.tabId);
    if (statusOf(before.phase) !== statusOf(state.phase)) await this.world.keepAwake();
    this.run(task, effects);
    this.world.changed();
    if (hasEnded(state) && !hasEnded(before)) this.world.ended(state);
    return true;
  }

  protected perform(task: Task, effect: Effect, signal: AbortSignal, tell: (happening: Happening) => void) {
    // Asked also after the end, for the figures.
    const always = (happening: Happening): void => void this.dispatch(task, happening);
    return perform(this.world, task.state.owner, effect, signal, effect.kind === "inquire" ? always : tell);
  }

  /** Two tasks never work on one tab: who would go on in a tab that another is at work in stays where it is. */
  private ownTab(task: Task, happening: Happening): Happening {
    if (happening.kind !== "performed" || happening.performed.tabId === undefined) return happening;
    const { tabId } = happening.performed;
    return this.of(tabId) !== task && this.isBusy(tabId)
      ? { ...happening, performed: taken(happening.performed) }
      : happening;
  }

  private async keep(task: Task, state: TaskState, wasOn: number): Promise<void> {
    const { tabId } = state;
    // A task that made room for another is not kept any more.
    const current = this.byTab.get(wasOn) === task;
    // The tab is taken before anything is waited for, so that no other task can begin there meanwhile.
    if (current && tabId !== wasOn) {
      this.byTab.delete(wasOn);
      this.byTab.set(tabId, task);
    }
    if (current) await saveTask(state);
    task.state = state;
    if (current && !this.byTab.has(wasOn)) await TASKS.drop(wasOn);
  }
}

function taken({ noticed }: Performed): Performed {
  return { success: false, error: { code: "ACTION_FAILED", message: "another task is at work in that tab" }, noticed };
}
