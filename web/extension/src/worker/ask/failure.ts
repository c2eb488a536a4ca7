/** Errors of the packet surface and the network, as the reducer and the panel understand them. */
import { PacketError } from "@screen-agent/api/packet";
import type { Problem } from "../../shared/protocol.ts";
import type { Failure } from "../../task/event.ts";

/** Null when it was broken off on purpose. */
export function failureOf(error: unknown, signal: AbortSignal): Failure | null {
  if (signal.aborted) return null;
  if (!(error instanceof PacketError)) return { kind: "network" };
  const { status, code, message, retryAfter, field } = error;
  return {
    kind: "refused",
    status,
    code,
    message,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(field !== undefined && { field }),
  };
}

/** What the person is told of it; null when it is no error of this surface. */
export function packetProblem(error: unknown): Problem | null {
  if (!(error instanceof PacketError)) return null;
  return { code: error.code, message: error.message, advice: adviceOn(error) };
}

function adviceOn({ code, status }: PacketError): string {
  if (code === "NO_MODEL") return "The server's administrator has to configure a model.";
  if (status === 401) return "Sign in again.";
  return status === 404 ? "It may have been removed elsewhere: load the list again." : "Try again in a while.";
}
