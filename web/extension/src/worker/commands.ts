/** What the panel asks for. Everything is checked: a message is data, whoever sent it. */

import type { Attachment, InteractStatus, WireOffer } from "@screen-agent/api";
import { MOST_ROWS } from "@screen-agent/ui/rows";
import { browser } from "wxt/browser";
import type { AskCommand, CollectionCommand } from "../shared/ask.ts";
import { withoutPlace } from "../shared/origin.ts";
import { type Answer, type Chosen, type Command, problem, type Settings } from "../shared/protocol.ts";
import type { NotedMessage, PointedMessage } from "../shared/recording.ts";
import type { Happening } from "../task/event.ts";
import { hasEnded } from "../task/state.ts";
import { serverOf } from "./account.ts";
import { ASK_COMMANDS, NOT_ASKED, notWorking } from "./ask/commands.ts";
import { begin } from "./begin.ts";
import { problemOf, Refusal, SIGN_IN_FIRST } from "./failure.ts";
import { load } from "./load.ts";
import { type Commands, MOST_WORDS, type Office, tabFacts } from "./office.ts";
import { isPrivate } from "./restricted.ts";
import { OWNER } from "./store.ts";
import type { Task } from "./tasks.ts";
import { atMost } from "./wake.ts";

const PATIENCE_MS = 3_000;
/** What is said to the server where the person orders nothing by words of their own. */
const NO_ORDER = "Go through the kept steps.";
const PRIVATE_WINDOW = problem(
  "PRIVATE_WINDOW",
  "This is a private window, and what is done here would be kept.",
  "Use an ordinary window.",
);

/** Does what is asked, or says why not. Never throws. */
export async function obey(office: Office, command: Command): Promise<Answer> {
  try {
    const [, carryOut] = COMMANDS[command.kind];
    if ("tabId" in command && (await isPrivate(command.tabId))) throw new Refusal(PRIVATE_WINDOW);
    await carryOut(office, command as never);
    return { ok: true };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  } finally {
    office.changed();
  }
}

type TaskCommand = Exclude<Command, AskCommand | CollectionCommand>;
type Of<K extends TaskCommand["kind"]> = Extract<TaskCommand, { kind: K }>;

const TAB = { tabId: "number" } as const;

const TASK_COMMANDS: Commands<TaskCommand> = {
  signIn: [{ server: "string", email: "string", password: "string" }, signIn],
  signOut: [{}, signOut],
  checkAccount: [{}, checkAccount],
  settings: [{ settings: "object" }, (office, { settings }) => changeSettings(office, settings)],
  start: [
    { ...TAB, query: "string" },
    (office, { tabId, query, attachment }) => begin(office, tabId, query, attachmentOf(attachment)),
  ],
  startWorkflow: [{ ...TAB, url: "string", workflow: "object" }, startWorkflow],
  startRecording: [TAB, ({ recordings, sessions }, { tabId }) => recordings.begin(sessions.tabOf(tabId))],
  pauseRecording: [
    { ...TAB, paused: "boolean" },
    ({ recordings }, { tabId, paused }) => recordings.pause(tabId, paused),
  ],
  finishRecording: [TAB, ({ recordings }, { tabId }) => recordings.finish(tabId)],
  dropStep: [{ ...TAB, step: "number" }, ({ recordings }, { tabId, step }) => recordings.dropStep(tabId, step)],
  varyStep: [
    { ...TAB, step: "number", varies: "boolean" },
    ({ recordings }, { tabId, step, varies }) => recordings.vary(tabId, step, varies),
  ],
  keepRecording: [{ ...TAB, name: "string" }, ({ recordings }, { tabId, name }) => recordings.keep(tabId, name)],
  forgetRecording: [TAB, ({ recordings }, { tabId }) => recordings.forget(tabId)],
  startPointing: [
    { ...TAB, workflow: "string", version: "number", step: "number" },
    ({ pointing, sessions }, { tabId, workflow, version, step }) =>
      pointing.begin(sessions.tabOf(tabId), workflow, version, step),
  ],
  endPointing: [{}, ({ pointing }) => pointing.end()],
  startRows: [{ ...TAB, query: "string", file: "string", table: "object" }, startRows],
  goOnWithRows: [{ ...TAB, again: "boolean" }, (office, { tabId, again }) => office.rows.goOn(tabId, again)],
  forgetRows: [TAB, (office, { tabId }) => office.rows.forget(tabId)],
  answer: [
    { ...TAB, text: "string" },
    (office, { tabId, text }) => toTask(office, tabId, { kind: "said", text: text.slice(0, MOST_WORDS) }),
  ],
  resume: [TAB, (office, { tabId, values }) => toTask(office, tabId, { kind: "helped", values })],
  approve: [
    { ...TAB, fingerprint: "string", allow: "boolean" },
    (office, { tabId, fingerprint, allow, scope }) =>
      toTask(office, tabId, { kind: "approval", fingerprint, allow, scope: scope === "site" ? "site" : "once" }),
  ],
  glance: [TAB, ({ examples, sessions }, { tabId }) => examples.look(sessions.tabOf(tabId))],
  mark: [{ ...TAB, ids: "object" }, mark],
  showDownload: [{ ...TAB, id: "number" }, showDownload],
  stop: [TAB, stop],
  retry: [TAB, (office, { tabId }) => toTask(office, tabId, { kind: "retry" })],
  heard: [{ ...TAB, taskId: "string", status: "string" }, heard],
  allowLease: [{ ...TAB, id: "string" }, ({ leases }, { id, tabId }) => leases.allow(id, tabId)],
  pauseLease: [{ id: "string", paused: "boolean" }, ({ leases }, { id, paused }) => leases.pause(id, paused)],
  endLease: [{ id: "string" }, ({ leases }, { id }) => leases.end(id)],
  checkLeases: [{}, ({ leases }) => void leases.refresh()],
  newSession: [TAB, (office, command) => change(office, command.tabId, (tabId) => office.sessions.forget(tabId))],
  openSession: [{ ...TAB, sessionId: "string" }, openSession],
};

const COMMANDS: Commands<Command> = { ...TASK_COMMANDS, ...ASK_COMMANDS };

/** True for a message that is one of the commands. */
export function isCommand(message: unknown): message is Command {
  if (typeof message !== "object" || message === null) return false;
  const told = message as Record<string, unknown>;
  if (typeof told.kind !== "string" || !Object.hasOwn(COMMANDS, told.kind)) return false;
  const [holds] = COMMANDS[told.kind as Command["kind"]];
  return Object.entries(holds).every(([field, type]) => typeof told[field] === type && told[field] !== null);
}

async function signIn(office: Office, { server, email, password, code }: Of<"signIn">): Promise<void> {
  const { account, tasks, asks } = office;
  // Whoever it is, collections are loaded again: it may be somebody else.
  office.forgetLibrary();
  await account.signIn(server, email, password, code);
  const before = await OWNER.load();
  if (before !== "" && before !== account.owner) await leave(office);
  await OWNER.save(account.owner);
  // Whatever came to a halt for want of an account goes on.
  for (const task of tasks.all()) void tasks.dispatch(task, { kind: "retry" });
  for (const ask of asks.all()) void asks.dispatch(ask, { kind: "retry" });
  void office.leases.refresh();
}

/** The server's no is shown where one signs in. */
async function checkAccount({ account }: Office): Promise<void> {
  await account.refresh().catch((error: unknown) => {
    if (account.client()) throw error;
  });
}

async function signOut(office: Office): Promise<void> {
  await leave(office);
  await office.account.signOut();
}

/** Nothing of one person's is shown to, or gone on with by, another. */
async function leave(office: Office): Promise<void> {
  const { tasks, asks, rows, sessions, timers, leases, recordings } = office;
  office.forgetLibrary();
  await leases.signedOut();
  await rows.clear();
  await recordings.clear();
  await office.pointing.end();
  for (const ask of asks.all()) await asks.forget(ask.state.tabId);
  for (const task of tasks.all()) {
    await tasks.dispatch(task, { kind: "stop" });
    // The token has to count for as long as the server is told, but it is not waited for without end.
    await atMost(timers, PATIENCE_MS, task.stopping);
    await tasks.forget(task.state.tabId);
  }
  await sessions.clear();
}

async function changeSettings(office: Office, change: Partial<Settings>): Promise<void> {
  const { account } = office;
  const settings = { ...account.settings, ...change };
  // The token is for one server; it is never shown to another.
  if (serverOf(settings.server) !== account.settings.server) await signOut(office);
  await account.change(settings);
}

async function startRows({ rows }: Office, { tabId, query, file, table }: Of<"startRows">): Promise<void> {
  const strings = (list: unknown): list is string[] =>
    Array.isArray(list) && list.every((one) => typeof one === "string");
  const { columns, rows: cells } = table;
  if (!strings(columns) || !Array.isArray(cells) || !cells.every(strings) || cells.length > MOST_ROWS)
    throw new Refusal(problem("NO_TABLE", "The file holds no table.", "Attach it again."));
  await rows.start(tabId, query, file, { columns, rows: cells });
}

/** The words are not the person's, and order nothing. */
async function startWorkflow(office: Office, { tabId, url, workflow }: Of<"startWorkflow">): Promise<void> {
  const tab = await tabFacts(office.sessions.tabOf(tabId));
  notWorking(office, tab.id);
  if (withoutPlace(tab.url) !== withoutPlace(url)) await load(office, tab.id, url, new AbortController().signal);
  await begin(office, tabId, NO_ORDER, null, { workflow });
}

/** Between two rows no task is under way. */
async function stop(office: Office, { tabId }: Of<"stop">): Promise<void> {
  const { rows, tasks, sessions } = office;
  const stopped = await rows.stop(tabId);
  if (!stopped || tasks.isBusy(sessions.tabOf(tabId))) await toTask(office, tabId, { kind: "stop" });
}

function taskOf({ sessions, tasks }: Office, panelTab: number): Task | null {
  return tasks.of(sessions.tabOf(panelTab)) ?? tasks.of(panelTab);
}

async function toTask(office: Office, panelTab: number, happening: Happening): Promise<void> {
  const task = taskOf(office, panelTab);
  if (!task || hasEnded(task.state)) throw new Refusal(problem("NO_TASK", "No task is under way here.", "Start one."));
  if (await office.tasks.dispatch(task, happening)) return;
  const { phase } = task.state;
  const approving = phase.name === "waiting" && phase.approval !== null;
  throw new Refusal(
    approving && (happening.kind === "said" || happening.kind === "helped") ? APPROVAL_NEEDED : NOT_ASKED,
  );
}

const APPROVAL_NEEDED = problem("APPROVAL_NEEDED", "A yes or no is needed first.", "Allow or deny what is asked.");

/** Most that are outlined at once. */
const MOST_MARKS = 10;

/** The task's own tab: it may have gone on to another than the panel's. */
async function mark(office: Office, { tabId, ids }: Of<"mark">): Promise<void> {
  const { sessions, reader } = office;
  const given: unknown = ids;
  const known = (Array.isArray(given) ? given : []).filter((id): id is string => typeof id === "string");
  const tab = sessions.tabOf(tabId);
  // A button that goes with what was asked may tell that it is left only then.
  const asks = taskOf(office, tabId)?.state.phase.name === "waiting";
  if (known.length === 0 || !asks) await reader.unhighlight(tab).catch(() => undefined);
  else {
    const choosable = known.every((id) => offered(taskOf(office, tabId), id));
    await reader.mark(tab, known.slice(0, MOST_MARKS), choosable).catch(() => 0);
  }
}

/** What a task asks about that stands at this place of its page. */
function offered(task: Task | null, id: string): WireOffer | undefined {
  const phase = task?.state.phase;
  if (phase?.name !== "waiting" || phase.approval) return undefined;
  return phase.question.offers?.find(({ elementId }) => `${elementId}` === id);
}

/** A click on what is outlined in a tab says the words of that offer, and nothing that was not offered. */
export async function choose({ tasks }: Office, tabId: number, id: string): Promise<void> {
  const task = tasks.of(tabId);
  const offer = offered(task, id);
  if (task && offer) await tasks.dispatch(task, { kind: "said", text: offer.words });
}

/** True for what is noted of the person's own doing. */
export function isNoted(message: unknown): message is NotedMessage {
  const noted = typeof message === "object" && message !== null && "noted" in message ? message.noted : null;
  return typeof noted === "object" && noted !== null;
}

/** True for what the person pointed at. */
export function isPointed(message: unknown): message is PointedMessage {
  const pointed = typeof message === "object" && message !== null && "pointed" in message ? message.pointed : null;
  return typeof pointed === "object" && pointed !== null && "id" in pointed && "seen" in pointed;
}

/** True for what a page's outlines tell. */
export function isChosen(message: unknown): message is Chosen {
  return typeof message === "object" && message !== null && "chosen" in message && typeof message.chosen === "string";
}

/** Only what a task of the tab brought: the person's other files are none of ours. */
async function showDownload(office: Office, { tabId, id }: Of<"showDownload">): Promise<void> {
  const own = taskOf(office, tabId)?.state.steps.some((step) => step.downloads?.some((each) => each.id === id));
  if (own) await browser.downloads.show(id);
}

/** What comes over the stream concerns the task that it names, and is only ever a hint. */
async function heard(office: Office, { tabId, taskId, status }: Of<"heard">): Promise<void> {
  const task = taskOf(office, tabId);
  if (task?.state.taskId === taskId)
    await office.tasks.dispatch(task, { kind: "heard", status: status as InteractStatus });
}

async function openSession(office: Office, { tabId: panelTab, sessionId }: Of<"openSession">): Promise<void> {
  if (!office.account.account) throw new Refusal(SIGN_IN_FIRST);
  await change(office, panelTab, async (tabId) => office.sessions.open(await tabFacts(tabId), sessionId));
}

/** Another conversation for a tab; one with a task under way is not left. */
async function change(office: Office, panelTab: number, to: (tabId: number) => Promise<void>): Promise<void> {
  const tabId = office.sessions.tabOf(panelTab);
  notWorking(office, tabId);
  await office.tasks.forget(tabId);
  await to(tabId);
}

function attachmentOf(attachment: Attachment | undefined): Attachment | null {
  if (!attachment) return null;
  const { s3Key, filename, mimeType, size } = attachment;
  return { s3Key, filename, mimeType, size };
}
