import { attribute, clock, isElement, isMatch, isSeen, tagOf, textOf } from "../dom/read.ts";
import { cut, fold, setOf } from "../dom/words.ts";
import { isSecret, keepSecret } from "./secret.ts";

/** Something that changed on the page, in words. */
interface Change {
  at: number;
  kind: Class;
  text: string;
  node: WeakRef<Node>;
}

type Class = "error" | "success" | "warning" | "loading" | "info";

const KEPT = 50;
const SENT = 10;
const LIFE = 5000;
const SHORTEST = 3;
const LONGEST = 200;
/** A text that changes more often within its life is a clock or a ticker. */
const TICKS = 3;

const ATTRIBUTES =
  "class style hidden open disabled aria-invalid aria-expanded aria-hidden aria-selected aria-checked type src role";

let changes: Change[] = [];
let recording = false;
let lastChange = clock();
const ticks = new WeakMap<Node, number>();
const watched = new WeakSet<Node>();

/** Starts watching a document or shadow tree; watching twice is harmless. */
export function watch(root: Node): void {
  if (watched.has(root)) return;
  watched.add(root);
  new MutationObserver(take).observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeOldValue: true,
    attributeFilter: ATTRIBUTES.split(" "),
  });
}

/** From now on changes are news: the first look has been taken. */
export function record(): void {
  recording = true;
}

/** When the page last changed in a way that matters, on the `performance.now` clock. */
export function changedAt(): number {
  return lastChange;
}

function take(mutations: MutationRecord[]): void {
  const now = clock();
  for (const mutation of mutations) {
    if (isTicker(mutation)) continue;
    lastChange = now;
    if (mutation.type === "attributes") noteAttribute(mutation, now);
    else noteWords(mutation, now);
  }
}

const QUIET_AFTER = 6;

// The same text changing again and again must not keep the page from counting as settled.
function isTicker(mutation: MutationRecord): boolean {
  if (mutation.type === "attributes" && mutation.attributeName !== "style") return false;
  if (mutation.type === "childList" && hasElement(mutation.addedNodes)) return false;
  const count = (ticks.get(mutation.target) ?? 0) + 1;
  ticks.set(mutation.target, count);
  return count > (mutation.type === "attributes" ? QUIET_AFTER * 30 : QUIET_AFTER);
}

// Very many may be added at once, so the first one ends it.
function hasElement(nodes: NodeList): boolean {
  for (const node of nodes) if (isElement(node)) return true;
  return false;
}

function noteAttribute(mutation: MutationRecord, now: number): void {
  const el = mutation.target as Element;
  if (mutation.attributeName === "type") {
    if (mutation.oldValue?.toLowerCase() === "password") keepSecret(el);
    return;
  }
  if (!recording) return;
  if (mutation.attributeName === "aria-invalid" && attribute(el, "aria-invalid") === "true") {
    push(now, "error", `Invalid: ${attribute(el, "aria-label") ?? attribute(el, "name") ?? tagOf(el)}`, el);
  }
}

function noteWords(mutation: MutationRecord, now: number): void {
  if (mutation.type === "characterData") {
    const parent = mutation.target.parentElement;
    if (parent) noteNode(mutation.target, parent, now);
    return;
  }
  let looked = 0;
  const most = recording ? 20 : 1;
  for (const node of mutation.addedNodes) {
    if (++looked > most) return;
    noteNode(node, isElement(node) ? node : mutation.target, now);
  }
}

const SILENT = setOf("script style template noscript link meta option textarea title");

function noteNode(node: Node, near: Node, now: number): void {
  const el = isElement(near) ? near : null;
  if (!el || SILENT.has(tagOf(el)) || isSecret(el) || el.closest("[contenteditable],head")) return;
  const raw = textOf(node);
  if (raw.length > LONGEST * 4) return;
  const text = fold(raw);
  if (text.length < SHORTEST || text.length > LONGEST || isCount(el, text) || !recording) return;
  push(now, classOf(el, text), text, el);
}

const shapes = new WeakMap<Element, string>();

// The same words with another number are a counter at work.
function isCount(el: Element, text: string): boolean {
  const shape = text.replace(/\d+/g, "0");
  const before = shapes.get(el);
  shapes.set(el, shape);
  return before === shape && shape !== text;
}

function push(at: number, kind: Class, text: string, node: Node): void {
  changes.push({ at, kind, text, node: new WeakRef(node) });
  if (changes.length > KEPT) changes = changes.slice(-KEPT);
}

const WORDS: readonly (readonly [Class, RegExp])[] = [
  ["error", /(?:^|[-_\s])(?:error|danger|invalid|fail(?:ed|ure)?|alert-danger)(?:$|[-_\s])/i],
  ["success", /(?:^|[-_\s])(?:success|succeeded|saved|confirm(?:ed|ation))(?:$|[-_\s])/i],
  ["warning", /(?:^|[-_\s])(?:warn(?:ing)?|caution)(?:$|[-_\s])/i],
  ["loading", /(?:^|[-_\s])(?:loading|loader|spinner|skeleton|progress)(?:$|[-_\s])/i],
];

// The page's own class words decide; role=alert without any is an error only if its words say so.
function classOf(el: Element, text: string): Class {
  let live = false;
  for (let at: Element | null = el, level = 0; at && level < 4; at = at.parentElement, level++) {
    const marks = `${attribute(at, "class") ?? ""} ${attribute(at, "data-type") ?? ""}`;
    for (const [kind, words] of WORDS) {
      if (words.test(marks)) return kind;
    }
    live ||= isMatch(at, "[role=alert],[role=status],[aria-live=assertive]");
  }
  if (/^loading\b/i.test(text)) return "loading";
  if (!live) return "info";
  if (/\b(?:error|invalid|failed|incorrect|wrong|denied|required)\b/i.test(text)) return "error";
  return /\b(?:success(?:fully)?|saved|thank you|done|sent|added|deleted|updated)\b/i.test(text) ? "success" : "info";
}

/** What changed in the last five seconds, newest last. */
export interface News {
  recentEvents: string[];
  hasErrors: boolean;
  hasSuccess: boolean;
}

/** Recent changes in words. */
export function events(): News {
  const now = clock();
  changes = changes.filter((change) => now - change.at <= LIFE);
  const news = latest(changes).filter(isWorthSaying);
  return {
    recentEvents: news
      .slice(-SENT)
      .map(
        (change) => `[${Math.round((now - change.at) / 1000)}s ago] ${LABELS[change.kind]}: '${cut(change.text, 160)}'`,
      ),
    hasErrors: news.some((change) => change.kind === "error"),
    hasSuccess: news.some((change) => change.kind === "success"),
  };
}

const LABELS: Readonly<Record<Class, string>> = {
  error: "Error",
  success: "Success",
  warning: "Warning",
  loading: "Loading",
  info: "Added",
};

// Of each element its last words; the same words once; nothing from a ticker.
function latest(all: readonly Change[]): Change[] {
  const counts = new Map<Node | undefined, number>();
  for (const change of all) counts.set(change.node.deref(), (counts.get(change.node.deref()) ?? 0) + 1);
  const said = new Set<string>();
  const out: Change[] = [];
  for (const change of [...all].reverse()) {
    const node = change.node.deref();
    if (node && (counts.get(node) ?? 0) >= TICKS) continue;
    if (said.has(change.text)) continue;
    said.add(change.text);
    out.unshift(change);
  }
  return out;
}

// What was added without being drawn is no news; what has gone again was a message.
function isWorthSaying(change: Change): boolean {
  const node = change.node.deref();
  if (!node?.isConnected) return change.kind !== "info" || node !== undefined;
  const el = isElement(node) ? node : node.parentElement;
  return el !== null && isSeen(el);
}
