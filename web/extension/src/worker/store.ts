/** What is kept, and where: tasks for as long as the browser runs, the account and the settings for good. */

import type { OrderFault } from "@screen-agent/api";
import { browser } from "wxt/browser";
import { Kept, KeptByTab } from "../shared/kept.ts";
import { type Account, DEFAULT_SETTINGS, type Problem, type Settings } from "../shared/protocol.ts";
import type { TaskState } from "../task/state.ts";
import type { Pointed } from "./pointing.ts";
import type { Recording } from "./recordings.ts";
import type { RowRun } from "./rows.ts";

/** Who is signed in, with the token. It never leaves the extension's own storage. */
export interface SignedIn {
  token: string;
  /** ISO 8601. */
  expiresAt: string;
  server: string;
  account: Account;
}

/** The conversation of a tab. */
export interface TabSession {
  sessionId: string;
  /** Where the tab was; after a restart of the browser a tab is known by nothing else. */
  url: string;
  /** The tab that its task went on to. */
  movedTo?: number;
}

export type TabSessions = Record<string, TabSession>;

/** A request with whole documents or pictures in it is not kept over this size. */
const KEEP_BYTES = 1_500_000;

/** Only our own pages and the worker may read what is stored; content scripts may not. */
export async function closeStorage(): Promise<void> {
  for (const area of [browser.storage.local, browser.storage.session]) {
    // Not every browser has it; there only extension code that we wrote runs beside pages.
    await area.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" });
  }
}

/** What the person chose; what they did not choose is as it is for everybody. */
export async function loadSettings(): Promise<Settings> {
  return { ...DEFAULT_SETTINGS, ...(await SETTINGS.load()) };
}

export const SETTINGS = new Kept<Partial<Settings>>("local", "settings", {});
export const ACCOUNT = new Kept<SignedIn | null>("local", "account", null);
/** Whose conversations are kept here. */
export const OWNER = new Kept<string>("local", "owner", "");
export const SIGNED_OUT = new Kept<Problem | null>("session", "signedOut", null);
/** Null when nothing was ever kept: a fresh profile, or storage that was lost. */
export const TAB_SESSIONS = new Kept<TabSessions | null>("local", "tabSessions", null);
/** Conversations that the server knows. */
export const INITIALIZED = new Kept<string[]>("local", "initialized", []);
/** True when the browser has gone on running since this was kept. */
export const RUNNING = new Kept<boolean>("session", "running", false);
/** Orders that are carried out for each row of a table. */
export const ROWS = new Kept<RowRun[]>("local", "rows", []);
/** A tab that another program may work on, by the yes that was given in this browser. */
export interface HeldLease {
  id: string;
  tabId: number;
  client: string;
  sites: string[];
  sessionId: string;
  /** Drawn here: no other browser works under it. */
  holder: string;
  paused: boolean;
  /** The person wants it over, and the server has not heard of it yet. */
  ending: boolean;
  /** The order that was taken up. */
  under: number | null;
  /** What came of it, until the server knows. */
  came: { taskId: string | null; fault: OrderFault | null } | null;
  /** Why what was under way was stopped. */
  halted: OrderFault | null;
}

/** Numbers of tabs are good for as long as the browser runs, and so is what is lent. */
export const LEASES = new Kept<HeldLease[]>("session", "leases", []);
export const TASKS = new KeptByTab<TaskState>("task:");
/** A step that is corrected by pointing. */
export const POINTING = new Kept<Pointed | null>("session", "pointing", null);
export const RECORDINGS = new KeptByTab<Recording>("recording:");

/** Keeps a task. Where storage is full the last look is left out: after a suspension there is a new one anyway. */
export function saveTask(state: TaskState): Promise<void> {
  return TASKS.save(kept(state, KEEP_BYTES)).catch(() => TASKS.save({ ...kept(state, 0), look: null, watch: null }));
}

/**
 * Storage that is gone with the browser is small. A huge request is not kept: after a suspension the page
 * is looked at again, and what became of the step that the server may have decided on is said to be open.
 */
function kept(state: TaskState, most: number): TaskState {
  const { phase } = state;
  const again = phase.name === "pausing" || phase.name === "stuck" ? phase.again : null;
  const asking = "asking" in phase ? phase.asking : again?.kind === "ask" ? again.asking : null;
  if (!asking || asking.body.length <= most) return state;
  const report = { ...state.report, lastActionStatus: "pending" as const };
  switch (phase.name) {
    case "asking":
    case "fetching":
      return { ...state, report, phase: { name: "looking" } };
    case "pausing":
    case "stuck":
      return { ...state, report, phase: { ...phase, again: { kind: "look" } } };
    case "waiting":
      return { ...state, phase: { ...phase, asking: null } };
    case "looking":
    case "acting":
    case "checking":
    case "resuming":
    case "ended":
      return state;
  }
}
