/** What the panel asks of asking and of collections. Everything is checked: a message is data, whoever sent it. */

import type { NewSource, PacketClient, TaskName, ToolMode } from "@screen-agent/api/packet";
import { browser } from "wxt/browser";
import { LookError } from "../../look/error.ts";
import type { AskCommand, CollectionCommand } from "../../shared/ask.ts";
import { originOf } from "../../shared/origin.ts";
import type { Problem } from "../../shared/protocol.ts";
import type { Reader } from "../../shared/reading.ts";
import type { Asks } from "./asks.ts";
import { packetProblem } from "./failure.ts";
import { messagesOf } from "./history.ts";
import { type Library, SignedOutError } from "./library.ts";

const MOST_WORDS = 10_000;
const LONGEST_TITLE = 500;
const LONGEST_NOTE = 200_000;
const MOST_SOURCES = 200;

/** What commands of this kind work with. */
export interface Desk {
  asks: Asks;
  library: Library;
  /** What belongs to whoever signs out is gone. */
  forgetLibrary(): void;
  reader: Reader;
  packets(): PacketClient | null;
  /** Whether a task is at work in a tab. */
  isTaken(tabId: number): boolean;
}

type Mine = AskCommand | CollectionCommand;
type Shape = Record<string, "string" | "number" | "boolean" | "object">;

/** What each command must hold. */
export const ASK_SHAPES: Record<Mine["kind"], Shape> = {
  ask: { tabId: "number", text: "string" },
  approveTool: { tabId: "number", callId: "string", fingerprint: "string", allow: "boolean" },
  stopAsking: { tabId: "number" },
  retryAsking: { tabId: "number" },
  newConversation: { tabId: "number" },
  openConversation: { tabId: "number", conversationId: "string" },
  highlight: { tabId: "number", handleId: "string" },
  unhighlight: { tabId: "number" },
  loadCollections: {},
  createCollection: { title: "string" },
  renameCollection: { collectionId: "string", title: "string" },
  removeCollection: { collectionId: "string" },
  openCollection: { collectionId: "string" },
  closeCollection: {},
  collectTab: { tabId: "number", collectionId: "string" },
  selectedLinks: { tabId: "number" },
  addSources: { collectionId: "string", sources: "object" },
  captureSource: { sourceId: "string" },
  removeSource: { sourceId: "string" },
  transform: { collectionId: "string", transform: "string" },
  openArtifact: { artifactId: "string" },
  closeArtifact: {},
  cancelArtifact: { artifactId: "string" },
  removeArtifact: { artifactId: "string" },
};

/** Whether a command is of this kind. */
export function isMine(command: { kind: string }): command is Mine {
  return Object.hasOwn(ASK_SHAPES, command.kind);
}

/** Does what is asked, or says why not. Throws what the server or the page refuses. */
export async function obeyAsking(desk: Desk, command: Mine): Promise<Problem | null> {
  const { asks, library } = desk;
  switch (command.kind) {
    case "ask":
      return ask(desk, command);
    case "approveTool":
      return toAsk(desk, command.tabId, {
        kind: "approval",
        callId: command.callId,
        fingerprint: command.fingerprint,
        allow: command.allow === true,
      });
    case "stopAsking":
      return toAsk(desk, command.tabId, { kind: "stop" });
    case "retryAsking":
      return toAsk(desk, command.tabId, { kind: "retry" });
    case "newConversation":
      if (asks.isBusy(command.tabId)) return askingUnderWay();
      await asks.forget(command.tabId);
      return null;
    case "openConversation":
      return openConversation(desk, command);
    case "highlight":
      return highlight(desk, command);
    case "unhighlight":
      pointing.delete(desk.reader);
      for (const tabId of new Set([command.tabId, asks.of(command.tabId)?.state.at ?? command.tabId]))
        await desk.reader.unhighlight(tabId);
      return null;
    case "loadCollections":
      return after(library.load());
    case "createCollection":
      return titled(command.title, (title) => library.create(title));
    case "renameCollection":
      return titled(command.title, (title) => library.rename(command.collectionId, title));
    case "removeCollection":
      return after(library.remove(command.collectionId));
    case "openCollection":
      return after(library.open(command.collectionId));
    case "closeCollection":
      library.close();
      return null;
    case "collectTab":
      return after(library.collectTab(command.tabId, command.collectionId));
    case "selectedLinks":
      return after(library.selectedLinks(command.tabId));
    case "addSources":
      return addSources(library, command);
    case "captureSource":
      return after(library.captureSource(command.sourceId));
    case "removeSource":
      return after(library.removeSource(command.sourceId));
    case "transform":
      return after(library.transform(command.collectionId, command.transform, command.config ?? {}));
    case "openArtifact":
      return after(library.openArtifact(command.artifactId));
    case "closeArtifact":
      library.closeArtifact();
      return null;
    case "cancelArtifact":
      return after(library.cancelArtifact(command.artifactId));
    case "removeArtifact":
      return after(library.removeArtifact(command.artifactId));
  }
}

const TASKS: readonly TaskName[] = ["web.summarize", "web.extract", "web.answer"];
const MODES: readonly ToolMode[] = ["observe", "assist", "autopilot"];

async function ask(
  { asks, packets, isTaken }: Desk,
  command: Extract<AskCommand, { kind: "ask" }>,
): Promise<Problem | null> {
  if (!packets()) return signInFirst();
  const text = command.text.trim().slice(0, MOST_WORDS);
  if (text === "")
    return { code: "NO_WORDS", message: "There are no instructions.", advice: "Say what you want to know." };
  const { tabId } = command;
  if (asks.isBusy(tabId)) return askingUnderWay();
  if (isTaken(tabId))
    return {
      code: "TASK_UNDER_WAY",
      message: "A task is under way in this tab.",
      advice: "Stop it first, or let it finish.",
    };
  const taken = await asks.dispatch(asks.ensure(tabId), {
    kind: "asked",
    text,
    task: TASKS.find((name) => name === command.task) ?? "web.answer",
    args: { ...(command.args ?? {}) },
    mode: MODES.find((mode) => mode === command.mode) ?? "assist",
    collectionId: typeof command.collectionId === "string" ? command.collectionId : null,
  });
  // Another panel was quicker.
  return taken ? null : askingUnderWay();
}

async function toAsk(
  { asks }: Desk,
  tabId: number,
  happening: Parameters<Asks["dispatch"]>[1],
): Promise<Problem | null> {
  const one = asks.of(tabId);
  return one && (await asks.dispatch(one, happening))
    ? null
    : { code: "NOT_ASKED", message: "Nothing is waiting for this.", advice: "See what is asked now." };
}

async function openConversation(
  { asks, packets }: Desk,
  { tabId, conversationId }: Extract<AskCommand, { kind: "openConversation" }>,
): Promise<Problem | null> {
  const client = packets();
  if (!client) return signInFirst();
  if (asks.isBusy(tabId)) return askingUnderWay();
  const { owner } = asks;
  const kept = await client.conversation(conversationId);
  if (asks.isBusy(tabId)) return askingUnderWay();
  // What was said by one person is not shown to the next.
  if (asks.owner !== owner) return signInFirst();
  await asks.forget(tabId);
  await asks.dispatch(asks.ensure(tabId), { kind: "opened", conversationId, ...messagesOf(kept) });
  return null;
}

/** Readers by which somebody points at a place, or is about to. */
const pointing = new WeakSet<Reader>();

/** Only on the page that was cited: an id means nothing on another one. It may be open in the tab that the question led to. */
async function highlight(
  { asks, reader }: Desk,
  { tabId, handleId, quote = "", url }: Extract<AskCommand, { kind: "highlight" }>,
): Promise<Problem | null> {
  const words = typeof quote === "string" ? quote : "";
  pointing.add(reader);
  for (const candidate of new Set([tabId, asks.of(tabId)?.state.at ?? tabId])) {
    const tab = await browser.tabs.get(candidate).catch(() => null);
    const cited = tab !== null && (typeof url !== "string" || isSame(tab.url ?? "", url));
    if (!cited || !(await reader.highlight(candidate, handleId, words))) continue;
    // Nobody points at it any more by now.
    if (!pointing.has(reader)) await reader.unhighlight(candidate);
    return null;
  }
  return {
    code: "NOT_HERE",
    message: "This place is not on the page any more.",
    advice: "Open the source, or ask again.",
  };
}

function isSame(a: string, b: string): boolean {
  const path = (url: string): string => (URL.canParse(url) ? new URL(url).pathname.replace(/\/+$/, "") : "");
  return originOf(a) === originOf(b) && path(a) === path(b);
}

async function addSources(
  library: Library,
  { collectionId, sources }: Extract<CollectionCommand, { kind: "addSources" }>,
): Promise<Problem | null> {
  const given: unknown = sources;
  const sound = Array.isArray(given) ? given.map(sourceOf).filter((source) => source !== null) : [];
  if (sound.length === 0)
    return {
      code: "NO_SOURCES",
      message: "There is nothing to add.",
      advice: "Give an address that begins with http, or write a note.",
    };
  return after(library.addSources(collectionId, sound.slice(0, MOST_SOURCES)));
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

async function titled(given: string, work: (title: string) => Promise<void>): Promise<Problem | null> {
  const title = given.trim().slice(0, LONGEST_TITLE);
  if (title === "") return { code: "NO_WORDS", message: "A collection needs a name.", advice: "Give it one." };
  return after(work(title));
}

async function after(work: Promise<void>): Promise<Problem | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof SignedOutError) return signInFirst();
    if (error instanceof LookError)
      return {
        code: error.code,
        message: "This page cannot be read.",
        advice: error.code === "RESTRICTED" ? "Choose another page." : "Reload the page, then try again.",
      };
    const problem = packetProblem(error);
    if (problem) return problem;
    throw error;
  }
}

function signInFirst(): Problem {
  return { code: "UNAUTHORIZED", message: "You are not signed in.", advice: "Sign in first." };
}

/** Why nothing else is begun in a tab. */
export function askingUnderWay(): Problem {
  return {
    code: "ASKING_UNDER_WAY",
    message: "A question is being answered in this tab.",
    advice: "Stop it first, or let it finish.",
  };
}
