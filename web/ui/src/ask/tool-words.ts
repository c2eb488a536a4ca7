/** Tools in plain words. What a page or a model wrote stands in quotation marks, in one line, cut. */
import { TOOL_TITLES, type ToolName } from "@screen-agent/api/packets";
import { cleanText, oneLine } from "../render/text.ts";
import { codeWords } from "../words.ts";

/** What a tool does, without what it is given. */
export function toolName(name: string): string {
  return Object.hasOwn(TOOL_TITLES, name) ? TOOL_TITLES[name as ToolName] : oneLine(name, 60);
}

/** What a person would want to see of what a tool is given: what is typed, searched for, or gone to. */
const TELLING = ["text", "value", "query", "url", "expression", "title"] as const;
const LONGEST = 160;

/** The telling part of what a tool is given; empty where there is none. */
export function toolGiven(given: Readonly<Record<string, unknown>>): string {
  const found = TELLING.map((key) => given[key]).find((value) => typeof value === "string" && value.trim() !== "");
  return oneLine(found, LONGEST);
}

/** Longest value that is shown whole at once, and how much of a longer one is. */
const WHOLE = 4_000;
const HEAD = 2_000;

/** One thing that a tool is given, as whoever says yes reads it. */
export interface Given {
  name: string;
  /** All of it, or its beginning. */
  shown: string;
  /** All of it, where only the beginning is shown. */
  whole?: string;
}

/** What a control goes by among programs; the request names it in words. */
const HANDLE = "handleId";

/** Everything that a tool is given: who says yes has seen what leaves, to whom. Nothing but letters that show. */
export function everythingGiven(given: Readonly<Record<string, unknown>>): Given[] {
  const told = Object.entries(given).filter(([key]) => key !== HANDLE);
  return told.map(([key, value]) => {
    const name = oneLine(key, 60);
    const whole = cleanText(typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? ""));
    const letters = Array.from(whole);
    return letters.length <= WHOLE
      ? { name, shown: whole }
      : { name, shown: `${letters.slice(0, HEAD).join("")}…`, whole };
  });
}

/** Reasons and failures that are worth more than their code. */
const CODES: Readonly<Record<string, string>> = {
  POLICY_DENIED: "it is not allowed",
  APPROVAL_EXPIRED: "the time to answer was up",
  NOT_FOUND: "it is not on the page",
  STALE_HANDLE: "the page has changed",
  TIMEOUT: "it took too long",
  UNKNOWN: "it was broken off, and may have happened",
  SKIPPED: "what stood before it failed",
  INVALID_CALL: "it was not as it must be",
  INVALID_ARGUMENTS: "it was not as it must be",
};

/** A stable code in words. */
export function whyWords(code: string): string {
  return Object.hasOwn(CODES, code) ? (CODES[code] ?? "") : codeWords(oneLine(code, 60));
}
