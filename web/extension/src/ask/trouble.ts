/** What follows when the server or the page does not answer as hoped. */
import { type Problem, problem } from "../shared/protocol.ts";
import type { Advanced, Failure, Happening, Stamp } from "./event.ts";
import type { AskState, Phase } from "./state.ts";
import { ask, idle, to } from "./step.ts";

/** Tries before the person is asked, and the first pause between them. */
const TRIES = 4;
const PAUSE_MS = 2_000;
const LONGEST_MS = 60_000;

const PASSING = ["RUN_BUSY", "SERVER_BUSY", "DATABASE_ERROR", "RATE_LIMIT", "BROKEN_OFF"];

export function refused(state: AskState, body: string, failure: Failure, stamp: Stamp): Advanced {
  if (failure.kind === "refused" && failure.status === 401) {
    const why = problem(failure.code, "You are signed out.", "Sign in again.");
    return to(state, { name: "stuck", body, problem: why }, { kind: "signedOut", problem: why });
  }
  const why = problemOf(failure);
  if (!isPassing(failure)) return idle(state, why);
  if (state.tries < TRIES) return pause(state, body, failure, why, stamp);
  return to({ ...state, tries: 0 }, { name: "stuck", body, problem: why });
}

function pause(state: AskState, body: string, failure: Failure, why: Problem, stamp: Stamp): Advanced {
  const told = failure.kind === "refused" ? (failure.retryAfter ?? 0) * 1000 : 0;
  const grown = PAUSE_MS * 2 ** state.tries * (0.75 + stamp.chance / 2);
  const until = stamp.now + Math.min(LONGEST_MS, Math.max(told, grown));
  const phase: Phase = { name: "pausing", until, body, problem: { ...why, retryAt: until } };
  return to({ ...state, tries: state.tries + 1 }, phase, { kind: "wakeAt", at: until });
}

/** The same bytes are answered once, so they may be sent again whenever it may help. */
function isPassing(failure: Failure): boolean {
  if (failure.kind === "network") return true;
  // Something between us and the server said so, and nothing of ours.
  if (failure.code === "UNKNOWN" && failure.status >= 502) return true;
  return failure.status === 429 || PASSING.includes(failure.code);
}

const ADVICE: Readonly<Record<string, string>> = {
  NO_MODEL: "Things to do on the page work without one. Whoever runs the server can add one.",
  MODEL_UNAVAILABLE: "Try again in a while.",
  MODEL_EMPTY: "Ask in another way, or choose another model.",
  MODEL_TIMEOUT: "Try again, or ask for less.",
  RUN_NOT_OPEN: "Ask again: the page will be read again.",
  TOO_LARGE: "Ask on a smaller page.",
  UNSUPPORTED_VERSION: "Bring the extension and the server to the same version.",
};

function problemOf(failure: Failure): Problem {
  if (failure.kind === "network")
    return problem("NETWORK_ERROR", "The server cannot be reached.", "Check the connection and the server's address.");
  return problem(failure.code, failure.message, ADVICE[failure.code] ?? "Try again in a while.");
}

/** What was done is told all the same; a question that only begins needs its page. */
export function unread(state: AskState, event: Extract<Happening, { kind: "unread" }>, stamp: Stamp): Advanced {
  if (state.question?.runId != null) return ask({ ...state, seen: null }, null, stamp);
  const restricted = event.why === "restricted";
  const code = restricted ? "RESTRICTED" : event.why === "failed" ? "PAGE_FAILED" : "NO_ANSWER";
  const advice = restricted ? "Ask on another page, or about a collection." : "Reload the page, then try again.";
  const why = problem(code, event.message, advice);
  return restricted ? idle(state, why) : to(state, { name: "stuck", body: null, problem: why });
}
