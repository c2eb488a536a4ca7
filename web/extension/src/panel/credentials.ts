/** The account's token, as the worker keeps it. It goes to the server alone, and is never shown. */
import { type ReadonlySignal, signal } from "@preact/signals";
import { browser } from "wxt/browser";

/** Where the worker keeps who is signed in. */
const KEY = "account";

/** The token of now; null while signed out. */
export function watchToken(until: AbortSignal): ReadonlySignal<string | null> {
  const token = signal<string | null>(null);
  const take = (kept: unknown): void => {
    token.value = tokenOf(kept);
  };
  const changed = (changes: Record<string, { newValue?: unknown }>): void => {
    if (KEY in changes) take(changes[KEY]?.newValue);
  };
  browser.storage.local.onChanged.addListener(changed);
  until.addEventListener("abort", () => browser.storage.local.onChanged.removeListener(changed));
  void browser.storage.local.get(KEY).then((kept) => take(kept[KEY]));
  return token;
}

function tokenOf(kept: unknown): string | null {
  const token = typeof kept === "object" && kept !== null && "token" in kept ? kept.token : null;
  return typeof token === "string" ? token : null;
}
