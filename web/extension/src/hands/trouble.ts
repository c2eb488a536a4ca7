/** Why an action was not done, and the code that says so on the wire. */
import type { Refusal } from "@screen-agent/page/contract";
import type { ActionCode } from "../shared/action.ts";
import { CdpError } from "./cdp.ts";

/** Ended without success; `code` "failed" stands for the code that the action's kind has. */
export class Trouble extends Error {
  override name = "Trouble";

  constructor(
    readonly code: ActionCode | "failed",
    message: string,
  ) {
    super(message);
  }
}

/** Actions whose failure has a code of its own. */
const FAILED = new Set(["click", "setValue", "appendText"]);

export interface Told {
  code: ActionCode;
  message: string;
  elementId?: string;
}

/** Whatever was thrown, as the contract tells it. An abort is not told: it is thrown on. */
export function told(error: unknown, action: string, elementId: string | null): Told {
  const { code, message } = known(error);
  const failed: ActionCode = FAILED.has(action) ? "ACTION_FAILED" : "ACTION_EXECUTION_FAILED";
  return {
    code: code === "failed" ? failed : code,
    message: message.slice(0, 500),
    ...(elementId !== null && { elementId }),
  };
}

function known(error: unknown): { code: ActionCode | "failed"; message: string } {
  if (error instanceof Trouble) return error;
  if (error instanceof CdpError) {
    return error.kind === "detached"
      ? { code: "CONTENT_SCRIPT_DISCONNECTED", message: "the debugger was taken away from the tab" }
      : { code: "failed", message: error.message };
  }
  return { code: "UNEXPECTED_ERROR", message: error instanceof Error ? error.message : "something went wrong" };
}

const CODES: Record<Refusal, ActionCode | "failed"> = {
  not_found: "ELEMENT_NOT_FOUND",
  stale: "ELEMENT_NOT_FOUND",
  timeout: "TIMEOUT",
  covered: "failed",
  invisible: "failed",
  disabled: "failed",
  wrong_kind: "failed",
  unsupported: "failed",
  invalid_argument: "failed",
};

/** What a page's own refusal is for the contract. */
export function refused(refusal: Refusal, message: string): Trouble {
  return new Trouble(CODES[refusal], message);
}

/** What the person can switch on so that it works. */
const NEEDS_TRUSTED =
  "this needs the browser's debugger: use the build of the extension that has it and choose trusted input in its settings";

/** An action that this way of input, or this build, cannot do. */
export function unsupported(what: string, advice: string = NEEDS_TRUSTED): Trouble {
  return new Trouble("failed", `unsupported: ${what}; ${advice}`);
}

/** The page went elsewhere between the last look at the action and its doing. */
export const ELSEWHERE = "the tab has gone to another site since this was decided";

/** Nothing can be done in a page that holds still. */
export const NO_ANSWER =
  "the page does not answer: a dialog of the page is open, or its own code keeps it busy; answer the dialog on the page, then try again";

/** Whether it is only that we were told to stop. */
export function isStop(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
