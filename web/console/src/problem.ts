import { ApiError } from "@screen-agent/api";
import { PacketError } from "@screen-agent/api/packet";

/** Why something failed, for people: the server's own words, or that it did not answer. */
export function wordsOf(error: unknown): string {
  return error instanceof ApiError || error instanceof PacketError
    ? error.message
    : "The server cannot be reached. It is tried again by itself.";
}

/** Whoever asked is not known any more. */
export function isUnauthorized(error: unknown): boolean {
  return (error instanceof ApiError || error instanceof PacketError) && error.status === 401;
}
