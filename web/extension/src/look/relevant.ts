/**
 * Cuts a huge view down to what the words are about.
 *
 * The rule of thumb is to cut past 100 controls, to 10 to 50 of them and 2,000 tokens. Our looks hold
 * only what is in view, and what the server tells a model of one fits 4,000 tokens anyway; so a view
 * is cut only when it is past both 100 controls and 4,000 tokens, and only down to those 4,000. What
 * may matter is never dropped, however much it is: what the words are about, messages and dialogs, the
 * form under work, what has the focus or is open. The rest fills the room, best chunks first.
 */
import type { PageCapture, SemanticNode, TextLine } from "@screen-agent/api";
import { phrasesOf, tokensOf, topicsOf, wordsIn } from "./words.ts";

/** Views with fewer controls, or fewer tokens, are sent whole. */
export const MANY = 100;
export const ROOM = 4000;

/** Lines of one chunk at most, and the gap that parts chunks, in pixels. */
const CHUNK = 20;
const GAP = 200;

/** A word that this share of all lines has tells none of them apart. */
const COMMON = 0.1;

export interface Relevant {
  capture: PageCapture;
  filtered?: { reason: string; originalNodes: number; reduction: number };
}

/** The view, whole or cut. The hash stays that of the whole view. */
export function relevant(capture: PageCapture, about: string): Relevant {
  const total = capture.interactiveTree.length;
  if (total <= MANY) return { capture };
  const parts = partsOf(capture);
  const whole = parts.reduce((sum, part) => sum + part.tokens, 0);
  if (whole <= ROOM) return { capture };
  const kept = choose(parts, about);
  const tokens = kept.reduce((sum, part) => sum + part.tokens, 0);
  if (kept.length === parts.length) return { capture };
  const cut = only(capture, kept);
  const reason = `${total} controls in view; kept what the words are about, messages, dialogs, the form under work and what is in focus`;
  return {
    capture: cut,
    filtered: { reason, originalNodes: total, reduction: Math.round(100 * (1 - tokens / whole)) },
  };
}

/** A line with its controls, or a control that stands in no line. */
interface Part {
  line: TextLine | null;
  nodes: SemanticNode[];
  tokens: number;
  /** All that it says, lower case on one line. */
  text: string;
  words: Set<string>;
  chunk: number;
}

function partsOf(capture: PageCapture): Part[] {
  const byId = new Map(capture.interactiveTree.map((node) => [node.i, node]));
  const placed = new Set<string>();
  const parts = capture.pageText.map((line): Part => {
    const nodes = line.c.flatMap((run) => (run !== null && typeof run === "object" ? (byId.get(run.i) ?? []) : []));
    for (const node of nodes) placed.add(node.i);
    return partOf(line, nodes);
  });
  for (const node of capture.interactiveTree) if (!placed.has(node.i)) parts.push(partOf(null, [node]));
  number(parts);
  return parts;
}

function partOf(line: TextLine | null, nodes: SemanticNode[]): Part {
  const said = line?.c.map((run) => (typeof run === "string" ? run : " ")).join("") ?? "";
  const controls = nodes
    .map(
      ({ i, r, s, n, v, d }) => `[${i} ${r}.${s ?? ""} ${n} ="${v ?? ""}" {${(d?.opts ?? []).slice(0, 12).join("|")}}]`,
    )
    .join(" ");
  const told = nodes
    .map(({ n, v, d, c }) => [n, v, d?.hint, d?.group, c, ...(d?.opts ?? [])].filter(Boolean).join(" "))
    .join(" ");
  const text = `${said} ${told}`.replace(/\s+/g, " ").toLowerCase();
  return { line, nodes, tokens: tokensOf(`${said} ${controls}`) + 1, text, words: new Set(wordsIn(text)), chunk: 0 };
}

// Chunks follow the reading order; a heading, a gap or enough lines begin a new one.
function number(parts: readonly Part[]): void {
  let [chunk, lines, bottom] = [0, 0, -Infinity];
  for (const part of parts) {
    const box = part.line?.b ?? part.nodes[0]?.box;
    const apart = box !== undefined && bottom > -Infinity && Math.abs(box[1] - bottom) > GAP;
    if (lines > 0 && (lines >= CHUNK || apart || /^h[1-6]$/.test(part.line?.k ?? ""))) [chunk, lines] = [chunk + 1, 0];
    part.chunk = chunk;
    lines++;
    if (box) bottom = box[1] + box[3];
  }
}

function choose(parts: readonly Part[], about: string): Part[] {
  const scores = scored(parts, about);
  const kept = new Set(parts.filter((part) => isVital(part)));
  for (const part of parts) if ((scores.get(part) ?? 0) >= 1) kept.add(part);
  addWork(parts, kept);
  addDialog(parts, kept);
  addHeads(parts, kept);
  let room = ROOM - [...kept].reduce((sum, part) => sum + part.tokens, 0);
  const best = chunkScores(parts, scores);
  const order = parts
    .filter((part) => !kept.has(part))
    .sort((a, b) => (best.get(b.chunk) ?? 0) - (best.get(a.chunk) ?? 0));
  for (const part of order) {
    if (part.tokens > room) continue;
    kept.add(part);
    room -= part.tokens;
  }
  return parts.filter((part) => kept.has(part));
}

// What matters whatever the words: messages, headings, what is in focus, open, wrong, or scrolls.
function isVital({ line, nodes }: Part): boolean {
  if (/^(?:alert|status|dialog|h[1-6])$/.test(line?.k ?? "")) return true;
  return nodes.some(
    ({ r, s, scr }) =>
      scr !== undefined || /^(?:opt|menuitem)$/.test(r) || /\b(?:focused|expanded|invalid)\b/.test(s ?? ""),
  );
}

/** At least 1: the words are about it. Below: it says some of them, but so do many others. */
function scored(parts: readonly Part[], about: string): Map<Part, number> {
  const topics = [...topicsOf(about)];
  const phrases = phrasesOf(about);
  const lines = new Map(topics.map((topic) => [topic, parts.filter(({ words }) => words.has(topic)).length]));
  const rare = (topic: string): boolean => (lines.get(topic) ?? 0) <= Math.max(5, COMMON * parts.length);
  const scores = new Map<Part, number>();
  for (const part of parts) {
    const said = topics.filter((topic) => part.words.has(topic));
    const exact = phrases.some((phrase) => part.text.includes(phrase));
    const share = topics.length > 0 ? said.length / topics.length : 0;
    scores.set(part, exact || said.some(rare) ? 1 + share : share);
  }
  return withBest(scores);
}

// Where every word is common, those that say the most of them together are what is meant.
function withBest(scores: Map<Part, number>): Map<Part, number> {
  const most = Math.max(0, ...scores.values());
  if (most === 0 || most >= 1) return scores;
  for (const [part, score] of scores) if (score === most) scores.set(part, 1 + score);
  return scores;
}

function chunkScores(parts: readonly Part[], scores: Map<Part, number>): Map<number, number> {
  const best = new Map<number, number>();
  for (const part of parts) {
    const covered = part.line?.occ === true || part.nodes.some(({ occ }) => occ);
    const score = 0.5 * (scores.get(part) ?? 0) + (part.nodes.length > 0 ? 0.1 : 0);
    best.set(part.chunk, Math.max(best.get(part.chunk) ?? 0, covered ? score / 2 : score));
  }
  return best;
}

// A form is under work when something of it matters: then all its fields and buttons do, and what names them.
function addWork(parts: readonly Part[], kept: Set<Part>): void {
  const forms = new Set<string>();
  for (const part of kept) for (const node of part.nodes) if (isField(node)) forms.add(formOf(node));
  forms.delete("");
  for (const part of parts) if (part.nodes.some((node) => forms.has(formOf(node)))) kept.add(part);
  // Fields without a form belong to those around them.
  const chunks = new Set(
    [...kept]
      .filter(({ nodes }) => nodes.some((node) => isField(node) && formOf(node) === ""))
      .map(({ chunk }) => chunk),
  );
  for (const part of parts) if (chunks.has(part.chunk)) kept.add(part);
}

function formOf({ f, d }: SemanticNode): string {
  return d?.form === undefined ? "" : `${f ?? 0}/${d.form}`;
}

function isField({ r }: SemanticNode): boolean {
  return /^(?:inp|textarea|sel|chk|radio|switch|combobox|slider)$/.test(r);
}

// What is said from a dialog's title on is the dialog's, up to what it covers.
function addDialog(parts: readonly Part[], kept: Set<Part>): void {
  const start = parts.findIndex(({ line }) => line?.k === "dialog");
  if (start < 0) return;
  for (const part of parts.slice(start)) {
    const covered = part.line?.occ === true || (part.nodes.length > 0 && part.nodes.every(({ occ }) => occ));
    if (!covered) kept.add(part);
  }
}

// A row says little without the head of its table: the nearest one above.
function addHeads(parts: readonly Part[], kept: Set<Part>): void {
  let head: Part | null = null;
  for (const part of parts) {
    if (part.line?.k === "th") head = part;
    else if (part.line?.k === "tr" && head && kept.has(part)) kept.add(head);
  }
}

function only(capture: PageCapture, kept: readonly Part[]): PageCapture {
  const ids = new Set(kept.flatMap(({ nodes }) => nodes.map(({ i }) => i)));
  const lines = new Set(kept.map(({ line }) => line));
  return {
    ...capture,
    interactiveTree: capture.interactiveTree.filter(({ i }) => ids.has(i)),
    pageText: capture.pageText.filter((line) => lines.has(line)),
  };
}
