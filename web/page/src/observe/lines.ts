import type { TextLine, TextRun } from "../contract.ts";
import { type Box, join, max, min, quad } from "../dom/box.ts";
import { styleOf } from "../dom/read.ts";
import { flatParent, holds } from "../dom/tree.ts";
import { fold } from "../dom/words.ts";
import type { Control } from "./control.ts";

/** A piece of a line while it is being written. */
export interface Run {
  text: string;
  control: Control | null;
  cell: boolean;
  /** Where the words come from, so that a name that repeats them can take them back. */
  node: Node | null;
  /** Nearest control that the words stand in. */
  within: Control | null;
}

/** A line while it is being written. */
export interface Line {
  kind: string;
  depth: number;
  runs: Run[];
  box: Box | null;
  owner: Element;
  occluded: boolean;
  /** Ordinal of the frame that stands here. */
  frame?: number;
}

/** What the lines of a region are. */
export interface Kind {
  kind: string;
  depth: number;
  /** The list item, whose mark goes on its first line alone. */
  item: Element | null;
}

export const PLAIN: Kind = { kind: "", depth: 0, item: null };

/** Writes what is said in view, line by line. */
export class Lines {
  readonly all: Line[] = [];
  #current: Line | null = null;
  #space = false;
  readonly #marked = new WeakSet<Element>();

  text(words: string, node: Node | null, box: Box, owner: Element, kind: Kind, within: Control | null): void {
    const line = this.#at(owner, kind);
    line.runs.push({ text: this.#spaced(words), control: null, cell: false, node, within });
    line.box = join(line.box, box);
  }

  control(control: Control, owner: Element, kind: Kind): void {
    const line = this.#at(owner, kind);
    line.runs.push({ text: "", control, cell: false, node: null, within: control.around });
    line.box = join(line.box, control.box);
    this.#space = false;
  }

  /** Ends a table cell; empty cells count, so that columns stay in place. */
  cell(owner: Element, kind: Kind): void {
    this.#at(owner, kind).runs.push({ text: "", control: null, cell: true, node: null, within: null });
    this.#space = false;
  }

  /** The next words are apart from the last ones, on the same line. */
  gap(): void {
    this.#space = true;
  }

  break(): void {
    this.#current = null;
    this.#space = false;
  }

  frame(index: number, box: Box, owner: Element): void {
    this.break();
    this.all.push({ kind: "", depth: 0, runs: [], box, owner, occluded: false, frame: index });
  }

  #spaced(words: string): string {
    const text = this.#space && !words.startsWith(" ") ? ` ${words}` : words;
    this.#space = false;
    return text;
  }

  #at(owner: Element, kind: Kind): Line {
    this.#current ??= this.#start(owner, kind);
    return this.#current;
  }

  #start(owner: Element, kind: Kind): Line {
    const continued = kind.item !== null && kind.kind === "li" && this.#marked.has(kind.item);
    if (kind.item) this.#marked.add(kind.item);
    const line: Line = {
      kind: continued ? "" : kind.kind,
      depth: kind.depth,
      runs: [],
      box: null,
      owner,
      occluded: false,
    };
    this.all.push(line);
    return line;
  }
}

/** Joins what stands side by side on the screen into one line. */
export function sideBySide(lines: Line[]): Line[] {
  const merged: Line[] = [];
  for (const line of lines) {
    const last = merged.at(-1);
    if (last && last.frame === undefined && line.frame === undefined && isBeside(last, line)) {
      const first = line.runs[0];
      if (first && !first.control) first.text = ` ${first.text}`;
      last.runs.push(...line.runs);
      last.box = line.box ? join(last.box, line.box) : last.box;
      last.occluded &&= line.occluded;
    } else {
      merged.push(line);
    }
  }
  return merged;
}

const TALLEST = 60;

function isBeside(left: Line, right: Line): boolean {
  const a = left.box;
  const b = right.box;
  if (!a || !b || (left.kind !== "" && left.kind !== "li") || (right.kind !== "" && right.kind !== left.kind))
    return false;
  if (left.occluded !== right.occluded || left.depth !== right.depth) return false;
  const overlap = min(a.bottom, b.bottom) - max(a.top, b.top);
  const height = min(a.bottom - a.top, b.bottom - b.top);
  if (b.left < a.right - 2 || overlap < height / 2 || a.bottom - a.top > TALLEST || b.bottom - b.top > TALLEST)
    return false;
  return !standsApart(left.owner, right.owner);
}

// What is laid over the page stands beside nothing, even where there is room for it.
function standsApart(left: Element, right: Element): boolean {
  for (let at: Element | null = right, level = 0; at && level < 5; at = flatParent(at), level++) {
    if (holds(at, left)) return false;
    const position = styleOf(at).position;
    if (position === "absolute" || position === "fixed") return true;
  }
  return false;
}

/** The lines as they are handed out; a line without words is left out. */
export function finished(line: Line): TextLine | null {
  const runs = compact(line.runs);
  if (runs.length === 0 && line.kind !== "dialog") return null;
  const out: TextLine = { c: runs };
  if (line.kind) out.k = line.kind;
  if (line.depth > 0) out.d = line.depth;
  if (line.box) out.b = quad(line.box);
  if (line.occluded) out.occ = true;
  return out;
}

function compact(runs: Run[]): TextRun[] {
  const out: TextRun[] = [];
  let words = "";
  const flush = (): void => {
    const text = fold(words);
    if (text) out.push(text);
    words = "";
  };
  for (const run of runs) {
    if (run.control?.dropped) continue;
    if (!run.control && !run.cell) {
      words += run.text;
      continue;
    }
    flush();
    out.push(run.control ? { i: run.control.id } : null);
  }
  flush();
  while (out.length > 0 && out.at(-1) === null) out.pop();
  return out;
}

/** Takes the words of `name` back out of the runs, in order, so that nothing is said twice. */
export function subtract(runs: Iterable<Run>, name: string): void {
  let rest = bare(name);
  for (const run of runs) {
    if (!rest) return;
    const words = bare(run.text);
    if (!words) continue;
    if (rest.startsWith(words)) {
      rest = rest.slice(words.length);
      run.text = run.text.endsWith(" ") ? " " : "";
    } else if (words.startsWith(rest)) {
      run.text = afterBare(run.text, rest.length);
      rest = "";
    }
  }
}

// A cut name ends in a mark that is not on the page.
const IGNORED = /[\s…]/u;

function bare(text: string): string {
  return text.replace(new RegExp(IGNORED.source, "gu"), "").toLowerCase();
}

// Cuts so many counted characters off the front, and the punctuation that tied a label to its field.
function afterBare(text: string, count: number): string {
  let at = 0;
  for (let seen = 0; at < text.length && seen < count; at++) {
    if (!IGNORED.test(text.charAt(at))) seen++;
  }
  return text.slice(at).replace(/^\s*[:*]+\s*$/, "");
}
