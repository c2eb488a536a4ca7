/** The page as HTML, all frames sensibly; only ever called when the server asked for it. */
import { LookError, Moved } from "./error.ts";
import { type FrameInfo, frameNumber, framesIn } from "./frames.ts";
import { ask } from "./inject.ts";
import { htmlHere } from "./probe.ts";

/** Longest skeleton and longest document that the server takes. */
const SKELETON_BYTES = 100 * 1024;
const DOM_CHARS = 500_000;

/** Frames that are read at most. */
const MOST = 50;

/** The whole page, or its controls alone. The top document comes first and is never cut for a frame's sake. */
export async function html(tabId: number, whole: boolean): Promise<string> {
  const top = await of(tabId, 0, whole).catch((error: unknown) => {
    throw error instanceof Moved ? new LookError("NO_ANSWER") : error;
  });
  const frames = (await framesIn(tabId)).filter(({ frameId }) => frameId !== 0).slice(0, MOST);
  const parts = await Promise.all(
    frames.map(async (frame) => {
      const inner = await of(tabId, frame.frameId, whole).catch(() => "");
      return inner.trim() && wrapped(frame, inner, whole);
    }),
  );
  return together(top, parts.filter(Boolean), whole);
}

async function of(tabId: number, frameId: number, whole: boolean): Promise<string> {
  return (await ask({ tabId, frameId, patience: frameId === 0 ? 5000 : 2000 }, htmlHere, [whole])).html;
}

/** A frame's HTML, with its ids as they are in captures. */
export function wrapped(frame: Pick<FrameInfo, "frameId" | "url">, inner: string, whole: boolean): string {
  const number = frameNumber(frame.frameId);
  // Ids of a skeleton are ours only where they are numbers; in a whole document there are none of ours.
  const named = whole ? inner : inner.replace(/(<[a-z]+ id=")(\d+")/g, `$1f${number}_$2`);
  const source = frame.url.split(/[?#]/, 1)[0]?.replace(/[&"<>]/g, "") ?? "";
  return `<section data-frame="${number}" data-src="${source}">\n${named}\n</section>`;
}

/** As much as there is room for: frames that do not fit are left out, a top document that does not is cut. */
export function together(top: string, frames: readonly string[], whole: boolean): string {
  const size = whole ? (text: string) => text.length : bytesOf;
  const most = whole ? DOM_CHARS : SKELETON_BYTES;
  let out = cutTo(top, most, size, whole);
  let left = most - size(out);
  for (const frame of frames) {
    const cost = size(frame) + 1;
    if (cost > left) continue;
    out += `\n${frame}`;
    left -= cost;
  }
  return out;
}

// A skeleton is cut between its lines, each of which is one element.
function cutTo(text: string, most: number, size: (text: string) => number, whole: boolean): string {
  if (size(text) <= most) return text;
  if (whole) return text.slice(0, most);
  const lines: string[] = [];
  let left = most;
  for (const line of text.split("\n")) {
    left -= size(line) + 1;
    if (left < 0) break;
    lines.push(line);
  }
  return lines.join("\n");
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
