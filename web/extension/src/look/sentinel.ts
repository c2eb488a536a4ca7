/**
 * The client's own check of an action: did what was expected happen, and does the page complain?
 * It informs the server and never stands in for its verdict, so it says "failed" only on what was
 * seen: an error, a plain contradiction, or nothing at all where something had to happen.
 */
import type { ExpectedOutcome, PageCapture, SemanticNode, TextLine } from "@screen-agent/api";
import { withoutPlace } from "../shared/origin.ts";

/** What was done, and what was said would come of it. */
export interface Done {
  /** In the contract's form. */
  action: string;
  outcome?: ExpectedOutcome | null;
  /** What the hands saw, where they looked. */
  noticed?: { network: boolean; dom: boolean; url: boolean };
}

/** What came of it, as it is sent. */
export interface Checked {
  passed: boolean;
  message: string;
  errors: string[];
  successes: string[];
  /** What was to appear is there; null where nothing was, or where that cannot be told. */
  found: boolean | null;
  /** The address is another. */
  moved: boolean;
}

/** What should be different afterwards. */
interface Expectation {
  /** Said when it is so; null when nothing had to change. */
  seen: string | null;
  /** Why it is plainly not so; null when it is, or when that cannot be told. */
  missed(looks: Looks): string | null;
}

interface Looks {
  done: Done;
  before: PageCapture;
  after: PageCapture;
}

/** Judges an action by the looks before and after it. */
export function sentinel(done: Done, before: PageCapture, after: PageCapture): Checked {
  const [errors, successes] = complaints(before, after);
  const expected = expectations(done);
  const failed = expected.map((each) => each.missed({ done, before, after })).filter((reason) => reason !== null);
  const [reason] = failed;
  const moved = addressOf(before) !== addressOf(after);
  const told = { errors, successes, found: foundIn({ done, before, after }), moved };
  if (errors.length > 0) return { passed: false, message: `the page says "${errors[0]}"`, ...told };
  if (reason !== undefined) return { passed: false, message: reason, ...told };
  const seen = expected.find((each) => each.seen !== null)?.seen ?? "nothing had to change";
  const message = successes.length > 0 ? `the page says "${successes[0]}"` : seen;
  return { passed: true, message: message.slice(0, 500), ...told };
}

/** Words and roles are guesses of what will be seen, so it is only missing where all has stayed the same. */
function foundIn(looks: Looks): boolean | null {
  const { done, before, after } = looks;
  const { textToAppear = [], elementsToAppear = [] } = done.outcome?.domChanges ?? {};
  if (textToAppear.length + elementsToAppear.length === 0) return null;
  const count = ({ interactiveTree }: PageCapture, role: string) =>
    interactiveTree.filter(({ r }) => r === role).length;
  const came = (what: string) => !says(before, what) && says(after, what);
  if (textToAppear.some(came) || elementsToAppear.some((role) => count(after, role) > count(before, role))) return true;
  return isStill(looks) ? false : null;
}

const NAVIGATION: Expectation = {
  seen: "the address changed",
  missed: ({ done, before, after }) =>
    addressOf(before) !== addressOf(after) || done.noticed?.url ? null : "the address did not change",
};
const STAYS: Expectation = {
  seen: "the page stayed",
  missed: ({ before, after }) => (hostOf(before) === hostOf(after) ? null : "the page was left for another site"),
};
const ANY_CHANGE: Expectation = {
  seen: "the page changed",
  missed: (looks) => (isStill(looks) ? "nothing changed" : null),
};
const NOTHING: Expectation = { seen: null, missed: () => null };

const appears = (what: string): Expectation => ({
  seen: "what should appear is there",
  // A page that moved on may say it in other words: only where all stayed the same is it missing.
  missed: (looks) => (isStill(looks) && !says(looks.after, what) ? `"${what.slice(0, 100)}" did not appear` : null),
});
const goes = (id: string): Expectation => ({
  seen: "what should go is gone",
  missed: (looks) => (nodeOf(looks.after, id) && isStill(looks) ? "what should go is still there" : null),
});
const holds = (id: string, value: string | null): Expectation => ({
  seen: "the field holds its value",
  missed: ({ before, after }) => (othersAreStill(before, after, id) ? valueMissing(nodeOf(after, id), value) : null),
});
const isTicked = (id: string, held: boolean): Expectation => ({
  seen: "the control is in the state it should be in",
  missed: ({ after }) => stateMissing(nodeOf(after, id), "checked", held),
});

/** What an action promises by itself, and what was said of it beyond that. */
function expectations({ action, outcome }: Done): Expectation[] {
  const found = byAction(action);
  const changes = outcome?.domChanges;
  if (!changes) return found;
  const clicks = found.includes(ANY_CHANGE);
  // Words and roles are guesses of what will be seen; that the address changes is more than that.
  if (changes.urlShouldChange === true) return [NAVIGATION];
  if (changes.urlShouldChange === false && clicks) found.push(STAYS);
  return [...found, ...(changes.textToAppear ?? []).map(appears)];
}

function byAction(action: string): Expectation[] {
  const call = /^\s*(\w+)\s*\(([\s\S]*)\)\s*$/.exec(action);
  const [name, args] = [call?.[1] ?? "", argumentsOf(call?.[2] ?? "")];
  const id = args[0] ?? "";
  switch (name) {
    case "navigate":
    case "goBack":
    case "goForward":
    case "search":
    case "createTab":
    case "switch":
      return [NAVIGATION];
    case "setValue":
      return [holds(id, args[1] ?? "")];
    case "selectDropdown":
      return [holds(id, null)];
    case "check":
      return [isTicked(id, true)];
    case "uncheck":
      return [isTicked(id, false)];
    case "dismissOverlay":
      return [goes(id)];
    case "appendText":
    case "click":
    case "doubleClick":
    case "dragAndDrop":
      return [ANY_CHANGE];
    default:
      return [NOTHING];
  }
}

// Outside of quotes commas part; a backslash keeps a quote from closing.
function argumentsOf(text: string): string[] {
  const parts = text.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^,"'\s][^,]*/g) ?? [];
  return parts.map((part) =>
    part
      .trim()
      .replace(/^(["'])([\s\S]*)\1$/, "$2")
      .replace(/\\(["'\\])/g, "$1"),
  );
}

// Of a field that is gone, or keeps its value to itself, nothing can be said. Masks and formats change
// what was typed, and some fields turn it into something beside them: only one that is left empty
// while nothing else changed is wrong.
function valueMissing(node: SemanticNode | undefined, value: string | null): string | null {
  if (!node || !value || node.v || !/^(?:inp|textarea|sel)$/.test(node.r)) return null;
  const mute = node.d?.type === "password" || node.d?.type === "file" || (node.s ?? "").includes("filled");
  return mute ? null : `"${node.n}" is still empty`;
}

function othersAreStill(before: PageCapture, after: PageCapture, id: string): boolean {
  const others = (capture: PageCapture): string =>
    JSON.stringify([
      capture.interactiveTree.filter(({ i }) => i !== id).map(({ i, n, v }) => [i, n, v]),
      capture.pageText.map(wordsOf),
    ]);
  return others(before) === others(after);
}

function stateMissing(node: SemanticNode | undefined, state: string, held: boolean): string | null {
  if (!node || !["chk", "radio", "switch"].includes(node.r)) return null;
  return statesOf(node).includes(state) === held ? null : `"${node.n}" is ${held ? "not " : "still "}${state}`;
}

function isStill({ done: { noticed }, before, after }: Looks): boolean {
  const heard = noticed ? noticed.network || noticed.dom || noticed.url : false;
  return (
    !heard &&
    before.hash === after.hash &&
    before.url === after.url &&
    before.scrollPosition === after.scrollPosition &&
    after.recentEvents.length === 0
  );
}

function nodeOf(capture: PageCapture, id: string): SemanticNode | undefined {
  return capture.interactiveTree.find(({ i }) => i === id);
}

function addressOf({ url }: PageCapture): string {
  return withoutPlace(url);
}

function hostOf({ url }: PageCapture): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** The states of a control. */
export function statesOf({ s = "" }: SemanticNode): string[] {
  return s.split(",").map((state) => state.trim());
}

/** Words of a line. */
export function wordsOf(line: TextLine): string {
  return line.c
    .map((run) => (typeof run === "string" ? run : " "))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

function says(capture: PageCapture, what: string): boolean {
  const wanted = what.trim().toLowerCase();
  return (
    capture.pageText.some((line) => wordsOf(line).toLowerCase().includes(wanted)) ||
    capture.interactiveTree.some(({ n, v }) => `${n} ${v ?? ""}`.toLowerCase().includes(wanted))
  );
}

const EVENT = /^\[\d+s ago\] (Error|Success): '(.*)'$/s;
const BAD =
  /\b(?:error|invalid|failed|failure|incorrect|wrong|denied|declined|unable|cannot|could not|couldn't|not found|too (?:short|long|many)|(?:is|are) required|expired|try again)\b/i;
const GOOD =
  /\b(?:success(?:ful|fully)?|saved|thank you|thanks|confirmed|completed|sent|submitted|created|updated|deleted|added to)\b/i;

/** Errors and successes that were not there before: the page's own alerts, also those that have gone again. */
function complaints(before: PageCapture, after: PageCapture): [errors: string[], successes: string[]] {
  const [errors, successes] = [new Set<string>(), new Set<string>()];
  const [old, told] = [new Set(before.pageText.map(wordsOf)), new Set(before.recentEvents.map(plainEvent))];
  for (const event of after.recentEvents) {
    const said = EVENT.exec(event);
    if (said?.[2] && !told.has(plainEvent(event))) (said[1] === "Error" ? errors : successes).add(said[2]);
  }
  for (const line of after.pageText) {
    const words = wordsOf(line);
    if ((line.k !== "alert" && line.k !== "status") || old.has(words) || words === "") continue;
    if (BAD.test(words)) errors.add(words);
    else if (GOOD.test(words)) successes.add(words);
  }
  return [few(errors), few(successes)];
}

function plainEvent(event: string): string {
  return event.replace(/^\[\d+s ago\] /, "");
}

function few(all: Set<string>): string[] {
  return [...all].slice(0, 10).map((text) => text.slice(0, 200));
}
