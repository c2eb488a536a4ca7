/** Whether a written value is of the kind that an argument must be, and what it means. */
import type { Kind } from "./catalog.ts";
import { keyNamed } from "./keys.ts";
import { ParseError, Reader, type Term } from "./read.ts";

const LONGEST_ID = 100;
const MOST_TEXTS = 100;
const LONGEST_TEXT = 500;

/** Held keys in the order of their bits. */
const MODIFIERS: Readonly<Record<string, string>> = { alt: "alt", ctrl: "control", meta: "meta", shift: "shift" };

/** What a value means; undefined when it is of another kind or over its limit. */
export function accept(kind: Kind, term: Term): unknown {
  switch (kind.is) {
    case "id":
      return idOf(term);
    case "text":
      return textOf(term, kind.min, kind.max);
    case "whole":
    case "real":
      return numberOf(term, kind);
    case "flag":
      return term.kind === "flag" ? term.flag : undefined;
    case "either":
      return eitherOf(term, kind.words);
    case "oneOf":
      return term.kind === "text" && kind.words.includes(term.text) ? term.text : undefined;
    case "key":
      return term.kind === "text" && keyNamed(term.text) ? term.text : undefined;
    case "modifiers":
      return modifiersOf(term);
    case "json":
      return jsonOf(term, kind.max);
    case "code":
      return codeOf(term, kind.max);
    case "texts":
      return textsOf(term);
  }
}

/** Every control character, as Unicode has them. */
export function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

function idOf(term: Term): string | undefined {
  if (term.kind === "number")
    return /^[0-9]+$/.test(term.text) && term.text.length <= LONGEST_ID ? term.text : undefined;
  const text = textOf(term, 1, LONGEST_ID);
  return text?.trim() && !hasControls(text) ? text : undefined;
}

function textOf(term: Term, min: number, max: number): string | undefined {
  if (term.kind !== "text") return undefined;
  const length = lengthOf(term.text, max);
  return length >= min && length <= max ? term.text : undefined;
}

// Characters and not code units, counted only where it matters.
function lengthOf(text: string, max: number): number {
  return text.length <= max ? text.length : [...text].length;
}

function numberOf(
  term: Term,
  { is, min, max }: { is: "whole" | "real"; min: number; max: number },
): number | undefined {
  if (term.kind !== "number") return undefined;
  // Adding zero makes one of the two zeros.
  const number = Number(term.text) + 0;
  if (!(number >= min && number <= max)) return undefined;
  return is === "real" || Number.isInteger(number) ? number : undefined;
}

function eitherOf(term: Term, [yes, no]: readonly [string, string]): boolean | undefined {
  if (term.kind !== "text") return undefined;
  return term.text === yes ? true : term.text === no ? false : undefined;
}

function modifiersOf(term: Term): string[] | undefined {
  if (term.kind !== "text") return undefined;
  const said = term.text.split("+").filter((word) => word !== "");
  if (new Set(said).size !== said.length || said.some((word) => !Object.hasOwn(MODIFIERS, word))) return undefined;
  return Object.entries(MODIFIERS).flatMap(([word, name]) => (said.includes(word) ? [name] : []));
}

/** JSON that our reader takes too, which refuses doubled names and great depth. */
function jsonOf(term: Term, max: number): string | undefined {
  const text = textOf(term, 1, max);
  if (text === undefined) return undefined;
  try {
    JSON.parse(text);
    const reader = new Reader(text);
    reader.value();
    reader.end();
    return text;
  } catch {
    return undefined;
  }
}

function textsOf(term: Term): string[] | undefined {
  if (term.kind !== "list" || term.items.length === 0 || term.items.length > MOST_TEXTS) return undefined;
  const texts = term.items.map((item) => textOf(item, 1, LONGEST_TEXT));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** Words that make code of text or outlive the action. */
const REFUSED_WORDS = new Set([
  "eval",
  "Function",
  "constructor",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "requestAnimationFrame",
  "import",
  "importScripts",
  "require",
  "execScript",
]);
const REFUSED_PARTS = /document\.write|(?:inner|outer)HTML\+?=(?!=)/;

function codeOf(term: Term, max: number): string | undefined {
  const code = textOf(term, 1, max);
  if (code === undefined) return undefined;
  const word = code.split(/[^\p{L}\p{N}_$]+/u).find((each) => REFUSED_WORDS.has(each));
  if (word) throw new ParseError(`the code uses ${word}, which is refused`);
  if (REFUSED_PARTS.test(code.replace(/\s+/g, "")))
    throw new ParseError("the code rewrites the page, which is refused");
  return code;
}
