/** What is done when the server, or the page, does not answer as hoped. */
import { type Problem, problem } from "../shared/protocol.ts";
import type { Advanced, Failure, Stamp } from "./event.ts";
import type { Again, Asking, Phase, TaskState } from "./state.ts";
import { end, to } from "./step.ts";

/** Failures in a row after which the person is asked whether to go on. */
const MAX_TRIES = 6;
/** A busy server is waited for longer: it said that it is there. */
const MAX_WAITS = 30;
const LONGEST_MS = 30_000;

/** The task is over, and why. */
const ENDS: ReadonlyMap<string, readonly [message: string, advice: string]> = new Map([
  ["TASK_NOT_FOUND", ["The server does not know this task any more.", "Start it again."]],
  [
    "SESSION_NOT_FOUND",
    ["The server does not know this conversation any more.", "Begin a new conversation, then start the task again."],
  ],
  ["SESSION_ARCHIVED", ["This conversation was put away.", "Begin a new conversation, then start the task again."]],
  ["MAX_STEPS_EXCEEDED", ["The task has used all its steps.", "Say what is left to do as a new task."]],
]);

/** Codes after which the page is looked at again and the server asked anew: the same request would get the same answer. */
const ANEW = ["IDEMPOTENCY_MISMATCH", "LLM_ERROR", "PARSE_ERROR", "INVALID_ACTION_FORMAT", "TIMEOUT"];

/** Codes that come and go. */
const PASSING = ["TASK_BUSY", "IDEMPOTENCY_IN_FLIGHT", "IDEMPOTENCY_MISMATCH", "TASK_COMPLETED", "TASK_STOPPED"];

/** The interact request was refused, or never answered. */
export function refused(state: TaskState, asking: Asking, failure: Failure, stamp: Stamp): Advanced {
  const same: Again = { kind: "ask", asking };
  if (failure.kind === "network") {
    const advice = "It is tried again. Check the connection and the server's address in the settings.";
    return later(state, same, problem("NETWORK_ERROR", "The server cannot be reached.", advice), stamp);
  }
  const { status, code, message } = failure;
  // Of a lease's order the server knows whether it may go on; nobody is there to try again.
  if (state.lease && status >= 400 && status < 500 && ![401, 408, 429].includes(status) && !PASSING.includes(code))
    return over(state, stamp, problem(code, message, "The other program is told."));
  const ends = ENDS.get(code);
  if (ends) return over(state, stamp, problem(code, ...ends));
  switch (code) {
    case "UNAUTHORIZED":
      return signedOut(state, same);
    case "TASK_COMPLETED":
      return asked(state);
    case "TASK_STOPPED":
      return end(state, "stopped", stamp.now, null);
    case "QUOTA_EXCEEDED": {
      const advice = "Ask the administrator of the server for more, then try again.";
      return stuck(state, { kind: "look" }, problem(code, message, advice));
    }
    case "TASK_BUSY":
    case "IDEMPOTENCY_IN_FLIGHT": {
      const why = problem(code, "The server is still at work on the step before.", "It goes on by itself.");
      return wait(state, same, why, backoff(state.tries, stamp.chance, 4_000), stamp);
    }
    case "RATE_LIMIT": {
      const ms = Math.min(60, Math.max(0.1, failure.retryAfter ?? 1)) * 1000;
      return wait(state, same, problem(code, "The server is asked too often.", "It goes on by itself."), ms, stamp);
    }
  }
  const again = problem(code, message, "It is tried again.");
  if (ANEW.includes(code)) return later(state, { kind: "look" }, again, stamp);
  if (status === 401) return signedOut(state, same);
  if (status === 429 || status >= 500 || status === 408) return later(state, same, again, stamp);
  const where = [failure.field, failure.reason].filter(Boolean).join(": ");
  const advice = "Reload the page and try again; if it stays, report it with this code.";
  return stuck(state, { kind: "look" }, problem(code, where ? `${message} (${where})` : message, advice));
}

/** The page could not be seen. */
export function unseen(state: TaskState, message: string, stamp: Stamp): Advanced {
  const why = problem("PAGE_NOT_SEEN", message, "Reload the page, then try again.");
  return later(state, { kind: "look" }, why, stamp, 3);
}

export function later(state: TaskState, what: Again, why: Problem, stamp: Stamp, most = MAX_TRIES): Advanced {
  if (state.tries >= most)
    return stuck(state, what, {
      ...why,
      advice: why.advice.replace("It is tried again. ", "").replace(/^It is tried again\.$/, "Try again in a while."),
    });
  return pause(state, what, why, backoff(state.tries, stamp.chance, LONGEST_MS), stamp);
}

function wait(state: TaskState, what: Again, why: Problem, ms: number, stamp: Stamp): Advanced {
  return state.tries >= MAX_WAITS
    ? stuck(state, what, { ...why, advice: "Try again in a while." })
    : pause(state, what, why, ms, stamp);
}

function pause(state: TaskState, what: Again, why: Problem, ms: number, stamp: Stamp): Advanced {
  const until = stamp.now + Math.round(ms);
  const next = { ...state, turn: state.turn + 1, tries: state.tries + 1 };
  const phase: Phase = { name: "pausing", until, again: what, problem: { ...why, retryAt: until } };
  return to(next, phase, { kind: "wakeAt", at: until });
}

/** The person decides whether it is tried again. */
export function stuck(state: TaskState, what: Again, why: Problem): Advanced {
  return to({ ...state, turn: state.turn + 1 }, { name: "stuck", again: what, problem: why });
}

function signedOut(state: TaskState, what: Again): Advanced {
  const why = problem("UNAUTHORIZED", "You are signed out.", "Sign in again, then the task goes on.");
  const next = stuck(state, what, why);
  return { state: next.state, effects: [{ kind: "signedOut", problem: why }] };
}

/** It has ended without us; the server says how. Until then nothing is claimed. */
function asked(state: TaskState): Advanced {
  const why = problem("TASK_COMPLETED", "The task has already ended.", "Its end is being looked up.");
  const next = stuck(state, { kind: "look" }, why);
  const { taskId, sessionId } = state;
  return { state: next.state, effects: taskId ? [{ kind: "inquire", sessionId, taskId }] : [] };
}

function over(state: TaskState, stamp: Stamp, why: Problem): Advanced {
  const ended = end(state, "failed", stamp.now, null, why);
  return { state: ended.state, effects: ended.effects.filter((effect) => effect.kind !== "inquire") };
}

/** Doubles with every failure; spread, so that many clients do not come back at once. */
function backoff(tries: number, chance: number, longest: number): number {
  return Math.min(longest, 1000 * 2 ** tries) * (0.5 + chance / 2);
}
