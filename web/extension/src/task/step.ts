/** Small moves that all parts of the reducer are made of. */
import type { InteractRequest, TokenUsage } from "@screen-agent/api";
import type { Outcome } from "@screen-agent/ui";
import type { Problem } from "../shared/protocol.ts";
import type { Advanced, Effect } from "./event.ts";
import { asking } from "./request.ts";
import type { Again, Asking, Phase, Sent, TaskState } from "./state.ts";

/** A page may need a moment before it shows what an action of a chain did. Spec 001 §9.6. */
export const MOMENT_MS = 100;

export function to(state: TaskState, phase: Phase, ...effects: Effect[]): Advanced {
  return { state: { ...state, phase }, effects };
}

export function stay(state: TaskState): Advanced {
  return { state, effects: [] };
}

/** Looks again; what the look is for is told with the next request. */
export function look(state: TaskState): Advanced {
  const turn = state.turn + 1;
  const about = state.said ?? state.query;
  const effect: Effect = { kind: "look", turn, tabId: state.tabId, about, settle: true, pauseMs: 0 };
  return to({ ...state, turn }, { name: "looking" }, effect);
}

/** Asks the server. Words and report are kept until it answers: a turn that failed has not heard them. */
export function ask(state: TaskState, request: InteractRequest, key: string, more = 0, picture?: Sent): Advanced {
  return send({ ...state, watch: null }, { ...asking(request, key, more), ...(picture && { picture }) });
}

/** Sends a request, for the first time or again. */
export function send(state: TaskState, asking: Asking): Advanced {
  const turn = state.turn + 1;
  const next = { ...state, turn, sent: new TextEncoder().encode(asking.body).length, mode: asking.mode };
  return to(next, { name: "asking", asking }, { kind: "ask", turn, body: asking.body, key: asking.key });
}

export function again(state: TaskState, what: Again): Advanced {
  return what.kind === "look" ? look(state) : send(state, what.asking);
}

/** It is over. Only what the server says has been completed is a success. */
export function end(
  state: TaskState,
  status: Outcome,
  at: number,
  result: string | null,
  problem: Problem | null = null,
): Advanced {
  const ended: TaskState = {
    ...state,
    turn: state.turn + 1,
    endedAt: at,
    result: result ?? state.result,
    problem,
    // Nothing more is sent, so nothing is kept of what was to be.
    said: null,
    decided: null,
    report: {},
    watch: null,
    same: null,
  };
  const { taskId, sessionId } = state;
  const inquire: Effect[] = taskId ? [{ kind: "inquire", sessionId, taskId }] : [];
  return to(ended, { name: "ended", status }, { kind: "abort" }, { kind: "release", tabId: state.tabId }, ...inquire);
}

/** The client ends it by itself; the server is told. */
export function giveUp(
  state: TaskState,
  at: number,
  problem: Problem,
  status: "failed" | "stopped" = "failed",
): Advanced {
  const { sessionId, taskId, query } = state;
  const ended = end(state, status, at, null, problem);
  const stop: Effect = { kind: "stopOnServer", sessionId, taskId, query };
  return { state: ended.state, effects: [{ kind: "abort" }, { kind: "release", tabId: state.tabId }, stop] };
}

export function addUsage(a: TokenUsage, b: TokenUsage | undefined): TokenUsage {
  if (!b) return a;
  return { promptTokens: a.promptTokens + b.promptTokens, completionTokens: a.completionTokens + b.completionTokens };
}
