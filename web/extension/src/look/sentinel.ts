/**
 * The client's own check of an action: did what was expected happen, and does the page complain?
 * It informs the server and never stands in for its verdict, so it says "failed" only on what was
 * seen: an error, a plain contradiction, or nothing at all where something had to happen.
 */
import type { ExpectedOutcome, PageCapture, SemanticNode, TextLine } from "@screen-agent/api";

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
}

/** What should be different afterwards. */
export type Expectation =
  | { kind: "navigation" }
  | { kind: "stays" }
  | { kind: "appears"; what: string }
  | { kind: "disappears"; id: string }
  | { kind: "value"; id: string; value: string | null }
  | { kind: "state"; id: string; state: string; held: boolean }
  | { kind: "anyChange" }
  | { kind: "nothing" };

/** Judges an action by the looks before and after it. */
export function sentinel(done: Done, before: PageCapture, after: PageCapture): Checked {
  const [errors, successes] = complaints(before, after);
  const expected = expectations(done);
  const failed = expected.map((each) => contradiction(each, done, before, after)).filter((reason) => reason !== null);
  const [reason] = failed;
  if (errors.length > 0) return { passed: false, message: `the page says "${errors[0]}"`, errors, successes };
  if (reason !== undefined) return { passed: false, message: reason, errors, successes };
  const seen = expected.filter(({ kind }) => kind !== "nothing").map(({ kind }) => SEEN[kind]);
  const message = successes.length > 0 ? `the page says "${successes[0]}"` : (seen[0] ?? "nothing had to change");
  return { passed: true, message: message.slice(0, 500), errors, successes };
}

const SEEN: Record<Expectation["kind"], string> = {
  navigation: "the address changed",
  stays: "the page stayed",
  appears: "what should appear is there",
  disappears: "what should go is gone",
  value: "the field holds its value",
  state: "the control is in the state it should be in",
  anyChange: "the page changed",
  nothing: "nothing had to change",
};

/** What an action promises by itself, and what was said of it beyond that. */
function expectations({ action, outcome }: Done): Expectation[] {
  const found = byAction(action);
  const changes = outcome?.domChanges;
  if (!changes) return found;
  const clicks = found.some(({ kind }) => kind === "anyChange");
  // Words and roles are guesses of what will be seen; that the address changes is more than that.
  if (changes.urlShouldChange === true) return [{ kind: "navigation" }];
  if (changes.urlShouldChange === false && clicks) found.push({ kind: "stays" });
  return [...found, ...changes.textToAppear.map((what): Expectation => ({ kind: "appears", what }))];
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
      return [{ kind: "navigation" }];
    case "setValue":
      return [{ kind: "value", id, value: args[1] ?? "" }];
    case "selectDropdown":
      return [{ kind: "value", id, value: null }];
    case "check":
      return [{ kind: "state", id, state: "checked", held: true }];
    case "uncheck":
      return [{ kind: "state", id, state: "checked", held: false }];
    case "dismissOverlay":
      return [{ kind: "disappears", id }];
    case "click":
    case "doubleClick":
    case "dragAndDrop":
      return [{ kind: "anyChange" }];
    default:
      return [{ kind: "nothing" }];
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

/** Why an expectation is plainly not met; null when it is, or when that cannot be told. */
function contradiction(expected: Expectation, done: Done, before: PageCapture, after: PageCapture): string | null {
  switch (expected.kind) {
    case "navigation":
      return addressOf(before) !== addressOf(after) || done.noticed?.url ? null : "the address did not change";
    case "stays":
      return hostOf(before) === hostOf(after) ? null : "the page was left for another site";
    case "appears":
      // A page that moved on may say it in other words: only where all stayed the same is it missing.
      return isStill(done, before, after) && !says(after, expected.what)
        ? `"${expected.what.slice(0, 100)}" did not appear`
        : null;
    case "disappears":
      return nodeOf(after, expected.id) && isStill(done, before, after) ? "what should go is still there" : null;
    case "value":
      return othersAreStill(before, after, expected.id)
        ? valueMissing(nodeOf(after, expected.id), expected.value)
        : null;
    case "state":
      return stateMissing(nodeOf(after, expected.id), expected.state, expected.held);
    case "anyChange":
      return isStill(done, before, after) ? "nothing changed" : null;
    case "nothing":
      return null;
  }
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

function isStill(done: Done, before: PageCapture, after: PageCapture): boolean {
  const { noticed } = done;
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
  return url.split("#", 1)[0] ?? "";
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
export function complaints(before: PageCapture, after: PageCapture): [errors: string[], successes: string[]] {
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
