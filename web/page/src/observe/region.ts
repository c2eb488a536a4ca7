import { attribute } from "../dom/read.ts";
import { byId, flatParent } from "../dom/tree.ts";
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
  const title = id ? byId(el, id) : el.querySelector("h1,h2,h3,h4,[role=heading]");
  return title?.textContent?.trim() && el.contains(title) ? title : null;
}

/** The kind of line that an element's words make; null when it keeps the one around it. */
export function regionKind(el: Element, tag: string, around: Kind): Kind | null {
  const role = el.hasAttribute("role") ? ariaRole(el) : "";
  const kind = (name: string): Kind => ({ kind: name, depth: around.depth, item: null });
  if (HEADING.test(tag) && !role) return kind(tag);
  switch (role) {
    case "heading":
      return kind(`h${Math.min(6, Math.max(1, Number(attribute(el, "aria-level")) || 2))}`);
    case "listitem":
    case "treeitem":
    case "option":
      return { kind: "li", depth: listDepth(el), item: el };
    case "alert":
      return kind("alert");
    case "status":
    case "log":
      return kind("status");
    default:
      return tagKind(el, tag, kind);
  }
}

function tagKind(el: Element, tag: string, kind: (name: string) => Kind): Kind | null {
  switch (tag) {
    case "li":
      return { kind: "li", depth: listDepth(el), item: el };
    case "dt":
      return kind("dt");
    case "caption":
    case "figcaption":
      return kind("caption");
    case "pre":
      return kind("code");
    case "output":
      return kind("status");
    default:
      return liveKind(el, kind);
  }
}

function liveKind(el: Element, kind: (name: string) => Kind): Kind | null {
  const live = attribute(el, "aria-live");
  if (live === "assertive") return kind("alert");
  return live === "polite" ? kind("status") : null;
}

function listDepth(el: Element): number {
  const level = Number(attribute(el, "aria-level"));
  if (level > 0) return Math.min(9, level - 1);
  let depth = -1;
  for (let at = flatParent(el); at; at = flatParent(at)) {
    if (at.localName === "ul" || at.localName === "ol" || attribute(at, "role") === "group") depth++;
  }
  return Math.min(9, Math.max(0, depth));
}

const CELL = "td,th,[role=cell],[role=gridcell],[role=columnheader],[role=rowheader]";

/** The cells of a row of data; null for anything else, rows that only lay a page out included. */
export function rowCells(el: Element, tag: string, display: string): readonly Element[] | null {
  if (tag !== "tr" && attribute(el, "role") !== "row") return null;
  if (
    tag === "tr" &&
    display !== "table-row" &&
    attribute(el, "role") !== "row" &&
    display !== "flex" &&
    display !== "grid"
  )
    return null;
  if (el.closest("table")?.matches("[role=presentation],[role=none]")) return null;
  if (el.querySelector("table,h1,h2,h3,h4,form,section,article,iframe,p + p")) return null;
  const cells = Array.from(el.children).filter((child) => child.matches(CELL));
  return cells.length > 1 && cells.length === drawnChildren(el) ? cells : null;
}

function drawnChildren(el: Element): number {
  let count = 0;
  for (const child of el.children) {
    if (child.localName !== "script" && child.localName !== "template" && child.localName !== "style") count++;
  }
  return count;
}

/** A row of headings tells what the columns are. */
export function rowKind(row: Element, cells: readonly Element[]): string {
  if (row.parentElement?.localName === "thead") return "th";
  return cells.every(
    (cell) => cell.localName === "th" || attribute(cell, "role") === "columnheader" || cell.textContent?.trim() === "",
  ) && cells.some((cell) => cell.localName === "th" || attribute(cell, "role") === "columnheader")
    ? "th"
    : "tr";
}
