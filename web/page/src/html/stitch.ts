/** Captures of frames put into the capture of the page around them. */
import type { Captured } from "./capture.ts";
import { bytesOf, escaped, MOST } from "./write.ts";

/** What became of a hole: its document, or only where that comes from. */
export type Filling = { capture: Captured; fillings: ReadonlyMap<number, Filling> } | { origin: string };

interface Budget {
  left: number;
  cut: boolean;
}

/**
 * Puts the documents of frames into their holes. Only documents of the same origin become part of the
 * page; of others the origin is named. What is not filled stays an empty frame.
 */
export function joinCaptures(top: Captured, fillings: ReadonlyMap<number, Filling>): { html: string; cut: boolean } {
  const budget = { left: MOST - bytesOf(top.html), cut: top.cut };
  return { html: filled(top, fillings, budget), cut: budget.cut };
}

/** The capture of a frame as a client outside of the page hands it in, with its way down from the top. */
export interface FramePart {
  /** Indexes of the holes from the top down. */
  path: readonly number[];
  capture: Captured;
}

/** The top capture with the documents of its frames in their holes. Frames come after those around them. */
export function joinParts(top: Captured, parts: readonly FramePart[]): { html: string; cut: boolean } {
  const places = new Map<string, Map<number, Filling>>([["", new Map()]]);
  for (const { path, capture } of parts) {
    const around = places.get(path.slice(0, -1).join(" "));
    const index = path.at(-1);
    if (!around || index === undefined) continue;
    const fillings = new Map<number, Filling>();
    places.set(path.join(" "), fillings);
    around.set(index, { capture, fillings });
  }
  return joinCaptures(top, places.get("") ?? new Map());
}

const HOLE = /<iframe data-frame="(\d+)"[^>]*><\/iframe>/g;

// A page cannot forge a hole: no word of its own comes with a bare "<".
function filled(capture: Captured, fillings: ReadonlyMap<number, Filling>, budget: Budget): string {
  return capture.html.replace(HOLE, (hole, index: string) => {
    const filling = fillings.get(Number(index));
    if (!filling) return hole;
    if ("origin" in filling) return foreign(filling.origin);
    const { capture: inner } = filling;
    if (inner.origin !== capture.origin || inner.origin === "null") return foreign(inner.origin);
    const size = bytesOf(inner.html);
    if (size > budget.left) {
      budget.cut = true;
      return "<iframe data-cut></iframe>";
    }
    budget.left -= size;
    budget.cut ||= inner.cut;
    // What stands in a frame element is read as bare words, so the document stands in a section.
    return `<section data-frame="same-origin">${bodyOf(filled(inner, filling.fillings, budget))}</section>`;
  });
}

/** A frame that only its origin is told of. */
export function foreign(origin: string): string {
  return `<iframe${origin === "null" ? "" : ` src="${escaped(origin)}/"`} data-cross-origin="${escaped(origin)}"></iframe>`;
}

function bodyOf(html: string): string {
  const start = html.indexOf(">", html.indexOf("<body")) + 1;
  const end = html.lastIndexOf("</body>");
  return end < start ? "" : html.slice(start, end);
}
