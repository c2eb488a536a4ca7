/** What the worker hands to the hands, and what comes back. */
import type { ActionDetails } from "@screen-agent/api";
import type { Basis } from "@screen-agent/page/contract";
import type { Picture } from "./look.ts";

/** What a target was taken for. */
export interface Expected {
  role: string;
  name: string;
  xy?: [number, number];
}

/** One action that the server allowed, with what it was decided on. The hands perform nothing else. */
export interface Decision {
  /** In the contract's form: `click(12)`, `setValue("f7_5", "text")`. */
  action: string;
  /** The same taken apart; it must say the same as `action`. */
  details?: ActionDetails;
  /** Origin of the page that the decision was made on; a tab that has gone elsewhere is refused. */
  origin: string;
  /** What the server decided on, with where the keyboard was; absent from servers that do not tell. */
  basis?: Basis;
  /** What the target was taken for, from the capture that was sent. Absent when the action has no target. It stands for a basis where there is none. */
  expected?: Expected;
}

/** Codes of the contract's executor, and our typed refinements of them. */
export type ActionCode =
  | "ELEMENT_NOT_FOUND"
  | "TIMEOUT"
  | "NETWORK_ERROR"
  | "CONTENT_SCRIPT_NOT_READY"
  | "CONTENT_SCRIPT_DISCONNECTED"
  | "ACTION_FAILED"
  | "ACTION_EXECUTION_FAILED"
  | "CHAIN_FAILED"
  | "UNEXPECTED_ERROR"
  /** The action does not match the decision that it came with. */
  | "REFUSED";

/** What the client itself saw happen. */
export interface Noticed {
  network: boolean;
  dom: boolean;
  url: boolean;
}

/** How an action went. */
export interface Performed {
  success: boolean;
  error?: { code: ActionCode; message: string; elementId?: string };
  /** What a query read. */
  state?: string;
  noticed: Noticed;
  /** The tab to work on from now, when the action opened, chose or closed one. */
  tabId?: number;
  /** A picture that the action took. */
  picture?: Picture;
  /** What the action made. */
  file?: Made;
  /** What the page gave the person to keep. */
  downloads?: Download[];
}

/** A file in the person's own folder for downloads, by the browser's number. */
export interface Download {
  id: number;
  name: string;
  /** All of it has come. */
  whole: boolean;
}

/** A file that an action made. */
export interface Made {
  name: string;
  mime: string;
  /** Base64. */
  data: string;
}

/** Performs actions on tabs. */
export interface Hands {
  /**
   * Outlines what is going to be acted on, performs, and waits until the page has come to rest. Failures are
   * answers; it only rejects, with the signal's reason, when it is stopped.
   */
  perform(tabId: number, decision: Decision, signal: AbortSignal): Promise<Performed>;
  /** Lets go of a tab, and of the debugger's banner with it: nothing is going to be done on it for now. Never fails. */
  release(tabId: number): Promise<void>;
}
