import { doc } from "../dom/doc.ts";
import { all, attribute, first, isElement, isMatch, isOrHolds, nearest, tagOf, textOf } from "../dom/read.ts";
import { flatParent } from "../dom/tree.ts";
import { cut, fold, humanize } from "../dom/words.ts";
import type { Naming } from "./name.ts";
import { isSwitch } from "./role.ts";

/** Looks for the words beside a field that nobody tied to it. */
export function huntLabel(el: Element, role: string): Naming | null {
  return (
    (isSwitch(role) ? sibling(el, "nextSibling") : null) ??
    sibling(el, "previousSibling") ??
    aroundLabel(el) ??
    cellLabel(el, role) ??
    dataLabel(el) ??
    parentSibling(el) ??
    ownId(el)
  );
}

const NEAR = 3;
const OPERABLE = "input,select,textarea,button,a";

// The nearest of three siblings on that side that says something short; another control ends the search.
function sibling(el: Element, side: "previousSibling" | "nextSibling"): Naming | null {
  let looked = 0;
  for (let at = el[side]; at && looked < NEAR; at = at[side]) {
    if (isElement(at) && isMatch(at, "input,select,textarea,button,[role]")) return null;
    if (isElement(at) && tagOf(at) === "br") {
      if (looked > 0) return null;
      continue;
    }
    const found = short(at);
    if (found) return found;
    if (textOf(at).trim()) looked++;
  }
  return null;
}

/** A label that is tied to no field stands beside a box around this one. */
export function labelBeside(el: Element, role: string): Naming | null {
  let at: Element | null = el;
  for (let level = 0; at && at !== doc.body && level < 6; at = flatParent(at), level++) {
    if (level > 0 && (isMatch(at, BOUNDS) || all(at, FIELDS).length > 1)) return null;
    const before: Element | null = at.previousElementSibling;
    const label = before && (tagOf(before) === "label" ? before : first(before, "label"));
    if (label) return (label as HTMLLabelElement).control ? null : short(label);
    if (before && isOrHolds(before, FIELDS)) return null;
    // A slider is drawn of boxes without words.
    const words = role === "slider" && before && short(before);
    if (words) return words;
  }
  return null;
}

const BOUNDS = "label,form,table,li,tr,[role=row],[role=radiogroup]";
const FIELDS = "input:not([type=hidden]),select,textarea,[role=slider],[role=switch],[role=combobox],[contenteditable]";

// A hidden or long neighbour is no label.
function short(node: Node): Naming | null {
  if (!(node instanceof Text || isElement(node))) return null;
  if (isElement(node) && (!Element.prototype.checkVisibility.call(node) || isMatch(node, "[aria-hidden=true]")))
    return null;
  const raw = textOf(node);
  if (raw.length > 400) return null;
  const text = fold(raw);
  return text.length >= 2 && text.length <= 49 && !isSentence(text) ? { name: tidy(text), sources: [node] } : null;
}

// An instruction above a form ends like a sentence; a label does not.
function isSentence(text: string): boolean {
  return /[.!]$/.test(text) && text.includes(" ");
}

/** A label without the mark that ties it to its field. */
export function tidy(text: string): string {
  return cut(text.replace(/\s*[:*]+\s*$/, "")) || text;
}

function aroundLabel(el: Element): Naming | null {
  const label = nearest(el.parentElement, "label");
  return label ? short(label) : null;
}

// In a table a field is named by its row and, when several fields share the row, also by its column.
function cellLabel(el: Element, role: string): Naming | null {
  const cell = el.closest("td,th") as HTMLTableCellElement | null;
  const row = cell?.parentElement as HTMLTableRowElement | null;
  if (!cell || !row || tagOf(row) !== "tr") return null;
  const first = row.cells[0];
  const second = row.cells[1];
  if (first === cell && second && isSwitch(role)) return nameOnly(short(second));
  const rowName = first && first !== cell ? short(first) : null;
  const several = all(row, "input,select,textarea").length > 1;
  const columnName = several || !rowName ? columnHeader(cell, row) : null;
  if (!rowName || !columnName) return rowName ?? columnName;
  return { name: cut(`${rowName.name} ${columnName.name}`), sources: [] };
}

function columnHeader(cell: HTMLTableCellElement, row: HTMLTableRowElement): Naming | null {
  const head = row.closest("table")?.rows[0];
  const header = head && head !== row ? head.cells[cell.cellIndex] : undefined;
  return nameOnly(header ? short(header) : null);
}

// Where the words are not the field's alone.
function nameOnly(found: Naming | null): Naming | null {
  return found && { name: found.name, sources: [] };
}

function dataLabel(el: Element): Naming | null {
  const raw = attribute(el, "data-label") ?? (el.parentElement && attribute(el.parentElement, "data-label"));
  return raw ? { name: cut(fold(raw)), sources: [] } : null;
}

// "<div>Colour</div><div><select></div>": the words stand beside the field's own box.
function parentSibling(el: Element): Naming | null {
  const parent = el.parentElement;
  // A form is no box of one field.
  if (!parent || parent === doc.body || parent instanceof HTMLFormElement || all(parent, OPERABLE).length > 1)
    return null;
  const before = parent.previousElementSibling;
  if (before && !textOf(parent).replace(textOf(el), "").trim() && !isOrHolds(before, OPERABLE)) {
    const found = short(before);
    if (found) return found;
  }
  return null;
}

function ownId(el: Element): Naming | null {
  const id = attribute(el, "id");
  return id && /^[a-z]{3,}(?:[-_]?[a-z]+)*$/i.test(id) ? { name: cut(humanize(id)), sources: [] } : null;
}
