import { ApiError } from "@screen-agent/api";

/** Why something failed, for people: the server's own words, or that it did not answer. */
export function wordsOf(error: unknown): string {
  return error instanceof ApiError ? error.message : "The server cannot be reached. It is tried again by itself.";
}
