/** What happens to a task, and what is to be done about it. */
import type {
  InteractData,
  InteractStatus,
  ResumeRequest,
  TokenUsage,
  WireApprovalScope,
  WireClause,
} from "@screen-agent/api";
import type { Decision, Performed } from "../shared/action.ts";
import type { Look, Picture } from "../shared/look.ts";
import type { Problem } from "../shared/protocol.ts";
import type { TaskState, Want } from "./state.ts";

/** What the reducer may not find out by itself. */
export interface Stamp {
  /** Milliseconds since the epoch. */
  now: number;
  /** A fresh id. */
  id: string;
  /** 0 to 1, for spreading retries. */
  chance: number;
  /** Today where the person is, `YYYY-MM-DD`. */
  today: string;
}

/** Why the server did not answer as hoped. */
export type Failure =
  | { kind: "network" }
  | {
      kind: "refused";
      status: number;
      code: string;
      message: string;
      retryAfter?: number | undefined;
      field?: string | undefined;
      reason?: string | undefined;
    };

/** More of the page; what could not be had is absent. */
export interface More {
  skeleton?: string;
  dom?: string;
  picture?: Picture;
}

/** Why a page cannot be seen. */
export type Unseen =
  /** The browser shows it to no extension. */
  | "restricted"
  /** It could not be loaded. */
  | "failed"
  | "silent";

/** Reports of effects bear the turn that they were asked in. */
export type Happening =
  | { kind: "looked"; turn: number; look: Look }
  | { kind: "unseen"; turn: number; why: Unseen; url: string; message: string }
  | { kind: "answered"; turn: number; data: InteractData; ms: number }
  | { kind: "refused"; turn: number; failure: Failure }
  | { kind: "fetched"; turn: number; more: More }
  | { kind: "performed"; turn: number; performed: Performed }
  | { kind: "resumed"; turn: number }
  | { kind: "notResumed"; turn: number; failure: Failure }
  | { kind: "said"; text: string }
  | { kind: "helped"; values?: Record<string, string> }
  | { kind: "approval"; fingerprint: string; allow: boolean; scope: WireApprovalScope }
  | { kind: "stop" }
  | { kind: "retry" }
  /** The time that was waited for has come. */
  | { kind: "tick" }
  /** Something was heard that may concern the task. */
  | { kind: "heard"; status: InteractStatus }
  /** What the server says of the task when asked. */
  | {
      kind: "told";
      status: InteractStatus;
      result: string | null;
      asks: boolean;
      usage: TokenUsage | null;
      modelCalls: number | null;
      ledger: WireClause[] | null;
      /** Of a task that was completed: whether all of it was seen to be done. */
      verified: boolean | null;
    }
  /** The worker was killed and is back. */
  | { kind: "revived" }
  | { kind: "tabClosed" };

export type Event = Happening & { stamp: Stamp };

/** Everything here is performed by the worker, in order. */
export type Effect =
  | { kind: "look"; turn: number; tabId: number; about: string; settle: boolean; pauseMs: number }
  | { kind: "ask"; turn: number; body: string; key: string }
  | { kind: "fetch"; turn: number; tabId: number; want: Want }
  | { kind: "perform"; turn: number; tabId: number; decision: Decision }
  | { kind: "resume"; turn: number; sessionId: string; taskId: string; body: ResumeRequest }
  /** Breaks off whatever is under way. */
  | { kind: "abort" }
  /** The tab is not acted on any more. */
  | { kind: "release"; tabId: number }
  /** Stops it everywhere. Without a task the one that this session has under way is meant. */
  | { kind: "stopOnServer"; sessionId: string; taskId: string | null; query: string }
  | { kind: "inquire"; sessionId: string; taskId: string }
  | { kind: "wakeAt"; at: number }
  | { kind: "signedOut"; problem: Problem }
  /** The task goes on in another tab. */
  | { kind: "moved"; from: number; to: number };

/** What follows an event. */
export interface Advanced {
  state: TaskState;
  effects: Effect[];
}
