/** The tasks of all tabs: events in, state kept, effects out. */

import type { Performed } from "../shared/action.ts";
import { advance, begin, type Start } from "../task/advance.ts";
import type { Advanced, Effect, Happening, Stamp } from "../task/event.ts";
import { hasEnded, type TaskState } from "../task/state.ts";
import { statusOf } from "../task/view.ts";
import { dropTask, loadTasks, saveTask } from "./store.ts";
import { setAlarm } from "./wake.ts";

/** A task and what belongs to its run of the worker. */
export interface Task {
  state: TaskState;
  /** Breaks off what is under way. */
  abort: AbortController;
  /** Events are taken one after the other. */
  queue: Promise<void>;
  /** Done once the server has been told to stop it, if it was. */
  stopping: Promise<void>;
}

/** Performs one effect, and reports by dispatching to the task. It never fails. */
export type Perform = (task: Task, effect: Effect) => Promise<void>;

export interface TasksOptions {
  stamp: () => Stamp;
  perform: Perform;
  changed: () => void;
  /** Whether something else needs the worker to be woken, too. */
  alsoAwake: () => boolean;
}

export class Tasks {
  private readonly byTab = new Map<number, Task>();

  constructor(private readonly options: TasksOptions) {}

  /** Takes up what was under way when the worker was killed. `open` are the tabs that there are. */
  async revive(open: Set<number>): Promise<void> {
    for (const state of await loadTasks()) {
      if (!open.has(state.tabId) && hasEnded(state)) await dropTask(state.tabId);
      else this.byTab.set(state.tabId, taskOf(state));
    }
    for (const task of [...this.byTab.values()]) {
      void this.dispatch(task, { kind: "revived" });
      if (!open.has(task.state.tabId)) void this.dispatch(task, { kind: "tabClosed" });
    }
    await this.keepAwake();
  }

  of(tabId: number): Task | null {
    return this.byTab.get(tabId) ?? null;
  }

  all(): Task[] {
    return [...this.byTab.values()];
  }

  isBusy(tabId: number): boolean {
    const task = this.of(tabId);
    return task !== null && !hasEnded(task.state);
  }

  /** Begins a task; one that has ended on this tab makes room. */
  async start(start: Start): Promise<void> {
    const first = begin(start, this.options.stamp());
    const task = taskOf(first.state);
    this.byTab.set(start.tabId, task);
    const kept = this.keep(task, first, start.tabId);
    task.queue = kept.then(() => this.run(task, first.effects));
    await kept;
    await this.keepAwake();
    this.options.changed();
  }

  /** Takes in an event once those before it are done with. Its state is kept before anything is done about it. */
  dispatch(task: Task, happening: Happening): Promise<void> {
    task.queue = task.queue
      .then(() => this.take(task, happening))
      .catch((error: unknown) => console.error("a task could not be kept", error));
    return task.queue;
  }

  /** Forgets a task that has ended. */
  async forget(tabId: number): Promise<void> {
    if (this.isBusy(tabId)) return;
    this.byTab.delete(tabId);
    await dropTask(tabId);
    this.options.changed();
  }

  private async take(task: Task, happening: Happening): Promise<void> {
    const before = task.state;
    const next = advance(before, { ...this.ownTab(task, happening), stamp: this.options.stamp() });
    if (next.state === before && next.effects.length === 0) return;
    await this.keep(task, next, before.tabId);
    if (hasEnded(before) !== hasEnded(next.state) || statusOf(before.phase) !== statusOf(next.state.phase))
      await this.keepAwake();
    this.run(task, next.effects);
    this.options.changed();
  }

  /** Two tasks never work on one tab: who would go on in a tab that another is at work in stays where it is. */
  private ownTab(task: Task, happening: Happening): Happening {
    if (happening.kind !== "performed" || happening.performed.tabId === undefined) return happening;
    const { tabId } = happening.performed;
    return this.of(tabId) !== task && this.isBusy(tabId)
      ? { ...happening, performed: taken(happening.performed) }
      : happening;
  }

  private async keep(task: Task, { state }: Advanced, wasOn: number): Promise<void> {
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
    if (current && !this.byTab.has(wasOn)) await dropTask(wasOn);
  }

  private run(task: Task, effects: Effect[]): void {
    for (const effect of effects) {
      if (effect.kind === "abort") {
        task.abort.abort();
        task.abort = new AbortController();
      } else {
        const done = this.options.perform(task, effect);
        if (effect.kind === "stopOnServer") task.stopping = done;
      }
    }
  }

  /** Has the worker woken for as long as anything goes on. */
  keepAwake(): Promise<void> {
    return setAlarm(this.options.alsoAwake() || this.all().some((task) => statusOf(task.state.phase) === "running"));
  }
}

function taken({ noticed }: Performed): Performed {
  return { success: false, error: { code: "ACTION_FAILED", message: "another task is at work in that tab" }, noticed };
}

function taskOf(state: TaskState): Task {
  return { state, abort: new AbortController(), queue: Promise.resolve(), stopping: Promise.resolve() };
}
