import type { Citation, Doc } from "@screen-agent/api/packets";

/** One answer to be shown. */
export interface Case {
  title: string;
  doc: Doc;
  citations: Citation[];
}

/** What the page in the browser offers to the tests. */
export interface Stage {
  /** Shows answers one below the other, in place of those before. */
  show(cases: Case[]): void;
  /** What the citations told, in order. */
  told: string[];
}
