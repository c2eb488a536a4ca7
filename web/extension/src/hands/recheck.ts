/** The last look at an action before it is done: it must be what was decided, where it was decided. */
import type { ActionDetails } from "@screen-agent/api";
import type { Decision } from "../shared/action.ts";
import { originOf } from "../shared/origin.ts";
import { hasControls } from "./accept.ts";
import { type Action, ParseError, parse, targetOf } from "./parse.ts";
import { Trouble } from "./trouble.ts";

/** Longest address that is gone to. */
const LONGEST_URL = 8192;

/** Reads the decision's action; throws a `REFUSED` when anything about it is not as it was decided. */
export function recheck(decision: Decision, tabUrl: string): Action {
  const action = read(decision.action);
  if (decision.details) compare(action, decision.details);
  const origin = originOf(tabUrl);
  if (origin !== decision.origin)
    throw refuse(`the decision was made on ${shown(decision.origin)}, the tab is on ${shown(origin)} now`);
  const { url } = action.parts;
  if (typeof url === "string") webAddress(url);
  return action;
}

function refuse(message: string): Trouble {
  return new Trouble("REFUSED", message);
}

function read(text: string): Action {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof ParseError) throw refuse(error.message);
    throw error;
  }
}

function shown(origin: string): string {
  return origin === "null" || origin === "" ? "a page without an origin" : origin.slice(0, 300);
}

/** The web alone is gone to, and nothing that disguises where that is. */
export function webAddress(text: string): URL {
  if (text.length > LONGEST_URL) throw refuse("the address is too long");
  if (hasControls(text) || text.trim() !== text || text.includes("\\"))
    throw refuse("the address holds characters that disguise it");
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw refuse("only whole http and https addresses are gone to");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") throw refuse("an address with a user name in it is not gone to");
  return url;
}

/** What came taken apart must say the same as what was read. */
function compare(action: Action, details: ActionDetails): void {
  if (details.name !== action.name) throw refuse("the action and its details name different actions");
  const target = targetOf(action);
  const said = details.elementId === undefined || details.elementId === null ? null : String(details.elementId);
  if (said !== target) throw refuse("the action and its details name different elements");
  if (!same(argumentsOf(action), details.args ?? {}))
    throw refuse("the action and its details differ in what they say");
}

/** The rest of an action in the form in which the server takes it apart. */
function argumentsOf({ name, parts }: Action): Record<string, unknown> {
  const { id: _, ...rest } = parts;
  const renamed = name === "setValue" || name === "appendText" ? { value: rest.text } : rest;
  return Object.fromEntries(Object.entries(renamed).filter(([, value]) => value !== null));
}

function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, at) => same(item, b[at]));
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null || Array.isArray(b)) return a === b;
  const [left, right] = [Object.entries(a), b as Record<string, unknown>];
  return (
    left.length === Object.keys(right).length &&
    left.every(([key, value]) => Object.hasOwn(right, key) && same(value, right[key]))
  );
}
