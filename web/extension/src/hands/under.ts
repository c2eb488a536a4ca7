/** One action while it is being done, and what the verbs share. */
import type { Basis } from "@screen-agent/page/contract";
import type { Picture, PictureOptions } from "../shared/look.ts";
import type { Action } from "./parse.ts";
import { Trouble } from "./trouble.ts";
import type { Watch } from "./watch.ts";

/** What the hands need of the rest of the worker. */
export interface Around {
  /** What the person has chosen. */
  settings(): Promise<{ highlights: boolean; input: "events" | "trusted" }>;
  picture(tabId: number, options?: PictureOptions): Promise<Picture | null>;
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
}

/** A part of an action that must be a text. The catalogue has checked it; a mistake here is ours. */
export function text({ action }: Under, field: string): string {
  const value = action.parts[field];
  if (typeof value !== "string") throw wrong(action, field);
  return value;
}

export function textOrNull({ action }: Under, field: string): string | null {
  const value = action.parts[field];
  if (value !== null && typeof value !== "string") throw wrong(action, field);
  return value;
}

export function number({ action }: Under, field: string): number {
  const value = action.parts[field];
  if (typeof value !== "number") throw wrong(action, field);
  return value;
}

export function numberOrNull({ action }: Under, field: string): number | null {
  return action.parts[field] === null ? null : number({ action } as Under, field);
}

export function flag({ action }: Under, field: string): boolean {
  const value = action.parts[field];
  if (typeof value !== "boolean") throw wrong(action, field);
  return value;
}

export function record({ action }: Under, field: string): Readonly<Record<string, unknown>> {
  const value = action.parts[field];
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(action, field);
  return value as Record<string, unknown>;
}

export function texts({ action }: Under, field: string): readonly string[] {
  const value = action.parts[field];
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) throw wrong(action, field);
  return value;
}

function wrong({ name }: Action, field: string): Trouble {
  return new Trouble("UNEXPECTED_ERROR", `${name} has no such ${field}`);
}

/** Tells that the element had been replaced by its equal. */
export const HEALED = "found again after the page replaced it";

const LONGEST_STATE = 10_000;

/** A state that is not longer than what is worth sending. */
export function cut(state: string): string {
  return state.length <= LONGEST_STATE ? state : `${state.slice(0, LONGEST_STATE)}…`;
}
