/** What commands of the panel work with, and how each is written down. */
import { browser } from "wxt/browser";
import type { AccountKeeper } from "./account.ts";
import type { Asks } from "./ask/asks.ts";
import type { Library } from "./ask/library.ts";
import type { Examples } from "./examples.ts";
import type { Leases } from "./leases.ts";
import type { Pointing } from "./pointing.ts";
import type { Recordings } from "./recordings.ts";
import type { RowRuns } from "./rows.ts";
import type { TabSessionKeeper } from "./sessions.ts";
import type { Tasks } from "./tasks.ts";
import type { World } from "./world.ts";

export interface Office extends World {
  account: AccountKeeper;
  sessions: TabSessionKeeper;
  tasks: Tasks;
  asks: Asks;
  rows: RowRuns;
  recordings: Recordings;
  pointing: Pointing;
  leases: Leases;
  library: Library;
  examples: Examples;
  /** What belongs to whoever signs out is gone. */
  forgetLibrary(): void;
}

/** The kinds that fields of a message are checked for. */
type Fields<C> = Partial<Record<Exclude<keyof C, "kind">, "string" | "number" | "boolean" | "object">>;

/** For each command what it must hold, and what is done about it; what is not done throws. */
export type Commands<C extends { kind: string }> = {
  readonly [K in C["kind"]]: readonly [
    holds: Fields<Extract<C, { kind: K }>>,
    obey: (office: Office, command: Extract<C, { kind: K }>) => unknown,
  ];
};

/** Longest text of a person that is taken. */
export const MOST_WORDS = 10_000;

export async function tabFacts(tabId: number): Promise<{ id: number; url: string }> {
  const tab = await browser.tabs.get(tabId);
  return { id: tabId, url: tab.url ?? "" };
}
