/** Captures made by hand: each line is text with its controls in place. */
import type { PageCapture, SemanticNode, TextLine, TextRun } from "@screen-agent/api";

/** Words, a control, or null for the end of a cell. */
export type Piece = string | null | (Partial<SemanticNode> & Pick<SemanticNode, "i" | "r" | "n">);

export interface Said {
  k?: string;
  occ?: boolean;
  c: Piece[];
}

/** A capture of these lines, one below the other; controls outside of any line follow. */
export function page(lines: (Said | string)[], more: Partial<PageCapture> = {}): PageCapture {
  const tree: SemanticNode[] = [];
  const text = lines.map((each, at): TextLine => {
    const line: Said = typeof each === "string" ? { c: [each] } : each;
    const c = line.c.map((piece): TextRun => {
      if (piece === null || typeof piece === "string") return piece;
      tree.push({ box: [10, 20 * at, 80, 16], ...(line.occ ? { occ: true } : {}), ...piece });
      return { i: piece.i };
    });
    return { c, b: [10, 20 * at, 400, 16], ...(line.k ? { k: line.k } : {}), ...(line.occ ? { occ: true } : {}) };
  });
  return {
    url: "https://shop.example/list",
    pageTitle: "List",
    document: "d1",
    viewport: { width: 1280, height: 720 },
    interactiveTree: tree,
    pageText: text,
    scrollPosition: "0%",
    scrollableContainers: [],
    recentEvents: [],
    hasErrors: false,
    hasSuccess: false,
    hash: JSON.stringify([tree.map(({ i, n, v, s }) => [i, n, v, s]), text.map(({ c }) => c)]),
    ...more,
  };
}

/** Rows of a long list, each with words and two controls. */
export function rows(count: number, from = 1000): Said[] {
  return Array.from({ length: count }, (_, at) => ({
    k: "tr",
    c: [
      `Article ${at} of the warehouse, kept on shelf ${(at * 7) % 90}, counted last week by the night crew `,
      { i: String(from + 2 * at), r: "btn", n: `Edit article ${at}` },
      { i: String(from + 2 * at + 1), r: "link", n: `History of article ${at}` },
    ],
  }));
}
