/** What went wrong, in words for a person, and what to do about it. */
import { ApiError } from "@screen-agent/api";
import { CommandFault } from "./command.ts";

/** What to do: a button, and the command behind it. */
export interface Remedy {
  title: string;
  command: string;
  about?: string;
}

export interface Trouble {
  words: string;
  remedies: Remedy[];
}

/** Something that has its own remedy. */
export class NotReady extends Error {
  constructor(
    words: string,
    readonly remedy: Remedy,
  ) {
    super(words);
  }
}

export const SET_KEY: Remedy = { title: "Set the Key", command: "screenAgent.key" };
export const CHOOSE: Remedy = { title: "Choose a Project", command: "screenAgent.project" };
export const SETTINGS: Remedy = {
  title: "Open Settings",
  command: "workbench.action.openSettings",
  about: "screenAgent",
};

/** What went wrong in something that `again` does once more. */
export function troubleOf(error: unknown, server: string, again: Remedy): Trouble {
  if (error instanceof NotReady) return { words: error.message, remedies: [error.remedy] };
  if (error instanceof ApiError) return refused(error, server, again);
  if (error instanceof CommandFault) return notDone(error, again);
  // What `fetch` throws where nobody answers, or the line broke.
  if (error instanceof TypeError)
    return {
      words: `No server answers at ${server}. Start it, or set its address.`,
      remedies: [again, SETTINGS],
    };
  return { words: error instanceof Error ? error.message : String(error), remedies: [again] };
}

function refused(error: ApiError, server: string, again: Remedy): Trouble {
  if (error.status === 401)
    return { words: `${server} does not take your key. Set one that it takes.`, remedies: [SET_KEY] };
  const where = error.field ? ` (${[error.field, error.reason].filter(Boolean).join(" ")})` : "";
  const when = error.retryAfter ? ` Try again in ${error.retryAfter} s.` : "";
  return { words: `${error.message}${where}${when}`, remedies: [again] };
}

function notDone({ message, refusal }: CommandFault, again: Remedy): Trouble {
  switch (refusal?.code) {
    case undefined:
      return {
        words: `The command screen-agent could not be run (${message}). Install it, or set where it is.`,
        remedies: [SETTINGS, again],
      };
    case "config":
      return { words: message, remedies: [CHOOSE, SET_KEY] };
    case "network":
      return { words: message, remedies: [again, SETTINGS] };
    default:
      return { words: message, remedies: [again] };
  }
}
