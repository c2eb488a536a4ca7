import type { Citation, CitationFault } from "@screen-agent/api/packets";
import { hostOfHref, safeHref } from "./href.ts";
import { oneLine } from "./text.ts";

/** A citation as it is shown: cleaned, each part in one line. */
export interface CitationWords {
  /** Words of the source. */
  quote: string;
  /** What the source is called; its host or its id where it has no name. */
  title: string;
  /** Host of the source; empty where it has none, or where it is the title already. */
  host: string;
  /** Where the source is. */
  href: string | null;
  /** Why it is not to be relied on; null for one that our check confirmed. */
  doubt: string | null;
}

const QUOTE = 300;
const TITLE = 120;

const DOUBTS: Record<CitationFault, string> = {
  unknown_document: "there is no such source",
  unknown_place: "the source has no such place",
  quote_not_found: "the source does not say so",
  unquoted: "nothing of the source is quoted",
  other_document: "another source says so",
};

/** Puts a citation into words. */
export function citationWords(citation: Citation): CitationWords {
  const { check } = citation;
  const href = safeHref(check?.url);
  const host = href === null ? "" : hostOfHref(href);
  const title = oneLine(check?.title, TITLE) || host || oneLine(citation.doc_id, TITLE);
  return {
    quote: oneLine(citation.quote, QUOTE),
    title,
    host: host === title ? "" : host,
    href,
    doubt: doubtOf(citation),
  };
}

function doubtOf({ check }: Citation): string | null {
  if (check?.verified === true)
    return check.fault === "other_document" ? "Found here; the answer named another source" : null;
  const why = check?.fault !== undefined && Object.hasOwn(DOUBTS, check.fault) ? DOUBTS[check.fault] : null;
  return why === null ? "Unverified" : `Unverified: ${why}`;
}
