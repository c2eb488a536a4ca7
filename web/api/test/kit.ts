/** A server, a socket, a clock and a page that tests hold in their hands. */
import { Client } from "../src/client.ts";
import type { WireMessage } from "../src/generated/types.ts";
import type { ChannelListener, Join } from "../src/realtime/line.ts";
import type { World } from "../src/realtime/world.ts";
import { type FeedOptions, SessionFeed, type Snapshot } from "../src/realtime.ts";

export const SESSION = "59adf5f0-cddb-42dd-a20d-658ac57278fd";

/** A message with a number; its id and time follow from that. */
export function said(number: number, more: Partial<WireMessage> = {}): WireMessage {
  const timestamp = new Date(Date.UTC(2026, 0, 1, 0, 0, 0, number)).toISOString();
  return {
    messageId: `m${number}`,
    role: "assistant",
    content: `message ${number}`,
    sequenceNumber: number,
    timestamp,
    ...more,
  };
}

/** The server's side: what it holds, whom it knows, what it was asked. */
export class FakeServer {
  messages: WireMessage[] = [];
  readonly good = new Set(["good"]);
  away = false;
  /** Seconds that it tells whoever asks to wait. */
  busyFor = 0;
  readonly asked: string[] = [];
  /** Each answer waits for this. */
  hold: Promise<void> = Promise.resolve();
  readonly client = new Client({
    base: "http://server.test",
    token: "good",
    fetch: (url, init) => this.answer(String(url), init),
  });

  private async answer(url: string, init?: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(url);
    this.asked.push(
      pathname.split("/").at(-1) +
        (searchParams.size ? `?${new URLSearchParams([...searchParams].filter(([name]) => name !== "limit"))}` : ""),
    );
    await this.hold;
    if (this.away) throw new TypeError("fetch failed");
    const token = new Headers(init?.headers).get("Authorization")?.slice("Bearer ".length);
    if (!token || !this.good.has(token)) return Response.json({ code: "UNAUTHORIZED", message: "no" }, { status: 401 });
    if (this.busyFor > 0)
      return Response.json({ code: "RATE_LIMITED", message: "later", retryAfter: this.busyFor }, { status: 429 });
    if (pathname === "/api/realtime") return Response.json({ data: { key: "app" } });
    if (pathname.endsWith("/auth/session"))
      return Response.json({ data: { user: { id: "u", email: "a@b.example", name: "A" } } });
    return Response.json({ data: this.page(searchParams) });
  }

  private page(search: URLSearchParams) {
    const since = search.get("since") ?? "";
    const after = Number(search.get("after") ?? -1);
    const fits = this.messages.filter((message) => message.sequenceNumber > after && message.timestamp >= since);
    const total = (this.messages.at(-1)?.sequenceNumber ?? -1) + 1;
    return { sessionId: SESSION, messages: fits.slice(0, Number(search.get("limit"))), total, sessionExists: true };
  }
}

/** The socket's side: who sits on the channel. */
export class FakeLine {
  listener: ChannelListener | null = null;
  seats = 0;
  reconnects = 0;
  readonly channels: string[] = [];
  readonly join: Join = (_client, _data, channel, listener) => {
    this.channels.push(channel);
    this.listener = listener;
    this.seats += 1;
    return {
      leave: () => {
        this.seats -= 1;
      },
      reconnect: () => {
        this.reconnects += 1;
      },
    };
  };

  /** What the server pushes. */
  push(message: WireMessage, more: object = {}): void {
    this.listener?.heard({ type: "new_message", sessionId: SESSION, eventId: message.messageId, message, ...more });
  }
}

/** A clock that stands still until it is turned, and a page that is shown or hidden by hand. */
export class FakeWorld implements World {
  time = 0;
  shown = true;
  private timers: { at: number; run: () => void }[] = [];
  private told: (() => void)[] = [];
  private online: (() => void)[] = [];

  now = (): number => this.time;
  visible = (): boolean => this.shown;

  later(delay: number, run: () => void): () => void {
    const timer = { at: this.time + delay, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  }

  onVisibility(told: () => void, signal: AbortSignal): void {
    this.told.push(() => signal.aborted || told());
  }

  onOnline(told: () => void, signal: AbortSignal): void {
    this.online.push(() => signal.aborted || told());
  }

  /** Turns the clock; whatever is due happens in its order, and what follows from it too. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.time + milliseconds;
    for (;;) {
      await settled();
      const due = this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.time = Math.max(this.time, due.at);
      this.timers = this.timers.filter((one) => one !== due);
      due.run();
    }
    this.time = end;
  }

  async show(shown: boolean): Promise<void> {
    this.shown = shown;
    for (const told of this.told) told();
    await settled();
  }

  async comeOnline(): Promise<void> {
    for (const told of this.online) told();
    await settled();
  }

  get waiting(): number {
    return this.timers.length;
  }
}

/** Lets everything that needs no timer come to its end. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A feed in such surroundings, and what its listener was shown last. */
export async function follow(server: FakeServer, options: Partial<FeedOptions> = {}) {
  const world = new FakeWorld();
  const line = new FakeLine();
  const shown: Snapshot[] = [];
  const feed = new SessionFeed({ client: server.client, sessionId: SESSION, world, join: line.join, ...options });
  feed.subscribe((snapshot) => shown.push(snapshot));
  await settled();
  const now = (): Snapshot => shown.at(-1)!;
  const numbers = (): number[] => now().messages.map((message) => message.sequenceNumber);
  return { world, line, feed, shown, now, numbers };
}
