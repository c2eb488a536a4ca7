/** What the panel asks for. Everything is checked: a message is data, whoever sent it. */

import { ApiError, type Attachment, type InteractStatus } from "@screen-agent/api";
import { browser } from "wxt/browser";
import type { Answer, Command, Problem, Settings } from "../shared/protocol.ts";
import type { Happening } from "../task/event.ts";
import { hasEnded } from "../task/state.ts";
import { type AccountKeeper, serverOf } from "./account.ts";
import { ASK_SHAPES, askingUnderWay, type Desk, isMine, obeyAsking } from "./ask/commands.ts";
import { packetProblem } from "./ask/failure.ts";
import { problemOf } from "./failure.ts";
import type { TabSessionKeeper } from "./sessions.ts";
import { loadOwner, saveOwner } from "./store.ts";
import type { Task, Tasks } from "./tasks.ts";

const MOST_WORDS = 10_000;

export interface Office {
  account: AccountKeeper;
  sessions: TabSessionKeeper;
  tasks: Tasks;
  /** Asking, and collections. */
  desk: Desk;
  changed(): void;
  /** Waits for something, but not for ever. */
  patiently(work: Promise<void>): Promise<void>;
}

/** Does what is asked, or says why not. Never throws. */
export async function obey(office: Office, command: Command): Promise<Answer> {
  try {
    const refusal = await carryOut(office, command);
    office.changed();
    return refusal ? { ok: false, problem: refusal } : { ok: true };
  } catch (error) {
    office.changed();
    return { ok: false, problem: packetProblem(error) ?? problemOf(error) };
  }
}

async function carryOut(office: Office, command: Command): Promise<Problem | null> {
  const { account, sessions, desk } = office;
  if (isMine(command)) return obeyAsking(desk, command);
  switch (command.kind) {
    case "signIn":
      return signIn(office, command);
    case "signOut":
      return signOut(office);
    case "checkAccount":
      return checkAccount(account);
    case "settings":
      return changeSettings(office, command.settings);
    case "start":
      return start(office, command);
    case "answer":
      return toTask(office, command.tabId, { kind: "said", text: command.text.slice(0, MOST_WORDS) });
    case "resume":
      return toTask(office, command.tabId, { kind: "helped", values: command.values });
    case "approve":
      return toTask(office, command.tabId, {
        kind: "approval",
        fingerprint: command.fingerprint,
        allow: command.allow === true,
        scope: command.scope === "site" ? "site" : "once",
      });
    case "stop":
      return toTask(office, command.tabId, { kind: "stop" });
    case "retry":
      return toTask(office, command.tabId, { kind: "retry" });
    case "heard":
      return heard(office, command);
    case "newSession":
      return change(office, command.tabId, (tabId) => sessions.fresh(tabId));
    case "openSession":
      if (!account.account) return signInFirst();
      return change(office, command.tabId, async (tabId) => sessions.open(await tabFacts(tabId), command.sessionId));
  }
}

async function signIn(
  office: Office,
  { server, email, password, code }: Extract<Command, { kind: "signIn" }>,
): Promise<null> {
  const { account, tasks, desk } = office;
  // Whoever it is, collections are loaded again: it may be somebody else.
  desk.forgetLibrary();
  await account.signIn(server, email, password, code);
  const before = await loadOwner();
  if (before !== "" && before !== account.owner) await leave(office);
  await saveOwner(account.owner);
  // Whatever came to a halt for want of an account goes on.
  for (const task of tasks.all()) void tasks.dispatch(task, { kind: "retry" });
  for (const ask of desk.asks.all()) void desk.asks.dispatch(ask, { kind: "retry" });
  return null;
}

/** Only the server's own no takes the account away; a server that cannot be reached says nothing. */
async function checkAccount(account: AccountKeeper): Promise<null> {
  try {
    await account.client()?.whoami();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await account.revoked({ code: "UNAUTHORIZED", message: "You are signed out.", advice: "Sign in again." });
  }
  return null;
}

async function signOut(office: Office): Promise<null> {
  await leave(office);
  await office.account.signOut();
  return null;
}

/** Nothing of one person's is shown to, or gone on with by, another. */
async function leave({ tasks, sessions, desk, patiently }: Office): Promise<void> {
  desk.forgetLibrary();
  for (const ask of desk.asks.all()) await desk.asks.forget(ask.state.tabId);
  for (const task of tasks.all()) {
    await tasks.dispatch(task, { kind: "stop" });
    // The token has to count for as long as the server is told.
    await patiently(task.stopping);
    await tasks.forget(task.state.tabId);
  }
  await sessions.clear();
}

async function changeSettings(office: Office, settings: Settings): Promise<null> {
  const { account } = office;
  const moved = serverOf(settings.server) !== account.settings.server;
  // The token is for one server; it is never shown to another.
  if (moved) await signOut(office);
  await account.change(settings);
  return null;
}

async function start(
  { account, sessions, tasks, desk }: Office,
  command: Extract<Command, { kind: "start" }>,
): Promise<Problem | null> {
  const client = account.client();
  if (!client) return signInFirst();
  const query = command.query.trim().slice(0, MOST_WORDS);
  if (query === "")
    return { code: "NO_WORDS", message: "There are no instructions.", advice: "Say what should be done." };
  const tabId = sessions.tabOf(command.tabId);
  if (tasks.isBusy(tabId)) return underWay();
  if (desk.asks.isBusy(tabId)) return askingUnderWay();
  const tab = await tabFacts(tabId);
  const sessionId = await sessions.ensure(client, tab, query);
  if (tasks.isBusy(tabId)) return underWay();
  if (desk.asks.isBusy(tabId)) return askingUnderWay();
  await tasks.start({ tabId, sessionId, owner: account.owner, query, attachment: attachmentOf(command.attachment) });
  return null;
}

async function toTask({ sessions, tasks }: Office, panelTab: number, happening: Happening): Promise<Problem | null> {
  const task = tasks.of(sessions.tabOf(panelTab)) ?? tasks.of(panelTab);
  if (!task || hasEnded(task.state))
    return { code: "NO_TASK", message: "No task is under way here.", advice: "Start one." };
  const { state } = task;
  await tasks.dispatch(task, happening);
  return task.state === state ? notNow(task, happening) : null;
}

/** Nothing has come of it. */
function notNow({ state }: Task, happening: Happening): Problem | null {
  const approving = state.phase.name === "waiting" && state.phase.approval !== null;
  if (approving && (happening.kind === "said" || happening.kind === "helped")) {
    return { code: "APPROVAL_NEEDED", message: "A yes or no is needed first.", advice: "Allow or deny what is asked." };
  }
  return { code: "NOT_ASKED", message: "Nothing is waiting for this.", advice: "See what is asked now." };
}

/** What comes over the stream concerns the task that it names, and is only ever a hint. */
async function heard(
  { sessions, tasks }: Office,
  { tabId, taskId, status }: Extract<Command, { kind: "heard" }>,
): Promise<null> {
  const task = tasks.of(sessions.tabOf(tabId)) ?? tasks.of(tabId);
  if (task?.state.taskId === taskId) await tasks.dispatch(task, { kind: "heard", status: status as InteractStatus });
  return null;
}

/** Another conversation for a tab; one with a task under way is not left. */
async function change(
  { sessions, tasks }: Office,
  panelTab: number,
  to: (tabId: number) => Promise<void>,
): Promise<Problem | null> {
  const tabId = sessions.tabOf(panelTab);
  if (tasks.isBusy(tabId)) return underWay();
  await tasks.forget(tabId);
  await to(tabId);
  return null;
}

async function tabFacts(tabId: number): Promise<{ id: number; url: string }> {
  const tab = await browser.tabs.get(tabId);
  return { id: tabId, url: tab.url ?? "" };
}

function attachmentOf(attachment: Attachment | undefined): Attachment | null {
  if (!attachment) return null;
  const { s3Key, filename, mimeType, size } = attachment;
  return { s3Key, filename, mimeType, size };
}

function signInFirst(): Problem {
  return { code: "UNAUTHORIZED", message: "You are not signed in.", advice: "Sign in first." };
}

function underWay(): Problem {
  return {
    code: "TASK_UNDER_WAY",
    message: "A task is under way in this tab.",
    advice: "Stop it first, or let it finish.",
  };
}

const SHAPES: Record<Command["kind"], Record<string, "string" | "number" | "boolean" | "object">> = {
  ...ASK_SHAPES,
  signIn: { server: "string", email: "string", password: "string" },
  signOut: {},
  checkAccount: {},
  start: { tabId: "number", query: "string" },
  answer: { tabId: "number", text: "string" },
  resume: { tabId: "number" },
  approve: { tabId: "number", fingerprint: "string", allow: "boolean" },
  stop: { tabId: "number" },
  retry: { tabId: "number" },
  newSession: { tabId: "number" },
  openSession: { tabId: "number", sessionId: "string" },
  settings: { settings: "object" },
  heard: { tabId: "number", taskId: "string", status: "string" },
};

/** True for a message that is one of the commands. */
export function isCommand(message: unknown): message is Command {
  if (typeof message !== "object" || message === null) return false;
  const told = message as Record<string, unknown>;
  const shape =
    typeof told.kind === "string" && Object.hasOwn(SHAPES, told.kind) ? SHAPES[told.kind as Command["kind"]] : null;
  return (
    shape !== null &&
    Object.entries(shape).every(([field, type]) => typeof told[field] === type && told[field] !== null)
  );
}
