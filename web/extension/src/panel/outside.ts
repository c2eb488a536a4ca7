/** All that the panel knows of the world. The real one stands in `connect.ts`; tests and the gallery give their own. */

import type { ReadonlySignal } from "@preact/signals";
import type { Attachment, Client, ReportFile } from "@screen-agent/api";
import type { PacketClient } from "@screen-agent/api/packet";
import type { Answer, Command, PanelState } from "../shared/protocol.ts";
import type { Conversation } from "./conversation.ts";

export interface Outside {
  /** Null until the worker said anything. */
  readonly state: ReadonlySignal<PanelState | null>;
  readonly conversation: ReadonlySignal<Conversation>;
  /** Milliseconds since the epoch; moves on while something shown depends on it. */
  readonly now: ReadonlySignal<number>;
  readonly version: string;
  /** The keys that open the panel, if the browser has some for it. */
  readonly shortcut: ReadonlySignal<string | null>;
  /** The keys that stop what is being done, if the browser has some for it. */
  readonly stopKeys: ReadonlySignal<string | null>;
  ask(command: Command): Promise<Answer>;
  /** The server with the token of the account; null while signed out. */
  client(): Client | null;
  /** The same for questions and collections. */
  packets(): PacketClient | null;
  upload(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<Attachment>;
  /** Shows another tab. */
  goTo(tabId: number): void;
  /** Asks the browser for access to websites; must be called from the person's own gesture. */
  askForAccess(): Promise<boolean>;
  save(file: ReportFile): void;
}
