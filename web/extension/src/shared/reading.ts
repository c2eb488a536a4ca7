/** What reading a tab gives. */

/** A page as HTML of what can be seen, frames of its own site in it. */
export interface TabText {
  url: string;
  title: string;
  html: string;
  /** Origin of the top document. */
  origin: string;
  /** There was more than fits. */
  cut: boolean;
}

/** A control that is what it was when it was read, or why it is not. */
export type Vouch =
  | { ok: true; role: string; name: string }
  | { ok: false; refusal: "not_found" | "stale" | "wrong_kind" };

/** Links that the person has selected. */
export interface Selected {
  urls: string[];
  totalFound: number;
}

/** Reads tabs, and shows on them what was read. */
export interface Reader {
  /** Waits until the page has come to rest, and reads it. */
  read(tabId: number, signal: AbortSignal): Promise<TabText>;
  /** Waits until the tab shows a document at rest. */
  rest(tabId: number, signal: AbortSignal): Promise<void>;
  vouch(tabId: number, handle: string, signal: AbortSignal): Promise<Vouch>;
  links(tabId: number, limit: number, signal: AbortSignal): Promise<Selected>;
  /** False when it is not there any more, or says something else. */
  highlight(tabId: number, handle: string, words: string): Promise<boolean>;
  /**
   * Outlines controls by the ids of the last look, numbered where they are several; says how many are there. A click on
   * one that may be chosen comes to the worker as a `Chosen`.
   */
  mark(tabId: number, ids: string[], choosable: boolean): Promise<number>;
  unhighlight(tabId: number): Promise<void>;
}
