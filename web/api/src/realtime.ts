/** A conversation as it happens. */
import type { Client } from "./client.ts";
import { ApiError } from "./error.ts";
import type { InteractStatus, LiveRound, RealtimeData, WireMessage } from "./generated/types.ts";
import { eventOf, Seen } from "./realtime/event.ts";
import { type ChannelListener, type Join, join, type Seat } from "./realtime/line.ts";
import {
  coolDown,
  NO_STREAM,
  nudgeAfter,
  pollAfter,
  retryAfter,
  SETTLE,
  STALE_AFTER,
  UNSURE,
} from "./realtime/patience.ts";
import { Reader, type Wanted } from "./realtime/reader.ts";
import { browserWorld, type World } from "./realtime/world.ts";

export { type ChannelListener, type Join, join, type Seat } from "./realtime/line.ts";

/**
 * How fresh the messages are: heard as they happen, asked for every few seconds, about to be one of the two, or neither
 * possible at the moment.
 */
export type Connection = "live" | "polling" | "connecting" | "offline";

/** What is known of the conversation at a moment. A new object whenever something changed. */
export interface Snapshot {
  /** Each once, in order. At most the latest 1,000. */
  messages: readonly WireMessage[];
  connection: Connection;
  /** The latest round that was heard; null while none was, as in a time of polling. */
  round: LiveRound | null;
  /** How many messages the conversation has in all. */
  total: number;
}

export interface FeedOptions {
  client: Client;
  /** The server must know the conversation already: init comes before everything. */
  sessionId: string;
  /** Where the live stream is; asked of the server when left out, and none at all when null. */
  realtime?: RealtimeData | null;
  /** The server no longer knows the token. Told once for a token. */
  onUnauthorized?: () => void;
  /** Ends everything. */
  signal?: AbortSignal;
  /** The clock and the page; the browser's own when left out. */
  world?: World;
  /** How a channel is joined; by pusher-js when left out. */
  join?: Join;
}

/**
 * Follows one conversation: live while it can be, by polling while it cannot, and never with a message missing, twice or out
 * of order. Whatever was not heard while a socket was down is read when it is back.
 */
export class SessionFeed {
  private readonly client: Client;
  private readonly world: World;
  private readonly reader: Reader;
  private readonly ended = new AbortController();
  private readonly listeners = new Set<(snapshot: Snapshot) => void>();
  private readonly seen = new Seen();
  private snapshot: Snapshot = { messages: [], connection: "connecting", round: null, total: 0 };
  private round: LiveRound | null = null;

  private seat: Seat | null = null;
  private live = false;
  /** Joinings so far: what an earlier one brings late is passed over. */
  private joinings = 0;
  /** Refusals in a row of a token that counts, and of ones that do not. */
  private refusals = { ofGood: 0, ofBad: 0 };
  /** A token that the server does not know. Nothing is asked with it while it rests. */
  private badToken: { token: string | null; rests: boolean } | null = null;

  /** How the last reading went; null before the first since the socket was lost. */
  private read: "well" | "badly" | null = null;
  private polling: boolean;
  private failures = 0;
  private hiddenAt: number | null = null;
  /** When the socket is tried again next, and how often it was in vain. */
  private nudge = { at: Infinity, times: 0 };
  /** Milliseconds that the server told us to wait. */
  private told = 0;
  private cancelPoll = (): void => undefined;
  private cancelReading: (() => void) | null = null;
  private cancelRetry = (): void => undefined;

  constructor(private readonly options: FeedOptions) {
    this.client = options.client;
    this.world = options.world ?? browserWorld;
    this.polling = options.realtime === null;
    this.reader = new Reader(this.client, options.sessionId, this.ended.signal, () => this.show());
    if (options.signal?.aborted) this.close();
    else this.start(options.signal);
  }

  /** Tells what is known now, and again whenever that changes. What is returned ends it. */
  subscribe(listener: (snapshot: Snapshot) => void): () => void {
    this.listeners.add(listener);
    listener(this.snapshot);
    return () => this.listeners.delete(listener);
  }

  /** Reads the whole conversation again. */
  reload(): Promise<void> {
    return this.look("all");
  }

  /** Ends everything; nobody is told anything afterwards. */
  close(): void {
    this.ended.abort();
    this.listeners.clear();
    this.cancelPoll();
    this.cancelRetry();
    this.cancelReading?.();
    this.seat?.leave();
    this.seat = null;
  }

  private start(signal: AbortSignal | undefined): void {
    const until = this.ended.signal;
    signal?.addEventListener("abort", () => this.close(), { signal: until });
    this.world.onVisibility(() => this.visibilityChanged(), until);
    this.world.onOnline(() => void this.renew(), until);
    void this.look("all");
    void this.connect();
    this.planPoll();
  }

  // The live stream.

  /** Joins the channel again: with the token of now, at the address of now. */
  private async connect(): Promise<void> {
    const joining = this.leave();
    const data = await this.askAddress().catch((error: unknown) =>
      error instanceof ApiError ? null : ("away" as const),
    );
    if (joining !== this.joinings || this.ended.signal.aborted) return;
    if (data === "away") return this.retryIn(UNSURE);
    this.planNudge();
    if (data) this.seat = (this.options.join ?? join)(this.client, data, this.channel(), this.listener(joining));
    else if (this.options.realtime === undefined) this.retryIn(NO_STREAM);
  }

  private async askAddress(): Promise<RealtimeData | null> {
    const { realtime } = this.options;
    return realtime === undefined ? this.client.realtime(this.ended.signal) : realtime;
  }

  private channel(): string {
    return `private-session-${this.options.sessionId}`;
  }

  /** Leaves the channel; the number is the next joining's. */
  private leave(): number {
    this.cancelRetry();
    this.seat?.leave();
    this.seat = null;
    this.live = false;
    return ++this.joinings;
  }

  private listener(joining: number): ChannelListener {
    const ifCurrent = (act: () => void): void => {
      if (joining === this.joinings && !this.ended.signal.aborted) act();
    };
    return {
      joined: () => ifCurrent(() => this.joined()),
      left: () => ifCurrent(() => this.left()),
      refused: () => ifCurrent(() => void this.turnedAway()),
      heard: (data) => ifCurrent(() => this.heard(data)),
    };
  }

  private joined(): void {
    this.live = true;
    this.polling = false;
    this.refusals = { ofGood: 0, ofBad: 0 };
    this.nudge = { at: Infinity, times: 0 };
    this.cancelPoll();
    this.show();
    // Whatever happened before this moment was not heard.
    void this.look("news");
  }

  private left(): void {
    this.live = false;
    this.read = null;
    this.planNudge();
    this.show();
    void this.poll();
  }

  /** The token may be to blame, or what is between us and the server: the token is looked at before anything is tried. */
  private async turnedAway(): Promise<void> {
    this.leave();
    this.left();
    const standing = await this.checkToken();
    if (standing === "good") this.retryIn(retryAfter(this.refusals.ofGood++));
    if (standing === "unsure") this.retryIn(UNSURE);
  }

  /** Starts whatever is waited for: somebody looks again, the network is back, or the time is over. */
  private async renew(): Promise<void> {
    this.cancelRetry();
    if (this.badToken) this.badToken.rests = false;
    const standing = await this.checkToken();
    if (this.ended.signal.aborted || standing === "bad") return;
    if (standing === "unsure") return this.retryIn(UNSURE);
    this.refusals = { ofGood: 0, ofBad: 0 };
    if (this.seat) this.seat.reconnect();
    else void this.connect();
    void this.poll();
  }

  private retryIn(delay: number): void {
    this.cancelRetry();
    if (this.ended.signal.aborted) return;
    this.cancelRetry = this.world.later(delay, () => void (this.badToken ? this.renew() : this.connect()));
  }

  // The token.

  private async checkToken(): Promise<"good" | "bad" | "unsure"> {
    const { token } = this.client;
    try {
      await this.client.whoami(this.ended.signal);
      this.badToken = null;
      return "good";
    } catch (error) {
      if (!isUnauthorized(error)) return "unsure";
      this.tokenRefused(token);
      return "bad";
    }
  }

  private tokenRefused(token: string | null): void {
    const known = this.badToken?.token === token ? this.badToken : null;
    // Of several requests under way at once the first to be refused has said it.
    if (this.ended.signal.aborted || known?.rests) return;
    this.badToken = { token, rests: true };
    this.refusals.ofBad += 1;
    this.leave();
    this.read = "badly";
    this.show();
    this.planPoll();
    this.retryIn(coolDown(this.refusals.ofBad));
    if (!known) this.options.onUnauthorized?.();
  }

  // Reading.

  private async look(what: Wanted): Promise<void> {
    const { token } = this.client;
    this.cancelReading?.();
    this.cancelReading = null;
    try {
      await this.reader.read(what);
      this.failures = 0;
      this.told = 0;
      this.read = "well";
    } catch (error) {
      if (this.ended.signal.aborted) return;
      if (isUnauthorized(error)) return this.tokenRefused(token);
      this.failures += 1;
      this.told = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;
      this.read = "badly";
      // Live, nothing else would try again.
      if (this.live) this.lookIn(this.pace(), what);
    }
    this.show();
  }

  /** Reads after a while, unless something is read before. */
  private lookIn(delay: number, what: Wanted = "news"): void {
    this.cancelReading ??= this.world.later(delay, () => void this.look(what));
  }

  private pace(): number {
    return pollAfter(this.world.visible(), this.failures, this.told);
  }

  private async poll(): Promise<void> {
    this.cancelPoll();
    if (this.live || this.ended.signal.aborted) return;
    if (this.badToken) return this.badToken.token === this.client.token ? this.planPoll() : this.renew();
    await this.look("news");
    this.polling = true;
    this.show();
    this.planPoll();
    this.nudgeSocket();
  }

  /** The server answers, so it may well take a socket again. */
  private nudgeSocket(): void {
    if (this.live || this.read !== "well" || this.world.now() < this.nudge.at) return;
    this.nudge.times += 1;
    this.planNudge();
    this.seat?.reconnect();
  }

  private planNudge(): void {
    this.nudge.at = this.world.now() + nudgeAfter(this.nudge.times);
  }

  private planPoll(): void {
    this.cancelPoll();
    if (this.live || this.ended.signal.aborted) return;
    this.cancelPoll = this.world.later(this.pace(), () => void this.poll());
  }

  private visibilityChanged(): void {
    if (!this.world.visible()) {
      this.hiddenAt = this.world.now();
      return this.planPoll();
    }
    const isStale = this.hiddenAt !== null && this.world.now() - this.hiddenAt >= STALE_AFTER;
    this.hiddenAt = null;
    if (!this.live || isStale) void this.renew();
  }

  // What is known.

  private heard(data: unknown): void {
    const event = eventOf(data);
    if (!event || event.sessionId !== this.options.sessionId || !this.seen.isNew(event.eventId)) return;
    if (event.type === "interact_response") {
      this.round = event.data;
      this.show();
      // A round may have told what became of the action before; the last one surely leaves nothing open.
      if (PAUSES.has(event.data.status)) void this.look("news");
      else this.lookIn(SETTLE);
    } else if (event.truncated || !this.reader.take(event.message)) {
      void this.look("news");
    }
  }

  private show(): void {
    const { messages, total } = this.reader;
    const now: Snapshot = { messages, total, connection: this.connection(), round: this.round };
    const before = this.snapshot;
    const isSame = (Object.keys(now) as (keyof Snapshot)[]).every((name) => now[name] === before[name]);
    if (isSame) return;
    this.snapshot = now;
    for (const listener of [...this.listeners]) listener(now);
  }

  private connection(): Connection {
    if (this.live) return "live";
    if (this.read === "badly") return "offline";
    return this.polling && this.read === "well" ? "polling" : "connecting";
  }
}

/** Nothing follows a round that ends so, until somebody does something. */
const PAUSES: ReadonlySet<InteractStatus> = new Set<InteractStatus>([
  "completed",
  "failed",
  "interrupted",
  "needs_user_input",
]);

const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
