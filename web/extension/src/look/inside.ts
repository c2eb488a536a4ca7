/** Looking into the frames of a page, level by level. */
import type { DocumentCapture } from "@screen-agent/page/contract";
import type { FrameCapture } from "@screen-agent/page/join";
import { type FrameInfo, frameNumber, framesIn, placed } from "./frames.ts";
import { ask } from "./inject.ts";
import { type FrameLook, lookHere } from "./probe.ts";

/** Frames that are looked into at most, and frames within frames. */
const MOST = 50;
const DEEPEST = 5;

/** How long one frame may take; the rest is shown without it. */
const PATIENCE = 2000;

/** A document that was looked at, with its frames still to be. */
interface Looked {
  frameId: number;
  /** Places of frame elements from the top down. */
  path: number[];
  look: FrameLook;
}

/** Where it looks, and how patiently. */
export interface Inside {
  tabId: number;
  signal: AbortSignal;
  /** Milliseconds that each frame may take to come to rest. */
  wait: number;
}

/** The looks at the frames below a top document that are in view or have the keyboard. */
export async function lookInside(at: Inside, top: FrameLook): Promise<FrameCapture[]> {
  if (slotsThatCount(top).length === 0) return [];
  const frames = await framesIn(at.tabId);
  const found: FrameCapture[] = [];
  const waiting: Looked[] = [{ frameId: 0, path: [], look: top }];
  for (let document = waiting.shift(); document; document = waiting.shift()) {
    for (const looked of await lookBelow(at, document, frames)) {
      if (found.length >= MOST) return found;
      found.push({
        slot: looked.path,
        frame: frameNumber(looked.frameId),
        capture: looked.look.capture as DocumentCapture,
      });
      if (looked.path.length < DEEPEST) waiting.push(looked);
    }
  }
  return found;
}

// What is in view, and what has the keyboard wherever it is.
function slotsThatCount({ capture }: FrameLook): number[] {
  return (capture?.frames ?? []).filter((slot) => slot.vis || slot.keys).map((slot) => slot.index);
}

async function lookBelow(at: Inside, { frameId, path, look }: Looked, frames: readonly FrameInfo[]): Promise<Looked[]> {
  const shown = slotsThatCount(look);
  if (shown.length === 0) return [];
  const wanted = shown.map((index) => look.owned[index]?.at ?? -1).filter((place) => place >= 0);
  const worth = frames.filter((frame) => frame.parentFrameId === frameId && isWorth(frame, look, shown));
  const children = await placed(worth, look.owned, (frame) => {
    const inner = { tabId: at.tabId, frameId: frame.frameId, signal: at.signal, patience: PATIENCE + at.wait };
    return ask(inner, lookHere, [{ observe: true, wanted, wait: at.wait }]);
  });
  at.signal.throwIfAborted();
  return children
    .filter((child) => child.look.capture && shown.includes(child.index))
    .map((child): Looked => ({ frameId: child.frame.frameId, path: [...path, child.index], look: child.look }));
}

// Where the browser says which element a frame is in, the ones out of view are not asked at all.
function isWorth({ frameId }: FrameInfo, look: FrameLook, shown: readonly number[]): boolean {
  const index = look.owned.findIndex((owner) => owner.frameId === frameId);
  return index < 0 || shown.includes(index);
}
