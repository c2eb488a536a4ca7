/** Which files may go with a task. */
import { type Table, tableOf } from "@screen-agent/ui/rows";

/** Largest file that the server takes. */
export const LARGEST = 10_000_000;

/** Types by ending: browsers and systems do not agree on what they call them, the ending decides. */
const TYPES: Record<string, string> = {
  pdf: "application/pdf",
  csv: "text/csv",
  tsv: "text/csv",
  json: "application/json",
  txt: "text/plain",
  md: "text/markdown",
  markdown: "text/markdown",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xml: "application/xml",
  vcf: "text/vcard",
};

/** For the file chooser. */
export const ACCEPT = Object.keys(TYPES)
  .map((ending) => `.${ending}`)
  .join(",");

/** Why a file cannot go along; null when it can. */
export function refusal(file: { name: string; size: number }): string | null {
  if (!typeOf(file.name))
    return "This kind of file is not read. PDF, CSV, JSON, text, Markdown, DOCX, XML and contact cards (VCF) are.";
  if (file.size === 0) return "The file is empty.";
  if (file.size > LARGEST) return "The file has more than 10 MB.";
  return null;
}

/** The same file with the type that its ending says. */
export function typed(file: File): File {
  return new File([file], file.name, { type: typeOf(file.name) ?? file.type, lastModified: file.lastModified });
}

/** The rows of a file, where it is a table of several. Spreadsheets write in more than one encoding. */
export async function tableIn(file: File): Promise<Table | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return tableOf(file.name, new TextDecoder(wide ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes));
  } catch {
    return tableOf(file.name, new TextDecoder("windows-1252").decode(bytes));
  }
}

function typeOf(name: string): string | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(TYPES, ending) ? (TYPES[ending] ?? null) : null;
}
