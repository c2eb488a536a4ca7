/** What the panel itself remembers: which sheet is open, what is being typed, what is on its way. */
import { type Signal, signal } from "@preact/signals";
import type { Attachment } from "@screen-agent/api";
import type { ReportFormat } from "@screen-agent/ui";
import { reportOf, type Table } from "@screen-agent/ui/rows";
import {
  type Answer,
  type Command,
  type Problem,
  problem,
  type RowsView,
  type Settings,
  type TabView,
} from "../shared/protocol.ts";
import { type About, Asking } from "./asking.ts";
import { Collecting } from "./collecting.ts";
import { refusal, tableIn, typed } from "./files.ts";
import { isAnswering } from "./open.ts";
import type { Outside } from "./outside.ts";
import { recall, remember } from "./remembered.ts";
import { problemOf } from "./trouble.ts";

export type Sheet = "history" | "collections" | "debug" | "settings" | "stop";

/** The file that goes with what is said next. */
export interface Enclosed {
  filename: string;
  size: number;
  /** 0 to 1; null when it is there. */
  progress: number | null;
  attachment: Attachment | null;
  /** Its rows, where it is a table of several. */
  table: Table | null;
}

export class Panel {
  readonly sheet: Signal<Sheet | null> = signal(null);
  readonly draft: Signal<string> = signal("");
  readonly enclosed: Signal<Enclosed | null> = signal(null);
  /** What is said is done for each row of the file. */
  readonly eachRow: Signal<boolean> = signal(false);
  /** Something that was asked for here did not work. */
  readonly problem: Signal<Problem | null> = signal(null);
  /** A command is on its way. */
  readonly busy: Signal<boolean> = signal(false);
  readonly asking: Asking = new Asking(this);
  readonly collecting: Collecting = new Collecting(this);
  /** What it does and how to stop it is shown: at first, and whenever it is asked for. */
  readonly welcoming: Signal<boolean> = signal(recall("welcomed") === null);
  /** Who was signed in last, to spare them typing it again. */
  email = "";
  private uploading = new AbortController();
  private tabId: number | null = null;
  /** What was being typed for other tabs, and what it is about. */
  private readonly drafts = new Map<number, { words: string; about: About | null }>();

  constructor(readonly outside: Outside) {}

  /** Another tab: what is typed belongs to the tab that it was typed for, and a file is for one task alone. */
  turnTo(tabId: number): void {
    if (tabId === this.tabId) return;
    if (this.tabId !== null) {
      this.drafts.set(this.tabId, { words: this.draft.value, about: this.asking.about.value });
      const kept = this.drafts.get(tabId);
      this.draft.value = kept?.words ?? "";
      this.asking.about.value = kept?.about ?? null;
      this.asking.missed.value = "";
      this.unenclose();
    }
    this.tabId = tabId;
  }

  /** Somebody else may sign in: nothing of what was typed stays. */
  clear(): void {
    this.drafts.clear();
    this.draft.value = "";
    this.asking.about.value = null;
    this.unenclose();
  }

  /** Asks the worker; what it refuses is shown. True when it did it. */
  async ask(command: Command): Promise<boolean> {
    this.busy.value = true;
    this.problem.value = null;
    const answer = await this.outside.ask(command).catch(unanswered);
    this.busy.value = false;
    if (!answer.ok) this.problem.value = answer.problem;
    return answer.ok;
  }

  /** Says what was typed: a new task, or the answer to a question. */
  async say(kind: "start" | "answer"): Promise<void> {
    const text = this.draft.value.trim();
    const { tab } = this;
    const enclosed = this.enclosed.value;
    if (!text || !tab || this.busy.value || enclosed?.progress != null) return;
    const attachment = enclosed?.attachment;
    const { filename: file = "", table = null } = enclosed ?? {};
    const start: Command =
      table && this.eachRow.value
        ? { kind: "startRows", tabId: tab.id, query: text, file, table }
        : { kind: "start", tabId: tab.id, query: text, ...(attachment ? { attachment } : {}) };
    const done = await this.ask(kind === "start" ? start : { kind: "answer", tabId: tab.id, text });
    if (!done) return;
    this.draft.value = "";
    this.unenclose();
  }

  /** Shows what it does and how to stop it, or has it read. */
  welcome(shows: boolean): void {
    this.welcoming.value = shows;
    if (!shows) remember("welcomed", "yes");
  }

  /** Brings words back to be changed. */
  rephrase(words: string): void {
    this.draft.value = words;
    document.querySelector<HTMLElement>(".composer textarea")?.focus();
  }

  /** Sends a file to the server, so that it can go with what is said next. */
  async enclose(file: File): Promise<void> {
    this.unenclose();
    const why = refusal(file);
    if (why) {
      this.problem.value = { code: "FILE", message: `“${file.name}” cannot be attached.`, advice: why };
      return;
    }
    this.problem.value = null;
    const { signal } = this.uploading;
    const about = { filename: file.name, size: file.size };
    const show = (progress: number | null, attachment: Attachment | null, table: Table | null = null): void => {
      if (!signal.aborted) this.enclosed.value = { ...about, progress, attachment, table };
    };
    show(0, null);
    try {
      const going = this.outside.upload(typed(file), (share) => show(share, null), signal);
      const [attachment, table] = await Promise.all([going, tableIn(file)]);
      show(null, attachment, table);
    } catch (error) {
      if (signal.aborted) return;
      this.enclosed.value = null;
      this.tell(error);
    }
  }

  /** Takes the file away again, also while it is on its way. */
  unenclose(): void {
    this.uploading.abort();
    this.uploading = new AbortController();
    this.enclosed.value = null;
    this.eachRow.value = false;
  }

  /** Saves a report of the task. */
  async report(format: ReportFormat): Promise<void> {
    const state = this.outside.state.value;
    const client = this.outside.client();
    if (!client || !state?.sessionId || !state.task?.taskId) return;
    try {
      this.outside.save(await client.report(state.sessionId, state.task.taskId, format));
    } catch (error) {
      this.tell(error);
    }
  }

  /** Saves what came of each row. */
  rowsReport({ file, lines }: RowsView): void {
    const blob = new Blob([reportOf(lines)], { type: "text/csv" });
    this.outside.save({ blob, filename: `${file.replace(/\.[^.]+$/, "")}.report.csv` });
  }

  /** The tab that is shown. */
  get tab(): TabView | null {
    return this.outside.state.value?.tab ?? null;
  }

  /** Shows on the page what is being asked about. Nobody waits for it, and nothing else is held up. */
  mark(ids: readonly string[]): void {
    const { tab } = this;
    if (tab) void this.outside.ask({ kind: "mark", tabId: tab.id, ids: [...ids] }).catch(() => undefined);
  }

  /** Has the page looked at for examples. Nobody waits for it. */
  glance(): void {
    const { tab } = this;
    if (tab) void this.outside.ask({ kind: "glance", tabId: tab.id }).catch(() => undefined);
  }

  stop(): void {
    this.sheet.value = null;
    const state = this.outside.state.value;
    const answering = state !== null && isAnswering(state);
    this.withTab((tabId) => ({ kind: answering ? "stopAsking" : "stop", tabId }));
  }

  retry(): void {
    this.withTab((tabId) => ({ kind: "retry", tabId }));
  }

  settings(change: Partial<Settings>): Promise<boolean> {
    return this.ask({ kind: "settings", settings: change });
  }

  /** Asks for something about the tab that is shown. */
  withTab(command: (tabId: number) => Command): void {
    if (this.tab) void this.ask(command(this.tab.id));
  }

  /** Shows what went wrong with a call of the server. */
  tell(error: unknown): void {
    const server = this.outside.state.value?.settings.server ?? "the server";
    this.problem.value = problemOf(error, server, this.outside.now.value);
  }
}

/** The worker did not answer: it is starting, or the extension was updated under an open panel. */
function unanswered(): Answer {
  const advice = "Try again. If that does not help, close this panel and open it again.";
  return { ok: false, problem: problem("NO_WORKER", "The extension does not answer.", advice) };
}
