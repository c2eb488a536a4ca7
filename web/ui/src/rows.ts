/** Tables whose rows an order is carried out for, one after the other. The command line does the same: `run --rows`. */
import { csvField } from "./render/csv.ts";

export interface Table {
  columns: string[];
  /** As many cells as there are columns in each. */
  rows: string[][];
}

/** What came of a row, in the words of the command line's report. */
export type RowOutcome = "begun" | "done" | "done, not verified" | "not done";

/** A line of the report. */
export interface RowLine {
  /** Counted from 1. */
  row: number;
  order: string;
  outcome: RowOutcome;
  result: string;
  /** ISO 8601. */
  at: string;
}

/** Most rows of a table, and most of its text. */
export const MOST_ROWS = 1_000;
const LONGEST = 1_000_000;

/** A table of several rows, in a CSV file or a JSON list; null where it is none. */
export function tableOf(filename: string, text: string): Table | null {
  if (text.length > LONGEST) return null;
  const ending = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase();
  if (ending === "json") return ofList(text);
  return ending === "csv" || ending === "tsv" ? ofLines(text) : null;
}

function ofLines(text: string): Table | null {
  const [heading, ...lines] = cellsOf(text);
  if (!heading) return null;
  return whole(
    heading.map((name) => name.trim()),
    lines.map((cells) => heading.map((_, at) => cells[at]?.trim() ?? "")),
  );
}

function ofList(text: string): Table | null {
  const plain = (value: unknown): string =>
    typeof value === "string" || typeof value === "number" ? `${value}`.trim() : "";
  try {
    const list: unknown = JSON.parse(text);
    const isRecord = (one: unknown): boolean => typeof one === "object" && one !== null && !Array.isArray(one);
    if (!Array.isArray(list) || !list.every(isRecord)) return null;
    const columns = [...new Set(list.flatMap((one) => Object.keys(one as object)))];
    const cell = (one: object, name: string): string => plain(Object.entries(one).find(([key]) => key === name)?.[1]);
    return whole(
      columns,
      list.map((one) => columns.map((name) => cell(one as object, name))),
    );
  } catch {
    return null;
  }
}

/** Rows without anything in them are none. */
function whole(columns: string[], all: string[][]): Table | null {
  const rows = all.filter((row) => row.some((cell) => cell !== ""));
  return rows.length < 2 || rows.length > MOST_ROWS || columns.every((name) => name === "") ? null : { columns, rows };
}

/** Cells line by line. A quoted one holds marks and line ends, and a quote where two stand. */
function cellsOf(text: string): string[][] {
  const mark = markOf(text);
  const cell = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"?|((?:[^"${mark}\\r\\n][^${mark}\\r\\n]*)?))([${mark}]|\\r\\n|\\n|\\r|$)`,
    "y",
  );
  const lines: string[][] = [];
  let line: string[] = [];
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    // Something stands behind a quoted cell: it is no table.
    if (!found) return [];
    const [, quoted, plain = "", end = ""] = found;
    line.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === mark) continue;
    lines.push(line);
    line = [];
  }
  return line.length > 0 ? [...lines, [...line, ""]] : lines;
}

/** What stands most often in the first line; of equals the first of these. */
function markOf(text: string): string {
  const first = text.split("\n", 1)[0] ?? "";
  const often = (mark: string): number => first.split(mark).length;
  return [",", ";", "\t", "|"].reduce((best, mark) => (often(mark) > often(best) ? mark : best));
}

const PLACE = /\{([^}]*)\}/g;

/** A column that the words name and the table has not; null where all are there. */
export function missingColumn(words: string, { columns }: Table): string | null {
  const named = [...words.matchAll(PLACE)].map(([, name = ""]) => name.trim());
  return named.find((name) => !columns.includes(name)) ?? null;
}

/** True where words say themselves what of a row goes where. */
export const namesColumns = (words: string): boolean => words.search(PLACE) >= 0;

/** The words for a row. Its values are quoted: what stands in a table is a value and no order. */
export function orderOf(words: string, { columns }: Table, cells: readonly string[]): string {
  return words.replace(PLACE, (_, name: string, at: number) => {
    const value = cells[columns.indexOf(name.trim())] ?? "";
    const plain = value
      .replace(/["“”„]/g, "'")
      .replace(/\p{Cc}/gu, " ")
      .split(/\s+/)
      .filter((word) => word !== "")
      .join(" ");
    const end = at + name.length + 2;
    const isQuoted = /["“]/.test(words[at - 1] ?? "") && /["”]/.test(words[end] ?? "");
    return isQuoted ? plain : `"${plain}"`;
  });
}

/** A row by names, as a file of one record holds it. */
export function recordOf({ columns }: Table, cells: readonly string[]): string {
  const named = columns.map((name, at) => [name, cells[at] ?? ""] as const);
  return JSON.stringify(Object.fromEntries(named.filter(([name, value]) => name !== "" && value !== "")));
}

/** The report, for a spreadsheet. */
export function reportOf(lines: readonly (Omit<RowLine, "outcome"> & { outcome: string })[]): string {
  const cells = lines.map(({ row, order, outcome, result, at }) => [`${row}`, order, outcome, result, at]);
  const all = [["row", "order", "outcome", "result", "at"], ...cells];
  return all.map((line) => `${line.map(csvField).join(",")}\n`).join("");
}
