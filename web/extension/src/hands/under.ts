/** One action while it is being done, and what the verbs share. */
import type { Basis } from "@screen-agent/page/contract";
import type { Made } from "../shared/action.ts";
import type { Picture, PictureOptions } from "../shared/look.ts";
import type { Action } from "./parse.ts";
import { Trouble } from "./trouble.ts";
import type { Watch } from "./watch.ts";

/** What the hands need of the rest of the worker. */
export interface Around {
  /** What the person has chosen. */
  settings(): Promise<{ highlights: boolean; input: "events" | "trusted" }>;
  picture(tabId: number, options?: PictureOptions): Promise<Picture | null>;
  /** A file that the person attached to the task of a tab; null where none is called so. */
  file(tabId: number, name: string): Promise<Attached | null>;
}

/** A file on its way to a page. */
export interface Attached {
  name: string;
  type: string;
  /** Base64. */
  data: string;
}

/** One action under way. */
export interface Under {
  tabId: number;
  action: Action;
  /** Origin of the tab; null where it has none. */
  origin: string | null;
  /** What it was decided on. */
  basis: Basis | null;
  /** Input through the debugger, which is attached. */
  trusted: boolean;
  watch: Watch;
  around: Around;
  signal: AbortSignal;
}

/** What a verb came to. */
export interface Outcome {
  /** What a query read, or what is to be known of how it went. */
  state?: string;
  /** The tab to work on from now. */
  tabId?: number;
  /** A picture that was taken; the server gets it with the next look. */
  picture?: Picture;
  /** What was made; the server keeps it for the person. */
  file?: Made;
}

/** Reads a part of an action that must be of a kind. The catalogue has checked it; a mistake here is ours. */
function part<T>(isOfKind: (value: unknown) => value is T) {
  return ({ action }: Under, field: string): T => {
    const value = action.parts[field];
    if (!isOfKind(value)) throw new Trouble("UNEXPECTED_ERROR", `${action.name} has no such ${field}`);
    return value;
  };
}

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const text = part(isText);
export const textOrNull = part((value) => value === null || isText(value));
export const number = part(isNumber);
export const numberOrNull = part((value) => value === null || isNumber(value));
export const flag = part((value) => typeof value === "boolean");
export const record = part(isRecord);
export const texts = part((value): value is string[] => Array.isArray(value) && value.every(isText));

/** Tells that the element had been replaced by its equal. */
export const HEALED = "found again after the page replaced it";

const LONGEST_STATE = 10_000;

/** A state that is not longer than what is worth sending. */
export function cut(state: string): string {
  return state.length <= LONGEST_STATE ? state : `${state.slice(0, LONGEST_STATE)}…`;
}
