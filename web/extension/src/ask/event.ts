/** What happens while something is asked, and what is to be done about it. */
import type { Reply, TaskName, ToolCall, ToolMode } from "@screen-agent/api/packet";
import type { AskMessage } from "../shared/ask.ts";
import type { Problem } from "../shared/protocol.ts";
import type { Failure, Stamp } from "../task/event.ts";
import type { AskState, Outcome, PageRead, Seen } from "./state.ts";

export type { Failure, Stamp };

/** Reports of effects bear the turn that they were asked in. */
export type Happening =
  | {
      kind: "asked";
      text: string;
      task: TaskName;
      args: Record<string, unknown>;
      mode: ToolMode;
      collectionId: string | null;
    }
  | { kind: "read"; turn: number; page: PageRead }
  /** Why the page cannot be read. */
  | { kind: "unread"; turn: number; why: "restricted" | "failed" | "silent"; message: string }
  | { kind: "told"; turn: number; text: string }
  | { kind: "answered"; turn: number; packet: Reply }
  | { kind: "refused"; turn: number; failure: Failure }
  | { kind: "performed"; turn: number; outcome: Outcome }
  | { kind: "approval"; callId: string; fingerprint: string; allow: boolean }
  | { kind: "opened"; conversationId: string; said: number; messages: AskMessage[] }
  | { kind: "stop" }
  | { kind: "retry" }
  /** The time that was waited for has come. */
  | { kind: "tick" }
  /** The worker was killed and is back. */
  | { kind: "revived" }
  | { kind: "tabClosed"; tabId: number };

export type Event = Happening & { stamp: Stamp };

/** Everything here is performed by the worker, in order. */
export type Effect =
  | { kind: "read"; turn: number; tabId: number }
  | { kind: "ask"; turn: number; body: string }
  /** `seen`: where the decision was made; elsewhere it is not performed. */
  | { kind: "perform"; turn: number; tabId: number; call: ToolCall; seen: Seen }
  /** Breaks off whatever is under way. */
  | { kind: "abort" }
  | { kind: "release"; tabId: number }
  | { kind: "wakeAt"; at: number }
  | { kind: "signedOut"; problem: Problem };

/** What follows an event. */
export interface Advanced {
  state: AskState;
  effects: Effect[];
}
