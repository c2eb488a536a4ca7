/** Small moves that all parts of the reducer are made of. */
import type { ToolCall, ToolResultDocument } from "@screen-agent/api/packet";
import type { AskMessage, AskTool } from "../shared/ask.ts";
import type { Problem } from "../shared/protocol.ts";
import type { Advanced, Effect, Stamp } from "./event.ts";
import { requestFor } from "./request.ts";
import { type AskState, MAX_MESSAGES, type Outcome, type PageRead, type Phase } from "./state.ts";

export function to(state: AskState, phase: Phase, ...effects: Effect[]): Advanced {
  return { state: { ...state, phase }, effects };
}

export function stay(state: AskState): Advanced {
  return { state, effects: [] };
}

/** Reads the page; a collection is read by the server. */
export function read(state: AskState, stamp: Stamp): Advanced {
  if (state.question?.collectionId != null) return ask(state, null, stamp);
  const turn = state.turn + 1;
  return to({ ...state, turn }, { name: "reading" }, { kind: "read", turn, tabId: state.at });
}

/** Asks, with what is known now. */
export function ask(before: AskState, page: PageRead | null, stamp: Stamp): Advanced {
  if (!before.question) return idle(before);
  const question = { ...before.question, step: before.question.step + 1 };
  const state = { ...before, question, said: before.said + 1, tries: 0 };
  return send(state, JSON.stringify(requestFor(state, question, page, stamp)));
}

/** Sends a request, for the first time or again: the same bytes are answered the same. */
export function send(state: AskState, body: string): Advanced {
  const turn = state.turn + 1;
  return to({ ...state, turn, progress: null, problem: null }, { name: "asking", body }, { kind: "ask", turn, body });
}

/** Nothing is under way any more. */
export function idle(state: AskState, problem: Problem | null = null): Advanced {
  const over: AskState = {
    ...state,
    turn: state.turn + 1,
    question: null,
    todo: [],
    asks: [],
    results: [],
    brought: [],
    answers: [],
    progress: null,
    tries: 0,
    problem,
  };
  return to(over, { name: "idle" }, { kind: "release", tabId: state.at });
}

/** Notes what became of a call: for the server, and for the person. */
export function done(state: AskState, call: ToolCall, outcome: Outcome): AskState {
  const { status, code, result, documents = [] } = outcome;
  const told: ToolResultDocument = {
    call_id: call.id ?? "",
    name: call.name,
    status,
    ...(code !== undefined && { error: { code, message: "" } }),
    ...(result && { result }),
    ...(documents.length > 0 && { documents: documents.map((document) => document.doc_id) }),
  };
  const shown: Partial<AskTool> = {
    state: status === "ok" ? "done" : status === "error" ? "failed" : "cancelled",
    ...(code !== undefined && { code }),
  };
  return {
    ...withTool(state, call.id ?? "", shown),
    results: [...state.results, told],
    brought: [...state.brought, ...documents],
  };
}

/** Changes how a call is shown, wherever it stands. */
export function withTool(state: AskState, callId: string, change: Partial<AskTool>): AskState {
  const messages = state.messages.map((message): AskMessage => {
    if (message.from !== "agent" || !message.tools.some((tool) => tool.callId === callId)) return message;
    return { ...message, tools: message.tools.map((tool) => (tool.callId === callId ? { ...tool, ...change } : tool)) };
  });
  return { ...state, messages };
}

export function say(state: AskState, message: AskMessage): AskState {
  return { ...state, messages: [...state.messages, message].slice(-MAX_MESSAGES) };
}
