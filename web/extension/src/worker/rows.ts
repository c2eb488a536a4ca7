/** An order for each row of a table, a task a row: which is under way, and what came of those before. */
import type { Attachment } from "@screen-agent/api";
import {
  missingColumn,
  namesColumns,
  orderOf,
  type RowLine,
  type RowOutcome,
  recordOf,
  type Table,
} from "@screen-agent/ui/rows";
import { problem, type RowsView } from "../shared/protocol.ts";
import { hasEnded, type TaskState } from "../task/state.ts";
import { statusOf } from "../task/view.ts";
import { TASK_UNDER_WAY } from "./ask/commands.ts";
import { begin, said } from "./begin.ts";
import { failureOf, problemOf, Refusal, SIGN_IN_FIRST } from "./failure.ts";
import { load } from "./load.ts";
import { type Office, tabFacts } from "./office.ts";
import { isRestricted } from "./restricted.ts";
import { ROWS } from "./store.ts";
import { pause } from "./wake.ts";

/** Kept beyond the browser's end, so that what was broken off can go on. */
export interface RowRun {
  /** The conversation that it belongs to; after a restart a tab is known by it. */
  sessionId: string;
  tabId: number;
  /** The person's words, with a column's name in braces where its value goes. */
  words: string;
  file: string;
  table: Table;
  /** The page that each row begins on. */
  url: string;
  /** The row that is under way, or was last; counted from 0. */
  at: number;
  /** What came of each row; null of one that nothing was done for. */
  lines: (RowLine | null)[];
  standing: RowsView["standing"];
  why: string | null;
}

/** As many one after the other may come to nothing. */
const MOST_FAILURES = 3;
/** As many conversations have rows that are kept. */
const MOST_RUNS = 5;
const UPLOAD_TRIES = 5;
const UPLOAD_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 60_000;
/** Longest order and result of the report. */
const LONGEST_LINE = 500;

const LOST = "The browser was closed meanwhile.";
const FAILING = `${MOST_FAILURES} rows one after the other came to nothing.`;

export class RowRuns {
  private runs: RowRun[] = [];
  /** Breaks off what is done between two rows. */
  private readonly stops = new Map<RowRun, AbortController>();

  constructor(private readonly office: Office) {}

  /** Takes up what was under way when the worker was killed. Whether a row is done whose task is gone, nobody can tell. */
  async revive(): Promise<void> {
    this.runs = await ROWS.load();
    for (const run of this.runs.filter(({ standing }) => standing === "running")) {
      const task = this.office.tasks.all().find(({ state }) => state.sessionId === run.sessionId)?.state;
      if (!task) await this.halt(run, LOST);
      else if (task.row !== run.at) this.step(Object.assign(run, { lines: run.lines.with(run.at, null) }));
      else if (hasEnded(task)) this.ended(task);
    }
  }

  /** Tabs that rows are under way on. */
  tabs(): number[] {
    return this.runs.filter(({ standing }) => standing === "running").map(({ tabId }) => tabId);
  }

  isRunning(tabId: number): boolean {
    return this.tabs().includes(tabId);
  }

  viewOf(sessionId: string): RowsView | null {
    const run = this.of(sessionId);
    if (!run) return null;
    const { file, standing, table, at, lines, why } = run;
    const begun = lines.filter((line) => line !== null);
    return { file, standing, why, row: at + 1, total: table.rows.length, lines: begun };
  }

  /** The first row is done on the page as it is. */
  async start(panelTab: number, query: string, file: string, table: Table): Promise<void> {
    const { sessions, tasks, account } = this.office;
    const words = said(query);
    const missing = missingColumn(words, table);
    if (missing !== null) {
      const advice = `Its columns are: ${table.columns.join(", ")}.`;
      throw new Refusal(problem("NO_COLUMN", `The table has no column “${missing}”.`, advice));
    }
    const tab = await tabFacts(sessions.tabOf(panelTab));
    if (isRestricted(tab.url)) throw new Refusal(problem("NO_PAGE", "Rows begin on a page.", "Open it first."));
    const client = account.client();
    if (!client) throw new Refusal(SIGN_IN_FIRST);
    if (tasks.isBusy(tab.id) || this.isRunning(tab.id)) throw new Refusal(TASK_UNDER_WAY);
    const sessionId = await sessions.ensure(client, tab, words);
    const run: RowRun = {
      ...{ sessionId, tabId: tab.id, words, file, table, url: tab.url, at: 0, why: null },
      ...{ lines: table.rows.map(() => null), standing: "running" },
    };
    const others = this.runs.filter((one) => one.sessionId !== sessionId);
    const idle = others.filter(({ standing }) => standing !== "running");
    const gone = idle.slice(0, Math.max(0, others.length + 1 - MOST_RUNS));
    this.runs = [...others.filter((one) => !gone.includes(one)), run];
    try {
      await this.begin(run, this.signalOf(run));
    } catch (error) {
      this.runs = this.runs.filter((one) => one !== run);
      await this.save();
      throw error;
    }
  }

  /** Goes on with what is not done; what was under way when it broke off is done again only if that is wanted. */
  async goOn(panelTab: number, again: boolean): Promise<void> {
    const { sessions, tasks } = this.office;
    const tabId = sessions.tabOf(panelTab);
    const run = this.of(sessions.of(tabId));
    if (!run) throw new Refusal(problem("NO_ROWS", "There are no rows to go on with.", "Attach the table again."));
    if (run.standing === "running" || tasks.isBusy(tabId)) throw new Refusal(TASK_UNDER_WAY);
    const stays = (line: RowLine | null): boolean =>
      line?.outcome === "begun" ? !again : line !== null && line.outcome !== "not done";
    const lines = run.lines.map((line) => (stays(line) ? line : null));
    this.step(Object.assign(run, { tabId, lines, standing: "running", why: null }));
  }

  /** True when rows were under way. The task of one is stopped by itself. */
  async stop(panelTab: number): Promise<boolean> {
    const tabId = this.office.sessions.tabOf(panelTab);
    const run = this.runs.find((one) => one.tabId === tabId && one.standing === "running");
    if (run) await this.halt(run, null);
    return run !== undefined;
  }

  /** The report is not wanted any more. */
  async forget(panelTab: number): Promise<void> {
    const { sessions } = this.office;
    const run = this.of(sessions.of(sessions.tabOf(panelTab)));
    if (!run || run.standing === "running") return;
    this.runs = this.runs.filter((one) => one !== run);
    await this.save();
  }

  /** Nothing of one person's is left for the next. */
  async clear(): Promise<void> {
    for (const stop of this.stops.values()) stop.abort();
    this.runs = [];
    await this.save();
  }

  /** A task has ended: its row is done with, and the next begins. What was stopped may have been done, or not. */
  ended(task: TaskState): void {
    const run = this.of(task.sessionId);
    if (!run || run.at !== task.row) return;
    const status = statusOf(task.phase);
    const outcome = status === "stopped" ? "begun" : (OUTCOMES[status] ?? "not done");
    run.lines[run.at] = lineOf(run, outcome, task.result ?? task.problem?.message ?? "", this.office.now());
    run.tabId = task.tabId;
    if (status === "stopped" || run.standing !== "running") void this.halt(run, task.problem?.message ?? null);
    else if (isFailing(run)) void this.halt(run, FAILING);
    else this.step(run);
  }

  private of(sessionId: string | null): RowRun | undefined {
    return this.runs.find((run) => run.sessionId === sessionId);
  }

  private signalOf(run: RowRun): AbortSignal {
    const stop = new AbortController();
    this.stops.set(run, stop);
    return stop.signal;
  }

  /** Begins the next row for which nothing was done. */
  private step(run: RowRun): void {
    const signal = this.signalOf(run);
    const went = this.next(run, signal).catch(async (error: unknown) => {
      if (signal.aborted) return;
      run.lines[run.at] = null;
      await this.halt(run, problemOf(error).message);
    });
    void this.office.keepAlive.during(went);
  }

  private async next(run: RowRun, signal: AbortSignal): Promise<void> {
    const at = run.lines.indexOf(null);
    if (at < 0) return this.end(run, "done", null);
    run.at = at;
    await this.save();
    await load(this.office, run.tabId, run.url, signal);
    await this.begin(run, signal);
  }

  private async begin(run: RowRun, signal: AbortSignal): Promise<void> {
    const { words, table, at } = run;
    const cells = table.rows[at] ?? [];
    const attachment = namesColumns(words) ? null : await this.upload(run, signal);
    signal.throwIfAborted();
    run.lines[at] = lineOf(run, "begun", "", this.office.now());
    await this.save();
    signal.throwIfAborted();
    await begin(this.office, run.tabId, orderOf(words, table, cells), attachment, { row: at });
    const task = signal.aborted && this.office.tasks.of(run.tabId);
    if (task) await this.office.tasks.dispatch(task, { kind: "stop" });
  }

  /** The row as a file of its own, from which a form is filled in. */
  private async upload({ file, table, at }: RowRun, signal: AbortSignal): Promise<Attachment> {
    const name = `${file.replace(/\.[^.]+$/, "")}, row ${at + 1}.json`;
    const record = new File([recordOf(table, table.rows[at] ?? [])], name, { type: "application/json" });
    for (let tries = 1; ; tries++) {
      try {
        const client = this.office.client();
        if (!client) throw new Refusal(SIGN_IN_FIRST);
        return (await client.upload(record, signal)).attachment;
      } catch (error) {
        const failure = error instanceof Refusal ? null : failureOf(error, signal);
        const passes = failure?.kind === "network" || failure?.status === 429 || (failure?.status ?? 0) >= 500;
        if (!passes || tries === UPLOAD_TRIES) throw error;
        const wanted = failure?.kind === "refused" && failure.retryAfter ? failure.retryAfter * 1_000 : 0;
        await pause(this.office.timers, Math.min(LONGEST_PAUSE_MS, wanted || UPLOAD_PAUSE_MS * tries));
        signal.throwIfAborted();
      }
    }
  }

  private halt(run: RowRun, why: string | null): Promise<void> {
    this.stops.get(run)?.abort();
    return this.end(run, "stopped", why);
  }

  private async end(run: RowRun, standing: RowsView["standing"], why: string | null): Promise<void> {
    this.stops.delete(run);
    Object.assign(run, { standing, why });
    await this.save();
    await this.office.keepAwake();
  }

  private async save(): Promise<void> {
    this.office.changed();
    await ROWS.save(this.runs);
  }
}

const OUTCOMES: Partial<Record<string, RowOutcome>> = { success: "done", unverified: "done, not verified" };

function lineOf({ words, table, at }: RowRun, outcome: RowOutcome, result: string, now: number): RowLine {
  const cells = table.rows[at] ?? [];
  const told = cells.filter((cell) => cell !== "").join(", ");
  const order = namesColumns(words) ? orderOf(words, table, cells) : `${words} (${told})`;
  const most = (text: string): string => text.slice(0, LONGEST_LINE);
  return { row: at + 1, order: most(order), outcome, result: most(result), at: new Date(now).toISOString() };
}

function isFailing({ at, lines }: RowRun): boolean {
  const last = lines.slice(Math.max(0, at + 1 - MOST_FAILURES), at + 1);
  return last.length === MOST_FAILURES && last.every((line) => line?.outcome === "not done");
}
