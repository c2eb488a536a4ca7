/** The account's token, as the worker keeps it. It goes to the server alone, and is never shown. */
import { type ReadonlySignal, signal } from "@preact/signals";
import { ACCOUNT } from "../worker/store.ts";

/** The token of now; null while signed out. */
export function watchToken(until: AbortSignal): ReadonlySignal<string | null> {
  const token = signal<string | null>(null);
  ACCOUNT.watch((signedIn) => {
    token.value = signedIn?.token ?? null;
  }, until);
  return token;
}
