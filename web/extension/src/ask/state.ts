/** A conversation about pages, as data: everything that is needed to go on with it after the worker was killed. */
import type {
  CaptureDocument,
  Document,
  PacketTask,
  ToolApprovalAnswer,
  ToolCall,
  ToolMode,
  ToolResultDocument,
} from "@screen-agent/api/packet";
import type { AskApproval, AskMessage } from "../shared/ask.ts";
import type { Problem } from "../shared/protocol.ts";

/** Most calls that one answer may propose. Facts of the contract; more are not performed. */
export const MAX_CALLS = 4;
/** Most steps of one question. */
export const MAX_STEPS = 12;
/** As much of a conversation is shown; all of it is at the server. */
export const MAX_MESSAGES = 60;

/** What the person asked, until it is answered. */
export interface Question {
  message: { id: string; text: string };
  task: PacketTask;
  mode: ToolMode;
  /** The sources of this collection are asked about, and no page. */
  collectionId: string | null;
  /** The run that the server keeps open for it. */
  runId: string | null;
  step: number;
  /** Calls that the person said yes to, each to be performed once. */
  allowed: string[];
}

/** What the server decided on: the page as it was captured last. */
export interface Seen {
  tabId: number;
  generation: number;
  origin: string;
}

/** What one tool came to. */
export interface Outcome {
  status: "ok" | "error" | "cancelled";
  code?: string;
  /** Figures, ids and codes; nothing that a page says. */
  result?: Record<string, number | boolean | string>;
  /** What it brought of a page. */
  documents?: Document[];
  /** The tab to go on in. */
  tabId?: number;
}

/** Where it stands. Exactly one thing is under way in each, or none. */
export type Phase =
  | { name: "idle" }
  | { name: "reading" }
  | { name: "asking"; body: string }
  | { name: "acting"; call: ToolCall }
  | { name: "approving"; asked: AskApproval[] }
  | { name: "pausing"; until: number; body: string; problem: Problem }
  /** `body`: what to send again; without one the page is read again. */
  | { name: "stuck"; body: string | null; problem: Problem };

export interface AskState {
  /** The tab in whose panel it is. */
  tabId: number;
  /** The tab that it is at work in. */
  at: number;
  /** Whoever is signed in; nobody else goes on with it. */
  owner: string;
  conversationId: string;
  /** Turn of the last request. */
  said: number;
  messages: AskMessage[];
  question: Question | null;
  phase: Phase;
  /** Grows with every effect that reports back; a report with another number is ignored. */
  turn: number;
  /** Allowed calls that are still to be performed. */
  todo: ToolCall[];
  /** To be asked once the allowed ones are done. */
  asks: AskApproval[];
  results: ToolResultDocument[];
  brought: Document[];
  answers: ToolApprovalAnswer[];
  seen: Seen | null;
  progress: string | null;
  tries: number;
  problem: Problem | null;
}

/** A page as it was read. */
export interface PageRead {
  tabId: number;
  origin: string;
  capture: CaptureDocument;
}

/** True while something goes on, or waits for the person. */
export function isOpen({ phase }: AskState): boolean {
  return phase.name !== "idle";
}
