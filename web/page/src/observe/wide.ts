import { type Box, max, min, rectOf, touches } from "../dom/box.ts";
import { isElement } from "../dom/read.ts";

/** Above this many children the ones in view are searched for, not walked to. */
export const WIDE = 64;

const SAMPLES = 24;
const MARGIN = 24;

/** First and last index (exclusive) of the children that can be in view. */
export type Span = readonly [number, number];

/**
 * Finds the children in view without asking each for its box.
 *
 * Works where boxes advance in one direction, as rows, grids and inline text do; a sample of them is
 * checked first and anything else is left to a full walk. What is taken out of the flow can stand
 * anywhere, so the caller adds what the pointer finds in view.
 */
export function spanInView(nodes: ArrayLike<Node>, clip: Box): Span {
  const samples = sampled(nodes);
  if (samples.length < 4) return [0, nodes.length];
  for (const way of WAYS) {
    if (!spreads(samples, way) || !advances(samples, way)) continue;
    return search(nodes, clip, way);
  }
  return [0, nodes.length];
}

/** A direction in which brothers may follow one another, as an order of edges that grow along it. */
interface Way {
  start: (box: Box) => number;
  end: (box: Box) => number;
}

const WAYS: readonly Way[] = [
  { start: (box) => box.top, end: (box) => box.bottom },
  { start: (box) => box.left, end: (box) => box.right },
  // Upwards and leftwards: the far edges come first, on a turned axis.
  { start: (box) => -box.bottom, end: (box) => -box.top },
  { start: (box) => -box.right, end: (box) => -box.left },
];

function sampled(nodes: ArrayLike<Node>): Box[] {
  const boxes: Box[] = [];
  const step = max(1, Math.floor(nodes.length / SAMPLES));
  for (let at = 0; at < nodes.length; at += step) {
    const box = boxNear(nodes, at, min(nodes.length, at + step))?.box;
    if (box) boxes.push(box);
  }
  return boxes;
}

// Starts may step back within one row, never past the row before.
function advances(boxes: Box[], { start, end }: Way): boolean {
  let reached = -Infinity;
  for (const box of boxes) {
    if (end(box) < reached - 1) return false;
    reached = max(reached, start(box));
  }
  return true;
}

function spreads(boxes: Box[], { start }: Way): boolean {
  const first = boxes[0];
  const last = boxes.at(-1);
  return !!first && !!last && start(last) - start(first) > 200;
}

function search(nodes: ArrayLike<Node>, clip: Box, { start, end }: Way): Span {
  const first = partition(nodes, 0, (box) => end(box) <= start(clip));
  const last = partition(nodes, first, (box) => start(box) < end(clip));
  return [widen(nodes, first, -1, clip), widen(nodes, last, 1, clip)];
}

// First index whose box fails the test, given that it holds up to some point and fails after it.
function partition(nodes: ArrayLike<Node>, from: number, holds: (box: Box) => boolean): number {
  let low = from;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const probe = boxNear(nodes, middle, high);
    if (probe && holds(probe.box)) low = probe.at + 1;
    else high = middle;
  }
  return low;
}

// The neighbours in one row differ in height, so look on until a stretch of them is out of view.
function widen(nodes: ArrayLike<Node>, from: number, step: 1 | -1, clip: Box): number {
  let edge = from;
  let out = 0;
  for (let at = step < 0 ? from - 1 : from; at >= 0 && at < nodes.length && out < MARGIN; at += step) {
    const node = nodes[at];
    if (!isElement(node)) continue;
    if (touches(boxOf(node), clip)) {
      edge = step < 0 ? at : at + 1;
      out = 0;
    } else {
      out++;
    }
  }
  return edge;
}

interface Probe {
  at: number;
  box: Box;
}

// The first drawn element at or after an index; texts and undrawn elements have no place.
function boxNear(nodes: ArrayLike<Node>, from: number, to: number): Probe | null {
  for (let at = from; at < to; at++) {
    const node = nodes[at];
    if (!isElement(node)) continue;
    const box = boxOf(node);
    if (box.width > 0 || box.height > 0) return { at, box };
  }
  return null;
}

// An element without a box of its own (display: contents) stands where its first child does.
function boxOf(el: Element): DOMRect {
  const box = rectOf(el);
  const child = box.width === 0 && box.height === 0 ? el.firstElementChild : null;
  return child ? rectOf(child) : box;
}
