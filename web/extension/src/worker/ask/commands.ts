/** What the panel asks of asking and of collections. */

import type { NewSource, TaskName, ToolMode } from "@screen-agent/api/packet";
import { browser } from "wxt/browser";
import type { Happening } from "../../ask/event.ts";
import type { AskCommand, CollectionCommand } from "../../shared/ask.ts";
import { originOf } from "../../shared/origin.ts";
import { problem } from "../../shared/protocol.ts";
import type { Reader } from "../../shared/reading.ts";
import { Refusal, SIGN_IN_FIRST } from "../failure.ts";
import { type Commands, MOST_WORDS, type Office } from "../office.ts";
import { messagesOf } from "./history.ts";

const LONGEST_TITLE = 500;
const LONGEST_NOTE = 200_000;
const MOST_SOURCES = 200;

const TAB = { tabId: "number" } as const;
const COLLECTION = { collectionId: "string" } as const;
const SOURCE = { sourceId: "string" } as const;
const ARTIFACT = { artifactId: "string" } as const;

export const ASK_COMMANDS: Commands<AskCommand | CollectionCommand> = {
  ask: [{ ...TAB, text: "string" }, ask],
  approveTool: [
    { ...TAB, callId: "string", fingerprint: "string", allow: "boolean" },
    (office, { tabId, callId, fingerprint, allow }) =>
      toAsk(office, tabId, { kind: "approval", callId, fingerprint, allow }),
  ],
  stopAsking: [TAB, (office, { tabId }) => toAsk(office, tabId, { kind: "stop" })],
  retryAsking: [TAB, (office, { tabId }) => toAsk(office, tabId, { kind: "retry" })],
  newConversation: [TAB, newConversation],
  openConversation: [{ ...TAB, conversationId: "string" }, openConversation],
  highlight: [{ ...TAB, handleId: "string" }, highlight],
  unhighlight: [TAB, unhighlight],
  loadCollections: [{}, ({ library }) => library.load()],
  createCollection: [{ title: "string" }, ({ library }, { title }) => library.create(titleOf(title))],
  renameCollection: [
    { ...COLLECTION, title: "string" },
    ({ library }, { collectionId, title }) => library.rename(collectionId, titleOf(title)),
  ],
  removeCollection: [COLLECTION, ({ library }, { collectionId }) => library.remove(collectionId)],
  openCollection: [COLLECTION, ({ library }, { collectionId }) => library.open(collectionId)],
  closeCollection: [{}, ({ library }) => library.close()],
  collectTab: [
    { ...TAB, ...COLLECTION },
    ({ library }, { tabId, collectionId }) => library.collectTab(tabId, collectionId),
  ],
  selectedLinks: [TAB, ({ library }, { tabId }) => library.selectedLinks(tabId)],
  addSources: [{ ...COLLECTION, sources: "object" }, addSources],
  captureSource: [SOURCE, ({ library }, { sourceId }) => library.captureSource(sourceId)],
  removeSource: [SOURCE, ({ library }, { sourceId }) => library.removeSource(sourceId)],
  transform: [
    { ...COLLECTION, transform: "string" },
    ({ library }, { collectionId, transform, config = {} }) => library.transform(collectionId, transform, config),
  ],
  openArtifact: [ARTIFACT, ({ library }, { artifactId }) => library.openArtifact(artifactId)],
  closeArtifact: [{}, ({ library }) => library.closeArtifact()],
  cancelArtifact: [ARTIFACT, ({ library }, { artifactId }) => library.cancelArtifact(artifactId)],
  removeArtifact: [ARTIFACT, ({ library }, { artifactId }) => library.removeArtifact(artifactId)],
};

type Of<K extends AskCommand["kind"]> = Extract<AskCommand, { kind: K }>;

const TASKS: readonly TaskName[] = ["web.summarize", "web.extract", "web.answer"];
const MODES: readonly ToolMode[] = ["observe", "assist", "autopilot"];

async function ask(office: Office, command: Of<"ask">): Promise<void> {
  const { asks, sessions } = office;
  if (!office.packets()) throw new Refusal(SIGN_IN_FIRST);
  const text = command.text.trim().slice(0, MOST_WORDS);
  if (text === "") throw new Refusal(problem("NO_WORDS", "There are no instructions.", "Say what you want to know."));
  const { tabId } = command;
  notAsking(asks, tabId);
  notWorking(office, sessions.tabOf(tabId));
  const taken = await asks.dispatch(asks.ensure(tabId), {
    kind: "asked",
    text,
    task: TASKS.find((name) => name === command.task) ?? "web.answer",
    args: { ...(command.args ?? {}) },
    mode: MODES.find((mode) => mode === command.mode) ?? "assist",
    collectionId: typeof command.collectionId === "string" ? command.collectionId : null,
  });
  // Another panel was quicker.
  if (!taken) throw new Refusal(ASKING_UNDER_WAY);
}

async function toAsk({ asks }: Office, tabId: number, happening: Happening): Promise<void> {
  const one = asks.of(tabId);
  if (!one || !(await asks.dispatch(one, happening))) throw new Refusal(NOT_ASKED);
}

async function newConversation({ asks }: Office, { tabId }: Of<"newConversation">): Promise<void> {
  notAsking(asks, tabId);
  await asks.forget(tabId);
}

async function openConversation(office: Office, { tabId, conversationId }: Of<"openConversation">): Promise<void> {
  const { asks } = office;
  const client = office.packets();
  if (!client) throw new Refusal(SIGN_IN_FIRST);
  notAsking(asks, tabId);
  const owner = office.owner();
  const kept = await client.conversation(conversationId);
  notAsking(asks, tabId);
  // What was said by one person is not shown to the next.
  if (office.owner() !== owner) throw new Refusal(SIGN_IN_FIRST);
  await asks.forget(tabId);
  await asks.dispatch(asks.ensure(tabId), { kind: "opened", conversationId, ...messagesOf(kept) });
}

/** Readers by which somebody points at a place, or is about to. */
const pointing = new WeakSet<Reader>();

/** Only on the page that was cited: an id means nothing on another one. It may be open in the tab that the question led to. */
async function highlight(
  { asks, reader }: Office,
  { tabId, handleId, quote = "", url }: Of<"highlight">,
): Promise<void> {
  const words = typeof quote === "string" ? quote : "";
  pointing.add(reader);
  for (const candidate of asks.tabsOf(tabId)) {
    const tab = await browser.tabs.get(candidate).catch(() => null);
    const cited = tab !== null && (typeof url !== "string" || isSame(tab.url ?? "", url));
    if (!cited || !(await reader.highlight(candidate, handleId, words))) continue;
    // Nobody points at it any more by now.
    if (!pointing.has(reader)) await reader.unhighlight(candidate);
    return;
  }
  const advice = "Open the source, or ask again.";
  throw new Refusal(problem("NOT_HERE", "This place is not on the page any more.", advice));
}

async function unhighlight({ asks, reader }: Office, { tabId }: Of<"unhighlight">): Promise<void> {
  pointing.delete(reader);
  for (const each of asks.tabsOf(tabId)) await reader.unhighlight(each);
}

function isSame(a: string, b: string): boolean {
  const path = (url: string): string => (URL.canParse(url) ? new URL(url).pathname.replace(/\/+$/, "") : "");
  return originOf(a) === originOf(b) && path(a) === path(b);
}

function addSources(
  { library }: Office,
  { collectionId, sources }: Extract<CollectionCommand, { kind: "addSources" }>,
): Promise<void> {
  const given: unknown = sources;
  const sound = Array.isArray(given) ? given.map(sourceOf).filter((source) => source !== null) : [];
  const advice = "Give an address that begins with http, or write a note.";
  if (sound.length === 0) throw new Refusal(problem("NO_SOURCES", "There is nothing to add.", advice));
  return library.addSources(collectionId, sound.slice(0, MOST_SOURCES));
}

/** Exactly the keys of the contract; null for what is no source. */
function sourceOf(given: unknown): NewSource | null {
  const { type, url, title, text } = (typeof given === "object" && given !== null ? given : {}) as Record<
    string,
    unknown
  >;
  const named = typeof title === "string" && title.trim() !== "" ? { title: title.trim().slice(0, LONGEST_TITLE) } : {};
  if (type === "note" && typeof text === "string" && text.trim() !== "")
    return { type, text: text.slice(0, LONGEST_NOTE), ...named };
  return type === "url" && typeof url === "string" && /^https?:\/\//i.test(url) && URL.canParse(url)
    ? { type, url, ...named }
    : null;
}

function titleOf(given: string): string {
  const title = given.trim().slice(0, LONGEST_TITLE);
  if (title === "") throw new Refusal(problem("NO_WORDS", "A collection needs a name.", "Give it one."));
  return title;
}

/** Nothing else is begun in a tab in which something is asked. */
export function notAsking(asks: Office["asks"], tabId: number): void {
  if (asks.isBusy(tabId)) throw new Refusal(ASKING_UNDER_WAY);
}

const FIRST = "Stop it first, or let it finish.";
export const RECORDING_UNDER_WAY = problem(
  "RECORDING",
  "What you do on this tab is being recorded.",
  "Finish the recording first.",
);
const ASKING_UNDER_WAY = problem("ASKING_UNDER_WAY", "A question is being answered in this tab.", FIRST);
export const TASK_UNDER_WAY = problem("TASK_UNDER_WAY", "A task is under way in this tab.", FIRST);

/** Refuses where a task is under way in the tab. */
export function notWorking({ tasks, rows }: Office, tabId: number): void {
  if (tasks.isBusy(tabId) || rows.isRunning(tabId)) throw new Refusal(TASK_UNDER_WAY);
}

/** Refuses to listen to what a person does in a tab where anything else is under way, and to whom nobody is signed in. */
export function mayListen(office: Office, tabId: number): void {
  if (!office.client()) throw new Refusal(SIGN_IN_FIRST);
  notWorking(office, tabId);
  notAsking(office.asks, tabId);
  if (office.recordings.isOn(tabId)) throw new Refusal(RECORDING_UNDER_WAY);
}

export const NOT_ASKED = problem("NOT_ASKED", "Nothing is waiting for this.", "See what is asked now.");
