/** From text to one action, or to the reason why it is none. */
import type { DomActionName } from "@screen-agent/api";
import { accept } from "./accept.ts";
import { type Entry, entryOf, type Param } from "./catalog.ts";
import { ParseError, Reader, type Term } from "./read.ts";

export { ParseError };

/** Longest action that is read, in characters. */
const LONGEST = 64 * 1024;

/** An action taken apart. Every part is of its kind and within its limit. */
export interface Action {
  name: DomActionName;
  /** By the names that the server's own record gives them; `null` stands for what was left out. */
  parts: Readonly<Record<string, unknown>>;
}

/** Reads exactly one action in the form in which the server prints it. Throws `ParseError`. */
export function parse(text: string): Action {
  if (text.length > LONGEST) throw new ParseError("the action is too long");
  const reader = new Reader(text);
  reader.space();
  const written = reader.name();
  const found = entryOf(written);
  if (!found) throw new ParseError("there is no action of this name that a client performs");
  const [name, entry] = found;
  const values = reader.values();
  reader.end();
  return { name, parts: partsOf(name, entry, arranged(name, entry, values)) };
}

/** The control that an action is aimed at first. */
export function targetOf({ parts }: Action): string | null {
  const id = parts.id ?? parts.from;
  return typeof id === "string" ? id : null;
}

type Written = (Term | undefined)[];

/** The values in the order of the parameters. */
function arranged(name: string, entry: Entry, values: Term[]): Written {
  const { params, form } = entry;
  if (form === "repeated") {
    const head = values.slice(0, params.length - 1);
    return [...head, { kind: "list", items: values.slice(params.length - 1) }];
  }
  if (form) return named(name, form.object, values);
  if (values.length > params.length) throw new ParseError(`${name} takes fewer arguments`);
  return values;
}

function named(name: string, names: readonly string[], values: Term[]): Written {
  const [only] = values;
  if (only?.kind !== "text" || values.length !== 1) throw new ParseError(`${name} takes one quoted object`);
  const reader = new Reader(only.text);
  const term = reader.value();
  reader.end();
  if (term.kind !== "object") throw new ParseError(`${name} takes one quoted object`);
  for (const key of term.pairs.keys())
    if (!names.includes(key)) throw new ParseError(`${name} has no argument of this name`);
  return names.map((key) => term.pairs.get(key));
}

function partsOf(name: string, { params }: Entry, written: Written): Record<string, unknown> {
  const parts: Record<string, unknown> = {};
  params.forEach((param, at) => put(parts, param.field, meaning(name, param, written[at])));
  const awaited = parts.awaited;
  return awaited ? { ...parts, awaited: counted(awaited as Record<string, unknown>) } : parts;
}

function meaning(name: string, param: Param, term: Term | undefined): unknown {
  if (!term || standsForNothing(param, term)) {
    if (param.otherwise === undefined) throw new ParseError(`${name} needs ${param.field}`);
    return param.otherwise;
  }
  const value = accept(param.kind, term);
  if (value === undefined) throw new ParseError(`${param.field} of ${name} is of another kind, or over its limit`);
  return value;
}

// `""` in the place of what may be left out, where others follow.
function standsForNothing(param: Param, term: Term): boolean {
  return param.otherwise === null && (term.kind === "null" || (term.kind === "text" && term.text === ""));
}

function put(parts: Record<string, unknown>, field: string, value: unknown): void {
  const [outer = "", inner] = field.split(".");
  if (inner === undefined) parts[outer] = value;
  else parts[outer] = { ...(parts[outer] as object | undefined), [inner]: value };
}

/** `element_count` writes its selector and number as one value, `"li:3"`. */
function counted(awaited: Record<string, unknown>): Record<string, unknown> {
  if (awaited.type !== "element_count") return awaited;
  const written = String(awaited.value);
  const split = /^(.*):\s*([0-9]{1,9})\s*$/s.exec(written);
  return { type: "element_count", selector: split?.[1] ?? written, count: split ? Number(split[2]) : 1 };
}
