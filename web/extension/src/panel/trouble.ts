/** What went wrong, as something a person can act on. */
import { ApiError } from "@screen-agent/api";
import { PacketError } from "@screen-agent/api/packet";
import { type Problem, problem } from "../shared/protocol.ts";

/** A failed call of the server, in words. */
export function problemOf(error: unknown, server: string, now: number): Problem {
  if (error instanceof ApiError) return refused(error, now);
  if (error instanceof PacketError) return refusedPacket(error, now);
  if (error instanceof DOMException && error.name === "AbortError")
    return problem("ABORTED", "It was cancelled.", "Try again if you still need it.");
  const advice = `Check that ${server} is running and that you are online.`;
  return problem("UNREACHABLE", "The server cannot be reached.", advice);
}

function refused(error: ApiError, now: number): Problem {
  const { status, code, message, retryAfter } = error;
  if (status === 401) return problem(code, "You are signed out.", "Sign in again.");
  if (status === 404) return problem(code, message, "It may be gone, or the server is older than this extension.");
  if (status === 413) return problem(code, "The file is too large.", "Files may have up to 10 MB.");
  if (status === 429) {
    const retryAt = retryAfter === undefined ? {} : { retryAt: now + retryAfter * 1_000 };
    return { code, message: "The server asks for a pause.", advice: "Wait a moment, then try again.", ...retryAt };
  }
  if (status >= 500) return problem(code, message, "The server has a problem of its own. Try again in a moment.");
  return { code, message, advice: error.reason ?? "Change what you asked for, then try again." };
}

function refusedPacket({ status, code, message, retryAfter }: PacketError, now: number): Problem {
  const retryAt = retryAfter === undefined ? {} : { retryAt: now + retryAfter * 1_000 };
  if (status === 401) return problem(code, "You are signed out.", "Sign in again.");
  if (status === 404) return problem(code, message, "It may be gone, or the server is older than this extension.");
  if (code === "UNSUPPORTED_FORMAT") return problem(code, message, "Choose another format.");
  if (code === "NO_MODEL")
    return problem(code, message, "Things to do on the page work without one. Whoever runs the server can add one.");
  if (status === 409) return problem(code, message, "Wait a moment, then try again.");
  return {
    code,
    message,
    advice: status >= 500 ? "The server has a problem of its own. Try again in a moment." : "Try again in a while.",
    ...retryAt,
  };
}
