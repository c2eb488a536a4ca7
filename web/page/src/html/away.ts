import { doc, flatParent } from "../lending.ts";

const range = document.createRange();

/** Letters without an extent, or before the page's beginning, where nobody can scroll. */
export function isAway(text: Text, around: Element): boolean {
  range.selectNodeContents(text);
  const { width, height, right, bottom } = range.getBoundingClientRect();
  if (width < 1 || height < 1) return getComputedStyle(around).display !== "contents";
  return (right + scrollX <= 0 || bottom + scrollY <= 0) && !isMoved(around);
}

/** Something around is scrolled, or turned over like a page: what is away comes back. */
function isMoved(el: Element): boolean {
  for (let at: Element | null = el; at && at !== doc.documentElement; at = flatParent(at)) {
    if (at.scrollLeft !== 0 || at.scrollTop !== 0 || getComputedStyle(at).transform !== "none") return true;
  }
  return false;
}
