/** Errors of the server, the network and the page, as the reducers and the panel understand them. */
import { ApiError } from "@screen-agent/api";
import { PacketError } from "@screen-agent/api/packet";
import { LookError } from "../look/error.ts";
import { type Problem, problem } from "../shared/protocol.ts";
import type { Failure } from "../task/event.ts";

/** Something that the panel asked for is not done. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

export const SIGN_IN_FIRST = problem("UNAUTHORIZED", "You are not signed in.", "Sign in first.");

/** Null when it was broken off on purpose. */
export function failureOf(error: unknown, signal: AbortSignal): Failure | null {
  if (signal.aborted) return null;
  if (!(error instanceof ApiError || error instanceof PacketError)) return { kind: "network" };
  const { status, code, message, retryAfter, field } = error;
  const reason = error instanceof ApiError ? error.reason : undefined;
  return { kind: "refused", status, code, message, retryAfter, field, reason };
}

const ADVICE: Record<string, string> = {
  INVALID_CREDENTIALS: "Check both and try again.",
  TOTP_REQUIRED: "Your account asks for a second factor.",
  WRONG_CODE: "Each code works once.",
  ACCOUNT_DISABLED: "Nothing of yours is lost.",
  UNAUTHORIZED: "Sign in again.",
  RATE_LIMIT: "Wait a little, then try again.",
  INVALID_SERVER: "Correct it and try again.",
  SESSION_ARCHIVED: "Begin a new conversation.",
  SESSION_NOT_FOUND: "Choose another conversation, or begin a new one.",
};

/** What the person is told of it. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refusal) return error.problem;
  if (error instanceof PacketError) return packetProblem(error);
  if (error instanceof ApiError)
    return problem(error.code, error.message, ADVICE[error.code] ?? "Try again in a while.");
  if (error instanceof LookError) {
    const advice = error.code === "RESTRICTED" ? "Choose another page." : "Reload the page, then try again.";
    return problem(error.code, "This page cannot be read.", advice);
  }
  // A fetch that got no answer, or one that is not ours, fails with these two.
  if (error instanceof TypeError || error instanceof SyntaxError) {
    const advice = "Check the connection and the server's address.";
    return problem("NETWORK_ERROR", "The server cannot be reached.", advice);
  }
  if (error instanceof Error && /no tab with id/i.test(error.message))
    return problem("TAB_CLOSED", "The tab is closed.", "Open the page again and start there.");
  const advice = "Try again; if it stays, restart the browser.";
  return problem("UNEXPECTED_ERROR", "Something went wrong in the extension.", advice);
}

/** The same, with the server's own reason where it gives one. */
export function reasonOf(error: unknown, advice: string): Problem {
  const told = problemOf(error);
  return error instanceof ApiError && error.reason
    ? problem(told.code, `This was not taken: ${error.reason}.`, advice)
    : told;
}

/** The same for the surface of questions and collections. */
export function packetProblem(error: PacketError): Problem {
  return problem(error.code, error.message, adviceOn(error));
}

function adviceOn({ code, status }: PacketError): string {
  if (code === "NO_MODEL") return "Things to do on the page work without one. Whoever runs the server can add one.";
  if (status === 401) return "Sign in again.";
  return status === 404 ? "It may have been removed elsewhere: load the list again." : "Try again in a while.";
}

/** The code that an error bears; empty when it bears none. */
export function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}
