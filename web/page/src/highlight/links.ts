/** The links in what the person has selected. */
import { linkOf } from "../html/attributes.ts";
import { doc, isDrawn } from "../lending.ts";

export interface SelectionLinks {
  /** Whole addresses without secrets, in the order of the page, each once. */
  urls: string[];
  /** How many there were. */
  totalFound: number;
}

/** Nothing selected is no links. */
export function selectionLinks(limit: number): SelectionLinks {
  const selection = getSelection();
  const found = new Set<string>();
  for (let at = 0; selection && at < selection.rangeCount; at++) {
    const range = selection.getRangeAt(at);
    if (!range.collapsed) for (const el of anchorsIn(range)) add(el, found);
  }
  return { urls: [...found].slice(0, limit), totalFound: found.size };
}

function anchorsIn(range: Range): Element[] {
  const around = range.commonAncestorContainer;
  const root = around instanceof Element ? around : around.parentElement;
  if (!root) return [];
  const own = root.closest("a[href],area[href]");
  const inside = [...root.querySelectorAll("a[href],area[href]")].filter(
    (el) => range.intersectsNode(el) && isDrawn(el),
  );
  return own ? [own, ...inside] : inside;
}

function add(el: Element, found: Set<string>): void {
  const url = linkOf(el.getAttribute("href") ?? "", el);
  if (url && /^https?:/.test(url) && URL.canParse(url) && !isHere(url)) found.add(url);
}

/** A place on this very page is no other page. */
function isHere(url: string): boolean {
  return url.includes("#") && url.split("#", 1)[0] === doc.URL.split("#", 1)[0];
}
