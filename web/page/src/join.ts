import { bounded } from "./bounded.ts";
import type {
  DocumentCapture,
  FrameSlot,
  KeyboardAt,
  PageCapture,
  SemanticNode,
  TextLine,
  TextRun,
} from "./contract.ts";
import { area, type Box, meet, middle, type Quad, quad } from "./dom/box.ts";
import { hashOf } from "./observe/hash.ts";

/** The look at one frame and where that frame stands: indexes of frame slots from the top down. */
export interface FrameCapture {
  slot: number[];
  frame: number;
  capture: DocumentCapture;
}

/** Where a frame's content lands in the top viewport, and how much of it shows. */
interface Placed {
  dx: number;
  dy: number;
  clip: Box;
  covered: boolean;
}

/** As `observe/visible.ts` has it. */
const LISTED = 0.3;

/** Merges the frames' captures into the top one: one tree, one text, one set of coordinates. */
export function joinFrames(top: DocumentCapture, frames: FrameCapture[]): PageCapture {
  const { frames: _slots, ask: _question, origin: _origin, keyboard: _keyboard, ...page } = top;
  const { width, height } = top.viewport;
  const root: Placed = { dx: 0, dy: 0, clip: boxIn([0, 0, width, height], { dx: 0, dy: 0 }), covered: false };
  const joint: Joint = { frames, origin: top.origin, out: emptyOut() };
  merge(top, [], 0, root, joint);
  const keyboard = keyboardIn(top, [], 0, joint);
  const out = bounded({ ...joint.out, viewport: top.viewport });
  return {
    ...page,
    ...out,
    ...(keyboard && { keyboard }),
    recentEvents: out.recentEvents.slice(0, 10),
    hash: hashOf(out.interactiveTree, out.pageText),
  };
}

/** What comes of all documents. */
type Out = Pick<
  PageCapture,
  "interactiveTree" | "pageText" | "scrollableContainers" | "recentEvents" | "hasErrors" | "hasSuccess"
>;

/** What is joined, into which origin, and what came of it so far. */
interface Joint {
  frames: FrameCapture[];
  origin: string;
  out: Out;
}

function emptyOut(): Out {
  return {
    interactiveTree: [],
    pageText: [],
    scrollableContainers: [],
    recentEvents: [],
    hasErrors: false,
    hasSuccess: false,
  };
}

// A document's controls come first, then those of its frames in the order of the text around them.
function merge(capture: DocumentCapture, path: number[], frame: number, placed: Placed, joint: Joint): void {
  const { out } = joint;
  const foreign = foreignTo(capture, joint);
  const nodes = capture.interactiveTree
    .map((node) => nodeIn(node, frame, placed, foreign))
    .filter((node) => node !== null);
  const kept = new Set(nodes.map((node) => node.i));
  out.interactiveTree.push(...nodes);
  out.scrollableContainers.push(
    ...capture.scrollableContainers.map((each) => ({ ...each, id: named(each.id, frame) })),
  );
  out.recentEvents.push(...capture.recentEvents);
  out.hasErrors ||= capture.hasErrors;
  out.hasSuccess ||= capture.hasSuccess;
  const end = capture.pageText.length;
  const mergeAt = (isHere: (at: number) => boolean): void => {
    for (const slot of capture.frames) {
      const own = slot.vis && isHere(slot.at ?? end) ? inSlot(slot, path, joint) : undefined;
      if (own && slot.vis) merge(own.capture, own.slot, own.frame, placeOf(slot, slot.vis, placed), joint);
    }
  };
  capture.pageText.forEach((line, at) => {
    mergeAt((place) => place === at);
    const own = lineIn(line, placed, kept, frame);
    if (own) out.pageText.push(own);
  });
  mergeAt((place) => place >= end);
}

function inSlot({ index }: FrameSlot, path: readonly number[], { frames }: Joint): FrameCapture | undefined {
  return frames.find(
    (each) => each.slot.length === path.length + 1 && each.slot.every((step, at) => step === (path[at] ?? index)),
  );
}

function named(id: string, frame: number): string {
  return frame === 0 ? id : `f${frame}_${id}`;
}

/** The document's origin where it is another than the page's. Two without any are strangers to each other. */
function foreignTo(capture: DocumentCapture, { origin }: Joint): string | undefined {
  return capture.origin === origin && origin !== "" ? undefined : capture.origin;
}

// Followed into the frame that has it; not told where that frame could not be looked at.
function keyboardIn(capture: DocumentCapture, path: number[], frame: number, joint: Joint): KeyboardAt | undefined {
  if (capture.keyboard) {
    const { node } = capture.keyboard;
    return !node || frame === 0 ? capture.keyboard : { node: inFrame(node, frame, foreignTo(capture, joint)) };
  }
  const slot = capture.frames.find(({ keys }) => keys);
  const own = slot && inSlot(slot, path, joint);
  return own && keyboardIn(own.capture, own.slot, own.frame, joint);
}

function inFrame(
  { xy: _xy, box: _box, ...node }: SemanticNode,
  frame: number,
  foreign: string | undefined,
): SemanticNode {
  const out: SemanticNode = { ...node, i: named(node.i, frame), f: frame };
  if (foreign !== undefined) out.o = foreign;
  return out;
}

function placeOf(slot: FrameSlot, shown: Quad, outer: Placed): Placed {
  return {
    dx: outer.dx + slot.box[0],
    dy: outer.dy + slot.box[1],
    clip: meet(boxIn(shown, outer), outer.clip),
    covered: outer.covered || slot.occ === true,
  };
}

// The frame's own viewport may be larger than what its parent lets show.
function nodeIn(node: SemanticNode, frame: number, placed: Placed, foreign: string | undefined): SemanticNode | null {
  if (frame === 0) return node;
  const out = inFrame(node, frame, foreign);
  if (placed.covered) out.occ = true;
  if (!node.box) return out;
  const box = boxIn(node.box, placed);
  const shown = meet(box, placed.clip);
  if (area(shown) < LISTED * area(box) && area(shown) < area(placed.clip) / 2) return null;
  const [x, y] = middle(shown);
  out.box = quad(shown);
  out.xy = [Math.round(x), Math.round(y)];
  return out;
}

function lineIn(line: TextLine, placed: Placed, kept: Set<string>, frame: number): TextLine | null {
  if (frame === 0) return line;
  const box = line.b && boxIn(line.b, placed);
  if (box && area(meet(box, placed.clip)) <= 0) return null;
  const c = line.c.flatMap((run): TextRun[] => {
    if (run === null || typeof run === "string") return [run];
    const i = named(run.i, frame);
    return kept.has(i) ? [{ i }] : [];
  });
  if (c.every((run) => run === null)) return null;
  const out: TextLine = { ...line, c };
  if (box) out.b = quad(box);
  if (placed.covered) out.occ = true;
  return out;
}

function boxIn([x, y, width, height]: Quad, { dx, dy }: { dx: number; dy: number }): Box {
  return { left: x + dx, top: y + dy, right: x + dx + width, bottom: y + dy + height };
}
