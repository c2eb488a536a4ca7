/** The tables of an answer, for programs: as CSV and as records. */
import type { Block, Doc } from "@screen-agent/api/packets";
import { csvField } from "./csv.ts";
import { oneLine } from "./text.ts";

/** Longest value, in letters. */
const LONGEST = 10_000;

/** The rows of the answer's first table; none where it has none. Marks of sources are left out. */
export function tableOf(doc: Doc): string[][] {
  const blocks: Block[] = Array.isArray(doc.children) ? doc.children : [];
  const found = blocks.find((block) => block.type === "table");
  if (found?.type !== "table") return [];
  return found.rows.map(({ cells }) => cells.map(({ children }) => valueIn(children)));
}

function valueIn(inlines: Extract<Block, { type: "paragraph" }>["children"]): string {
  const said = inlines.map((inline) =>
    inline.type === "text" ? inline.text : inline.children.map(({ text }) => text).join(""),
  );
  return oneLine(said.join("").replace(/ *\[\d{1,3}(?:, *\d{1,3})*\]/g, ""), LONGEST);
}

/** As CSV by RFC 4180. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvField).join(",")}\r\n`).join("");
}

/** As records: one where the head is Field and Value, else one a row; null where there is no value. */
export function recordsOf(rows: readonly (readonly string[])[]): Record<string, string | null>[] {
  const [head = [], ...body] = rows;
  const given = (value = ""): string | null => (value === "" || value.toLowerCase() === "not found" ? null : value);
  if (head[0] === "Field" && head[1] === "Value")
    return [Object.fromEntries(body.map(([field = "", value]) => [field, given(value)]))];
  return body.map((row) => Object.fromEntries(head.map((field, at) => [field, given(row[at])])));
}
