import { max, min } from "../dom/box.ts";
import { all, attribute, first, isMatch, tagOf, textOf } from "../dom/read.ts";
import { byId, flatParent } from "../dom/tree.ts";
import { setOf, tableOf } from "../dom/words.ts";
import type { Kind } from "./lines.ts";
import { ariaRole } from "./role.ts";

const HEADING = /^h[1-6]$/;

/** Whether it is a dialog, by role or by tag. */
export function isDialog(el: Element, tag: string): boolean {
  return tag === "dialog" || /^(?:alert)?dialog$/.test(attribute(el, "role") ?? "");
}

/** What a dialog is called: words of its own, or the element in it that says them. */
export function dialogTitle(el: Element): string | Element | null {
  const label = attribute(el, "aria-label");
  if (label) return label;
  const id = attribute(el, "aria-labelledby")?.trim().split(/\s+/)[0];
  const title = id ? byId(el, id) : first(el, "h1,h2,h3,h4,h5,h6,[role=heading]");
  return title?.textContent?.trim() && el.contains(title) ? title : null;
}

/** The kind of line that an element's words make; null when it keeps the one around it. */
export function regionKind(el: Element, tag: string, around: Kind): Kind | null {
  const role = ariaRole(el);
  const kind = BY_ROLE.get(role) ?? (role === "" && HEADING.test(tag) ? tag : BY_TAG.get(tag)) ?? noticeKind(el, role);
  // What is said in a message is the message.
  if (!kind || (kind === "li" && MESSAGE.test(around.kind))) return null;
  if (kind === "li") return { kind, depth: listDepth(el), item: el };
  const level = kind === "heading" && min(6, max(1, Number(attribute(el, "aria-level")) || 2));
  return { kind: level ? `h${level}` : kind, depth: around.depth, item: null };
}

const BY_ROLE = tableOf("heading=heading listitem=li treeitem=li option=li alert=alert status=status log=status");
const BY_TAG = tableOf("li=li dt=dt caption=caption figcaption=caption pre=code output=status");
const BY_LIVE = tableOf("assertive=alert polite=status");

const NOTICE = /(?:^|[\s-_])(?:alert|message|notice|notification|toast|flash|snackbar)s?(?:list|$|[\s-_])/i;
const MOOD = /(?:^|[\s-_])(?:success|info|(error|danger|warning))(?:$|[\s-_])/i;
const NOTICED = 300;
const MESSAGE = /^(?:alert|status)$/;

// A message without a role says by its class what it is, or stands in a list of messages. What lives on at length is no message.
function noticeKind(el: Element, role: string): string | undefined {
  const live =
    BY_LIVE.get(attribute(el, "aria-live") ?? "") ??
    (role === "region" && /notification/i.test(attribute(el, "aria-label") ?? "") ? "status" : undefined);
  if (live) return textOf(el).length < NOTICED ? live : undefined;
  const own = attribute(el, "class") ?? "";
  const mood = own && MOOD.exec(own);
  const isNotice = mood && (NOTICE.test(own) || NOTICE.test(attribute(flatParent(el) ?? el, "class") ?? ""));
  return isNotice && textOf(el).length < NOTICED ? (mood[1] ? "alert" : "status") : undefined;
}

function listDepth(el: Element): number {
  const level = Number(attribute(el, "aria-level"));
  if (level > 0) return min(9, level - 1);
  let depth = -1;
  for (let at = flatParent(el); at; at = flatParent(at)) {
    if (tagOf(at) === "ul" || tagOf(at) === "ol" || attribute(at, "role") === "group") depth++;
  }
  return min(9, max(0, depth));
}

const CELL = "td,th,[role=cell],[role=gridcell],[role=columnheader],[role=rowheader]";

/** The cells of a row of data; null for anything else, rows that only lay a page out included. */
export function rowCells(el: Element, tag: string, display: string): readonly Element[] | null {
  const isRow = attribute(el, "role") === "row";
  if (!isRow && (tag !== "tr" || !/^(?:table-row|flex|grid)$/.test(display))) return null;
  if (!isRow && el.closest("table")?.matches("[role=presentation],[role=none]")) return null;
  if (first(el, "table,h1,h2,h3,h4,form,section,article,iframe,p + p")) return null;
  const cells = Array.from(el.children).filter(isCell);
  const found = isRow && cells.length < drawnChildren(el) ? Array.from(all(el, CELL)) : cells;
  return found.length > 1 && (isRow || found.length === drawnChildren(el)) ? found : null;
}

/** Whether it is a cell of a row. */
export function isCell(el: Element): boolean {
  return isMatch(el, CELL);
}

function drawnChildren(el: Element): number {
  return Array.from(el.children).filter((child) => !UNDRAWN.has(tagOf(child))).length;
}

const UNDRAWN = setOf("script template style");

/** A row of headings tells what the columns are. */
export function rowKind(row: Element, cells: readonly Element[]): string {
  if (row.parentElement && tagOf(row.parentElement) === "thead") return "th";
  const isHead = (cell: Element): boolean => tagOf(cell) === "th" || attribute(cell, "role") === "columnheader";
  return cells.some(isHead) && cells.every((cell) => isHead(cell) || cell.textContent?.trim() === "") ? "th" : "tr";
}
