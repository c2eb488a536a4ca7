/** What went wrong, as something a person can act on. */
import { ApiError } from "@screen-agent/api";
import { PacketError } from "@screen-agent/api/packet";
import type { Problem } from "../shared/protocol.ts";

/** A failed call of the server, in words. */
export function problemOf(error: unknown, server: string, now: number): Problem {
  if (error instanceof ApiError) return refused(error, now);
  if (error instanceof PacketError) return refusedPacket(error, now);
  if (error instanceof DOMException && error.name === "AbortError") {
    return { code: "ABORTED", message: "It was cancelled.", advice: "Try again if you still need it." };
  }
  return {
    code: "UNREACHABLE",
    message: "The server cannot be reached.",
    advice: `Check that ${server} is running and that you are online.`,
  };
}

function refused(error: ApiError, now: number): Problem {
  const { status, code, message, retryAfter } = error;
  if (status === 401) return { code, message: "You are signed out.", advice: "Sign in again." };
  if (status === 404) return { code, message, advice: "It may be gone, or the server is older than this extension." };
  if (status === 413) return { code, message: "The file is too large.", advice: "Files may have up to 10 MB." };
  if (status === 429) {
    const retryAt = retryAfter === undefined ? {} : { retryAt: now + retryAfter * 1_000 };
    return { code, message: "The server asks for a pause.", advice: "Wait a moment, then try again.", ...retryAt };
  }
  if (status >= 500) return { code, message, advice: "The server has a problem of its own. Try again in a moment." };
  return { code, message, advice: error.reason ?? "Change what you asked for, then try again." };
}

function refusedPacket({ status, code, message, retryAfter }: PacketError, now: number): Problem {
  const retryAt = retryAfter === undefined ? {} : { retryAt: now + retryAfter * 1_000 };
  if (status === 401) return { code, message: "You are signed out.", advice: "Sign in again." };
  if (status === 404) return { code, message, advice: "It may be gone, or the server is older than this extension." };
  if (code === "UNSUPPORTED_FORMAT") return { code, message, advice: "Choose another format." };
  if (code === "NO_MODEL") return { code, message, advice: "The server's administrator has to configure a model." };
  if (status === 409) return { code, message, advice: "Wait a moment, then try again." };
  return {
    code,
    message,
    advice: status >= 500 ? "The server has a problem of its own. Try again in a moment." : "Try again in a while.",
    ...retryAt,
  };
}
