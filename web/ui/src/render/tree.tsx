import type { Block, Doc, Inline, ListItem, TableCell, TableRow } from "@screen-agent/api/packets";
import type { ComponentChildren, JSX } from "preact";
import { hostBeside, safeHref } from "./href.ts";
import { cleanText } from "./text.ts";

/** Most blocks inside one another; a tree from the server never has so many. */
const DEPTH = 16;

const LANGUAGE = /^[a-z0-9+#-]{1,32}$/;

export interface RenderTreeProps {
  doc: Doc;
  /** Level of the answer's highest headings on the page where it stands. */
  top?: number;
}

/**
 * An answer as elements and text nodes: nothing of it is ever read as markup. What is no node that we know, or stands
 * where it may not, is not shown.
 */
export function RenderTree({ doc, top = 3 }: RenderTreeProps): JSX.Element {
  const blocks = parts(doc.children);
  const levels = headingLevels(blocks, 1).sort((one, other) => one - other);
  return <div class="tree-of-answer">{shownBlocks(blocks, { top, levels: [...new Set(levels)], level: 1 })}</div>;
}

interface Place {
  /** Level of the answer's highest headings. */
  top: number;
  /** Levels that the answer uses, highest first: the ones on the page follow one another without a gap. */
  levels: number[];
  /** How many blocks stand around. */
  level: number;
}

function headingLevels(blocks: Block[], level: number): number[] {
  if (level > DEPTH) return [];
  return blocks.flatMap((block) => {
    if (block.type === "heading") return [block.level];
    if (block.type === "blockquote") return headingLevels(parts(block.children), level + 1);
    return block.type === "list"
      ? parts(block.items).flatMap((item) => headingLevels(parts(item.children), level + 1))
      : [];
  });
}

function shownBlocks(blocks: Block[], place: Place): ComponentChildren {
  if (place.level > DEPTH) return <p>…</p>;
  return blocks.map((block) => <OneBlock block={block} place={place} />);
}

function OneBlock({ block, place }: { block: Block; place: Place }): JSX.Element | null {
  const inner = { ...place, level: place.level + 1 };
  switch (block.type) {
    case "heading":
      return <Heading level={place.top + place.levels.indexOf(block.level)}>{shownInlines(block.children)}</Heading>;
    case "paragraph":
      return <p dir="auto">{shownInlines(block.children)}</p>;
    case "list": {
      const items = parts(block.items).map((item) => <Entry item={item} place={inner} />);
      return block.ordered === true ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "blockquote":
      return <blockquote dir="auto">{shownBlocks(parts(block.children), inner)}</blockquote>;
    case "code_block":
      return <Code language={block.language} text={block.text} />;
    case "table":
      return <Table rows={parts(block.rows)} />;
    default:
      return null;
  }
}

function Heading({ level, children }: { level: number; children: ComponentChildren }): JSX.Element {
  const Name = HEADINGS[level - 1] ?? "h6";
  return <Name dir="auto">{children}</Name>;
}

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"] as const;

/** A single paragraph stands in its entry without an element of its own. */
function Entry({ item, place }: { item: ListItem; place: Place }): JSX.Element {
  const children = parts(item.children);
  const [only] = children;
  const words = children.length === 1 && only?.type === "paragraph";
  return <li dir="auto">{words ? shownInlines(only.children) : shownBlocks(children, place)}</li>;
}

function Code({ language, text }: { language: unknown; text: unknown }): JSX.Element {
  const known = typeof language === "string" && LANGUAGE.test(language);
  return (
    <pre dir="ltr">
      <code class={known ? `language-${language}` : undefined}>{cleanText(text)}</code>
    </pre>
  );
}

/** A table may be wider than the panel: then it is moved sideways, by keys as well. */
function Table({ rows }: { rows: TableRow[] }): JSX.Element {
  const first = rows.findIndex((row) => !isHead(row));
  const heads = first === -1 ? rows.length : first;
  return (
    <div class="table-frame" role="group" aria-label="Table" tabIndex={0}>
      <table>
        {heads > 0 && <thead>{rows.slice(0, heads).map((row) => shownRow(row, "col"))}</thead>}
        {heads < rows.length && <tbody>{rows.slice(heads).map((row) => shownRow(row, "row"))}</tbody>}
      </table>
    </div>
  );
}

function isHead(row: TableRow): boolean {
  const cells = parts(row.cells);
  return cells.length > 0 && cells.every((cell) => cell.header === true);
}

const shownRow = (row: TableRow, scope: "col" | "row"): JSX.Element => (
  <tr>{parts(row.cells).map((cell) => shownCell(cell, scope))}</tr>
);

function shownCell(cell: TableCell, scope: "col" | "row"): JSX.Element {
  const words = shownInlines(cell.children);
  return cell.header === true ? (
    <th scope={scope} dir="auto">
      {words}
    </th>
  ) : (
    <td dir="auto">{words}</td>
  );
}

function shownInlines(children: Inline[]): ComponentChildren {
  return parts(children).map((child) => {
    if (child.type === "text") return cleanText(child.text);
    return child.type === "link" ? <Link href={child.href} words={said(child.children)} /> : null;
  });
}

const said = (children: Extract<Inline, { type: "link" }>["children"]): string =>
  parts(children)
    .map((child) => cleanText(child.text))
    .join("");

/** A link where it may be followed; its words alone where it may not. */
function Link({ href, words }: { href: unknown; words: string }): JSX.Element {
  const safe = safeHref(href);
  if (safe === null) return <>{words}</>;
  const beside = hostBeside(words, safe);
  return (
    <>
      <a href={safe} target="_blank" rel="noopener noreferrer">
        <bdi>{words.trim() === "" ? safe : words}</bdi>
      </a>
      {beside !== null && ` [leads to ${beside}]`}
    </>
  );
}

/** Whatever is no list of nodes is an empty one: what the server sent is checked here once more. */
function parts<Node extends object>(value: readonly Node[] | undefined): Node[] {
  return Array.isArray(value) ? value.filter((node) => typeof node === "object" && node !== null) : [];
}
