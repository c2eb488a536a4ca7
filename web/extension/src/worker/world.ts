/** What all parts of the worker have in common. */
import type { Client } from "@screen-agent/api";
import type { PacketClient } from "@screen-agent/api/packet";
import type { Hands } from "../shared/action.ts";
import type { Eyes } from "../shared/look.ts";
import type { Problem } from "../shared/protocol.ts";
import type { Reader } from "../shared/reading.ts";
import type { Recorder } from "../shared/recording.ts";
import type { Stamp } from "../task/event.ts";
import type { TaskState } from "../task/state.ts";
import type { KeepAlive, Timers } from "./wake.ts";

export interface World {
  eyes: Eyes;
  hands: Hands;
  reader: Reader;
  recorder: Recorder;
  timers: Timers;
  keepAlive: KeepAlive;
  now(): number;
  id(): string;
  stamp(): Stamp;
  /** The server in the name of whoever is signed in; null when nobody is. */
  client(): Client | null;
  /** The same for questions and collections. */
  packets(): PacketClient | null;
  /** Whoever is signed in; empty when nobody is. */
  owner(): string;
  /** How often a tab has gone elsewhere. */
  generation(tabId: number): Promise<number>;
  /** Something that panels show is not as it was. */
  changed(): void;
  /** Has the worker woken for as long as anything goes on. */
  keepAwake(): Promise<void>;
  signedOut(why: Problem): Promise<void>;
  /** A task goes on in another tab. */
  moved(from: number, to: number): Promise<void>;
  /** A task has ended. */
  ended(task: TaskState): void;
  /** Nothing is done on the tab any more. */
  left(tabId: number): Promise<void>;
}
