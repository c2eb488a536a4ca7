/** The conversation of the tab, followed as long as it is the tab's. */
import { type Signal, signal } from "@preact/signals";
import type { Client, LiveRound, WireMessage } from "@screen-agent/api";
import type { Connection } from "@screen-agent/ui";
import type { TaskView } from "../shared/protocol.ts";
import { type Timelines, unknownTasks } from "./turns.ts";

export interface Conversation {
  messages: readonly WireMessage[];
  connection: Connection;
  timelines: Timelines;
  /** False until the server answered once. */
  loaded: boolean;
}

export const NOTHING: Conversation = { messages: [], connection: "connecting", timelines: new Map(), loaded: false };

export interface Following {
  client: Client;
  sessionId: string;
  /** The task that this client lives through; its steps are not asked for. */
  own: () => TaskView | null;
  onRound: (round: LiveRound) => void;
  onUnauthorized: () => void;
}

/** Shows one conversation at a time. */
export class Conversations {
  readonly shown: Signal<Conversation> = signal(NOTHING);
  private until = new AbortController();
  private readonly asking = new Set<string>();

  /** Leaves the conversation of before and follows this one; null follows none. */
  follow(following: Following | null): void {
    this.until.abort();
    this.until = new AbortController();
    this.asking.clear();
    this.shown.value = NOTHING;
    if (following) void this.start(following, this.until.signal);
  }

  /** The live stream's code is fetched when it is needed: the panel's first paint does not wait for it. */
  private async start(following: Following, signal: AbortSignal): Promise<void> {
    const { SessionFeed } = await import("@screen-agent/api/realtime");
    if (signal.aborted) return;
    const { client, sessionId, onUnauthorized, onRound } = following;
    let last: LiveRound | null = null;
    const feed = new SessionFeed({ client, sessionId, onUnauthorized, signal });
    feed.subscribe(({ messages, connection, round }) => {
      if (signal.aborted) return;
      const loaded =
        this.shown.value.loaded || connection === "live" || connection === "polling" || messages.length > 0;
      this.shown.value = { ...this.shown.value, messages, connection, loaded };
      if (round && round !== last) {
        last = round;
        onRound(round);
      }
      void this.readTimelines(following, signal);
    });
  }

  /** Verdicts on steps that another client performed, or that lie in the past. */
  private async readTimelines({ client, sessionId, own }: Following, signal: AbortSignal): Promise<void> {
    const { messages, timelines } = this.shown.value;
    const wanted = [...unknownTasks(messages, own(), timelines)].filter(([taskId]) => !this.asking.has(taskId));
    for (const [taskId] of wanted) this.asking.add(taskId);
    for (const [taskId, heard] of wanted) {
      const timeline = await client.timeline(sessionId, taskId).catch(() => null);
      if (signal.aborted) return;
      this.asking.delete(taskId);
      // A task that cannot be read now is not asked for again and again; its next message gives occasion.
      const steps = timeline?.steps ?? this.shown.value.timelines.get(taskId)?.steps ?? [];
      this.shown.value = {
        ...this.shown.value,
        timelines: new Map(this.shown.value.timelines).set(taskId, { steps, heard }),
      };
    }
  }
}
