/** A picture of a whole page without a debugger: screen by screen, put together, and scrolled back. */
import type { Picture } from "../shared/look.ts";
import { encoded, type Piece } from "./canvas.ts";
import { call } from "./inject.ts";
import { scrollHere, sizeHere } from "./probe.ts";
import { stops, TALLEST } from "./shot.ts";
import { shotOf } from "./visible.ts";

/** Screens that are taken at most, for each costs half a second. */
const SCREENS = 12;

/** Null when the tab is not in front, or does not stay there. */
export async function stitched(tabId: number): Promise<Picture | null> {
  const at = { tabId, frameId: 0 };
  const size = await call(at, sizeHere, []);
  const pieces: Piece[] = [];
  try {
    for (const y of stops(Math.min(size.height, TALLEST), size.screen, SCREENS)) {
      const reached = await call(at, scrollHere, [size.x, y]);
      const bitmap = await shotOf(tabId);
      if (!bitmap) return null;
      const scale = bitmap.width / size.width;
      pieces.push({ bitmap, from: [0, 0, bitmap.width, bitmap.height], to: [0, Math.round(reached * scale)] });
    }
    const [first] = pieces;
    const height = Math.max(...pieces.map(({ bitmap, to }) => to[1] + bitmap.height));
    return first ? await encoded(pieces, first.bitmap.width, height) : null;
  } finally {
    for (const { bitmap } of pieces) bitmap.close();
    await call(at, scrollHere, [size.x, size.y]).catch(() => undefined);
  }
}
