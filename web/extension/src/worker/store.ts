/** What is kept, and where: tasks for as long as the browser runs, the account and the settings for good. */
import { browser } from "wxt/browser";
import { type Account, DEFAULT_SETTINGS, type Problem, type Settings } from "../shared/protocol.ts";
import type { TaskState } from "../task/state.ts";

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

const TASK = "task:";
/** A request with whole documents or pictures in it is not kept over this size. */
const KEEP_BYTES = 1_500_000;

/** Only our own pages and the worker may read what is stored; content scripts may not. */
export async function closeStorage(): Promise<void> {
  for (const area of [browser.storage.local, browser.storage.session]) {
    // Not every browser has it; there only extension code that we wrote runs beside pages.
    await area.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" });
  }
}

export async function loadSettings(): Promise<Settings> {
  const { settings } = await browser.storage.local.get("settings");
  return { ...DEFAULT_SETTINGS, ...(settings as Partial<Settings> | undefined) };
}

export function saveSettings(settings: Settings): Promise<void> {
  return browser.storage.local.set({ settings });
}

export async function loadSignedIn(): Promise<SignedIn | null> {
  const { account } = await browser.storage.local.get("account");
  return (account as SignedIn | undefined) ?? null;
}

export async function saveSignedIn(account: SignedIn | null): Promise<void> {
  await (account ? browser.storage.local.set({ account }) : browser.storage.local.remove("account"));
}

/** Whose conversations are kept here. */
export async function loadOwner(): Promise<string> {
  const { owner } = await browser.storage.local.get("owner");
  return (owner as string | undefined) ?? "";
}

export function saveOwner(owner: string): Promise<void> {
  return browser.storage.local.set({ owner });
}

export async function loadSignedOut(): Promise<Problem | null> {
  const { signedOut } = await browser.storage.session.get("signedOut");
  return (signedOut as Problem | undefined) ?? null;
}

export async function saveSignedOut(signedOut: Problem | null): Promise<void> {
  await (signedOut ? browser.storage.session.set({ signedOut }) : browser.storage.session.remove("signedOut"));
}

/** Null when nothing was ever kept: a fresh profile, or storage that was lost. */
export async function loadTabSessions(): Promise<TabSessions | null> {
  const { tabSessions } = await browser.storage.local.get("tabSessions");
  return (tabSessions as TabSessions | undefined) ?? null;
}

export function saveTabSessions(tabSessions: TabSessions): Promise<void> {
  return browser.storage.local.set({ tabSessions });
}

export async function loadInitialized(): Promise<string[]> {
  const { initialized } = await browser.storage.local.get("initialized");
  return (initialized as string[] | undefined) ?? [];
}

export function saveInitialized(initialized: string[]): Promise<void> {
  return browser.storage.local.set({ initialized });
}

/** True when the browser has gone on running since this was asked last. */
export async function stillRunning(): Promise<boolean> {
  const { running } = await browser.storage.session.get("running");
  if (!running) await browser.storage.session.set({ running: true });
  return running === true;
}

export async function loadTasks(): Promise<TaskState[]> {
  const all = await browser.storage.session.get(null);
  return Object.entries(all)
    .filter(([name]) => name.startsWith(TASK))
    .map(([, state]) => state as TaskState);
}

/** Keeps a task. Where storage is full the last look is left out: after a suspension there is a new one anyway. */
export async function saveTask(state: TaskState): Promise<void> {
  const name = TASK + state.tabId;
  const whole = kept(state, KEEP_BYTES);
  await browser.storage.session
    .set({ [name]: whole })
    .catch(() => browser.storage.session.set({ [name]: { ...kept(state, 0), look: null, watch: null } }));
}

export function dropTask(tabId: number): Promise<void> {
  return browser.storage.session.remove(TASK + tabId);
}

/**
 * Storage that is gone with the browser is small. A huge request is not kept: after a suspension the page
 * is looked at again, and what became of the step that the server may have decided on is said to be open.
 */
function kept(state: TaskState, most: number): TaskState {
  const { phase } = state;
  const asking =
    "asking" in phase
      ? phase.asking
      : phase.name === "pausing" || phase.name === "stuck"
        ? phase.again.kind === "ask"
          ? phase.again.asking
          : null
        : null;
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
