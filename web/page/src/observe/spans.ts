import { max, min } from "../dom/box.ts";
import { attribute } from "../dom/read.ts";

/** Keeps the cells of a table in their columns where a cell reaches over several rows or columns. */
export class Spans {
  /** Rows still to come that a cell of an earlier row reaches into, by column. */
  readonly #open = new Map<Element, number[]>();

  /** The column of each cell of a row; rows must come in order. */
  columns(group: Element | null, row: Element, cells: readonly Element[]): number[] {
    const reach = this.#reachOf(group, row);
    const columns: number[] = [];
    let column = 0;
    for (const cell of cells) {
      while ((reach[column] ?? 0) > 0) column++;
      columns.push(column);
      const rows = spanOf(cell, "rowspan");
      for (let wide = spanOf(cell, "colspan"); wide > 0; wide--, column++) reach[column] = rows;
    }
    for (let at = 0; at < reach.length; at++) reach[at] = max(0, (reach[at] ?? 0) - 1);
    return columns;
  }

  #reachOf(group: Element | null, row: Element): number[] {
    const key = group ?? row;
    const known = this.#open.get(key);
    if (known) return known;
    const fresh: number[] = [];
    this.#open.set(key, fresh);
    return fresh;
  }
}

const WIDEST = 20;

function spanOf(cell: Element, name: "rowspan" | "colspan"): number {
  const said = Number(attribute(cell, name) ?? attribute(cell, `aria-${name}`));
  return min(WIDEST, max(1, Math.floor(said) || 1));
}
