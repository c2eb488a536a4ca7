/** Captures of frames as a client outside of the page hands them in: each with its way down from the top. */
import type { Captured } from "./capture.ts";
import { type Filling, joinCaptures } from "./stitch.ts";

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
