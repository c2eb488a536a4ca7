import type { Block, Citation, Doc, Inline } from "@screen-agent/api/packets";
import type { Case } from "../page/case.ts";

const text = (words: string): { type: "text"; text: string } => ({ type: "text", text: words });
const link = (href: string, words: string): Inline => ({ type: "link", href, children: [text(words)] });
const paragraph = (...children: Inline[]): Block => ({ type: "paragraph", children });

/** An answer that holds the same words in every place where words may stand. */
export function everywhere(words: string): Case {
  return { title: words, doc: tree(words), citations: citations(words) };
}

function tree(words: string): Doc {
  const inlines = [
    text(words),
    link(words, words),
    link(`https://a.example/${words}`, words),
    link(`https://a.example/?q=${words}#${words}`, "words"),
  ];
  return {
    type: "doc",
    children: [
      { type: "heading", level: 2, children: [text(words)] },
      paragraph(...inlines),
      paragraph(
        link(`https://${words}`, "words"),
        link(`javascript:${words}`, words),
        link(`mailto:${words}`, words),
        link(`mailto:a@b.example?subject=${words}`, "words"),
      ),
      { type: "list", ordered: false, items: [{ type: "list_item", children: [paragraph(text(words))] }] },
      { type: "blockquote", children: [paragraph(...inlines)] },
      { type: "code_block", language: words, text: words },
      {
        type: "table",
        rows: [
          { type: "table_row", cells: [{ type: "table_cell", header: true, children: [text(words)] }] },
          { type: "table_row", cells: [{ type: "table_cell", header: false, children: inlines }] },
        ],
      },
    ],
  };
}

function citations(words: string): Citation[] {
  return [
    {
      doc_id: words,
      quote: words,
      node_id: words,
      handle_id: words,
      check: { verified: true, url: words, title: words },
    },
    {
      doc_id: words,
      quote: words,
      check: { verified: false, fault: "quote_not_found", url: `https://a.example/${words}`, title: words },
    },
    { doc_id: words, check: { verified: false, url: `https://a.example/?${words}` } },
  ];
}
