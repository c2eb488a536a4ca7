/** Errors of the server and the network, as the task and the panel understand them. */
import { ApiError } from "@screen-agent/api";
import type { Problem } from "../shared/protocol.ts";
import type { Failure } from "../task/event.ts";

/** Null when it was broken off on purpose. */
export function failureOf(error: unknown, signal: AbortSignal): Failure | null {
  if (signal.aborted) return null;
  if (!(error instanceof ApiError)) return { kind: "network" };
  const { status, code, message, retryAfter, field, reason } = error;
  return {
    kind: "refused",
    status,
    code,
    message,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(field ? { field } : {}),
    ...(reason ? { reason } : {}),
  };
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
  if (error instanceof ApiError) {
    return { code: error.code, message: error.message, advice: ADVICE[error.code] ?? "Try again in a while." };
  }
  // A fetch that got no answer, or one that is not ours, fails with these two.
  if (error instanceof TypeError || error instanceof SyntaxError) {
    return {
      code: "NETWORK_ERROR",
      message: "The server cannot be reached.",
      advice: "Check the connection and the server's address.",
    };
  }
  if (error instanceof Error && /no tab with id/i.test(error.message)) {
    return { code: "TAB_CLOSED", message: "The tab is closed.", advice: "Open the page again and start there." };
  }
  return {
    code: "UNEXPECTED_ERROR",
    message: "Something went wrong in the extension.",
    advice: "Try again; if it stays, restart the browser.",
  };
}
