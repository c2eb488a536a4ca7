/** The tasks of one conversation, kept in step with it: whatever is heard is a reason to look again. */
import type { Client, TaskInfo, TimelineData } from "@screen-agent/api";
import { type Connection, SessionFeed, type Snapshot } from "@screen-agent/api/realtime";
import { isUnauthorized, wordsOf } from "./problem.ts";
import { hasEnded } from "./standing.ts";

/** What is known at a moment; a new object whenever that changes. */
export interface WorkState {
  connection: Connection;
  /** Newest first; null before they were read. */
  tasks: readonly TaskInfo[] | null;
  /** Of the tasks that somebody looks into. */
  timelines: ReadonlyMap<string, TimelineData>;
  /** Why the latest reading failed. */
  problem: string | null;
}

export const NO_WORK: WorkState = { connection: "connecting", tasks: null, timelines: new Map(), problem: null };

export interface WorkOptions {
  client: Client;
  session: string;
  signal: AbortSignal;
  tell: (state: WorkState) => void;
  onUnauthorized: () => void;
}

export class Work {
  private state = NO_WORK;
  private readonly opened = new Set<string>();
  private reading = false;
  private again = false;

  constructor(private readonly options: WorkOptions) {
    const { client, session: sessionId, signal, onUnauthorized } = options;
    const feed = new SessionFeed({ client, sessionId, signal, onUnauthorized });
    let before: Snapshot | null = null;
    feed.subscribe((now) => {
      const isNews =
        !before ||
        now.messages !== before.messages ||
        now.round !== before.round ||
        now.connection !== before.connection;
      before = now;
      this.show({ connection: now.connection });
      if (isNews) void this.refresh();
    });
  }

  /** Somebody looks into a task: its steps are read, and kept fresh from now on. */
  open(task: string): void {
    this.opened.add(task);
    if (!this.state.timelines.has(task)) void this.refresh();
  }

  close(task: string): void {
    this.opened.delete(task);
  }

  /** Stops a task; what was done stays done. */
  async stop(task: string): Promise<void> {
    try {
      await this.options.client.stop(this.options.session, task);
    } catch (error) {
      this.failed(error);
    }
    await this.refresh();
  }

  /** Reads what may have changed. One reading at a time; what happens meanwhile is read once, right after. */
  async refresh(): Promise<void> {
    this.again = this.reading;
    if (this.reading) return;
    this.reading = true;
    try {
      do {
        this.again = false;
        await this.read();
      } while (this.again && !this.options.signal.aborted);
    } catch (error) {
      this.failed(error);
    } finally {
      this.reading = false;
    }
  }

  private async read(): Promise<void> {
    const { client, session } = this.options;
    const { tasks } = await client.tasks(session);
    // The latest is what one comes to see.
    if (this.state.tasks === null && tasks[0]) this.opened.add(tasks[0].taskId);
    this.show({ tasks, problem: null });
    const stale = tasks.filter((task) => this.opened.has(task.taskId) && this.isStale(task));
    const fresh = await Promise.all(stale.map((task) => client.timeline(session, task.taskId)));
    if (fresh.length === 0) return;
    const timelines = new Map(this.state.timelines);
    for (const timeline of fresh) timelines.set(timeline.task.taskId, timeline);
    this.show({ timelines });
  }

  /** What has ended changes no more. */
  private isStale(task: TaskInfo): boolean {
    const known = this.state.timelines.get(task.taskId)?.task;
    return !known || !hasEnded(task.status) || known.updatedAt !== task.updatedAt || known.status !== task.status;
  }

  private failed(error: unknown): void {
    if (this.options.signal.aborted) return;
    if (isUnauthorized(error)) this.options.onUnauthorized();
    else this.show({ problem: wordsOf(error) });
  }

  private show(news: Partial<WorkState>): void {
    if (this.options.signal.aborted) return;
    this.state = { ...this.state, ...news };
    this.options.tell(this.state);
  }
}
