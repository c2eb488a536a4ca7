/** One socket for all feeds of a page that ask the same server as the same person. */
import Pusher, { type ChannelAuthorizationHandler } from "pusher-js/worker";
import type { Client } from "../client.ts";
import type { RealtimeData } from "../generated/types.ts";
import { address } from "./address.ts";

/** What a feed hears of its channel. */
export interface ChannelListener {
  /** From now on everything is heard. */
  joined(): void;
  /** The socket is gone. It is tried again without being asked; `joined` tells when it is back. */
  left(): void;
  /** Not let in; nothing more is tried. */
  refused(): void;
  heard(data: unknown): void;
}

/** A place on a line. */
export interface Seat {
  leave(): void;
  /** Drops the socket, however alive it looks, and opens another. */
  reconnect(): void;
}

/** Opens a channel for a listener. */
export type Join = (client: Client, data: RealtimeData, channel: string, listener: ChannelListener) => Seat;

/** Lines by client, since a client stands for a server and a person. */
const lines = new WeakMap<Client, Map<string, Line>>();

/** Takes a place on the line to the server; the first opens it, and it closes soon after the last has left. */
export const join: Join = (client, data, channel, listener) => {
  const ofClient = lines.get(client) ?? new Map<string, Line>();
  lines.set(client, ofClient);
  const name = JSON.stringify([data.key, data.host, data.port, data.tls, data.cluster]);
  const line = ofClient.get(name) ?? new Line(client, data, () => ofClient.delete(name));
  ofClient.set(name, line);
  return line.seat(channel, listener);
};

/** Wishes to reconnect that come so close together are one. */
const TOGETHER = 1_000;

/** So long a line that nobody listens on stays open: whoever leaves one conversation mostly joins another. */
const LINGER = 2_000;

class Line {
  private readonly pusher: Pusher;
  private readonly listeners = new Map<string, Set<ChannelListener>>();
  private up = false;
  /** We disconnect ourselves, in order to connect again. */
  private renewing = false;
  private renewedAt = 0;
  private closing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: Client,
    data: RealtimeData,
    private readonly closed: () => void,
  ) {
    this.pusher = new Pusher(data.key, {
      ...address(data, client.address()),
      channelAuthorization: {
        customHandler: ({ socketId, channelName }, done) => void this.authorize(socketId, channelName, done),
      },
    });
    const { connection } = this.pusher;
    connection.bind("connected", () => (this.up = true));
    // Said a second before the state changes, when the socket has just closed.
    connection.bind("connecting_in", () => this.lost());
    connection.bind("connecting", () => this.lost());
    connection.bind("disconnected", () => this.givenUp());
  }

  seat(channel: string, listener: ChannelListener): Seat {
    clearTimeout(this.closing);
    const together = this.listeners.get(channel);
    if (together) together.add(listener);
    else this.open(channel, listener);
    if (this.pusher.connection.state === "disconnected") this.pusher.connect();
    else if (together) this.again(channel, listener);
    return { leave: () => this.leave(channel, listener), reconnect: () => this.reconnect() };
  }

  private open(channel: string, listener: ChannelListener): void {
    const all = new Set([listener]);
    this.listeners.set(channel, all);
    const bound = this.pusher.subscribe(channel);
    bound.bind("pusher:subscription_succeeded", () => all.forEach((one) => one.joined()));
    bound.bind("pusher:subscription_error", () => all.forEach((one) => one.refused()));
    bound.bind_global((event: string, data: unknown) => {
      if (!event.startsWith("pusher:")) all.forEach((one) => one.heard(data));
    });
  }

  /** Somebody joined a channel that is known already: it is open, or was refused and is asked for once more. */
  private again(channel: string, listener: ChannelListener): void {
    const isIn = this.up && this.pusher.channel(channel)?.subscribed;
    if (!isIn) this.pusher.subscribe(channel);
    else queueMicrotask(() => this.listeners.get(channel)?.has(listener) && listener.joined());
  }

  private leave(channel: string, listener: ChannelListener): void {
    const all = this.listeners.get(channel);
    if (!all?.delete(listener) || all.size > 0) return;
    this.listeners.delete(channel);
    this.pusher.channel(channel)?.unbind_all();
    this.pusher.unsubscribe(channel);
    if (this.listeners.size === 0) this.closing = setTimeout(() => this.close(), LINGER);
  }

  private everyone(): ChannelListener[] {
    return [...this.listeners.values()].flatMap((all) => [...all]);
  }

  private lost(): void {
    if (!this.up) return;
    this.up = false;
    for (const one of this.everyone()) one.left();
  }

  /** Disconnected for good: pusher-js gives up when the server tells it to. */
  private givenUp(): void {
    this.lost();
    if (!this.renewing) for (const one of this.everyone()) one.refused();
  }

  private reconnect(): void {
    // Another feed of the page may just have done so.
    if (Date.now() - this.renewedAt < TOGETHER) return;
    this.renewedAt = Date.now();
    this.renewing = true;
    this.pusher.disconnect();
    this.renewing = false;
    this.pusher.connect();
  }

  private close(): void {
    this.closed();
    this.pusher.disconnect();
    this.pusher.unbind_all();
    // pusher-js keeps every instance for good.
    Pusher.instances.splice(Pusher.instances.indexOf(this.pusher), 1);
  }

  private async authorize(
    socket: string,
    channel: string,
    done: Parameters<ChannelAuthorizationHandler>[1],
  ): Promise<void> {
    try {
      const data = await this.client.authorizeChannel(socket, channel);
      // Signed for a socket that is gone: the next one asks for itself.
      if (this.pusher.connection.socket_id === socket) done(null, data);
    } catch (error) {
      done(error instanceof Error ? error : new Error("not authorized"), null);
    }
  }
}
