import { type Box, touches } from "../dom/box.ts";

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
  const all: Span = [0, nodes.length];
  const samples = sampled(nodes);
  if (samples.length < 4) return all;
  const down = advances(samples, (box) => box.top, (box) => box.bottom);
  if (down && spreads(samples, "top")) return search(nodes, clip, (box) => box.bottom <= clip.top, (box) => box.top >= clip.bottom);
  const right = advances(samples, (box) => box.left, (box) => box.right);
  if (right && spreads(samples, "left")) return search(nodes, clip, (box) => box.right <= clip.left, (box) => box.left >= clip.right);
  return all;
}

function sampled(nodes: ArrayLike<Node>): Box[] {
  const boxes: Box[] = [];
  const step = Math.max(1, Math.floor(nodes.length / SAMPLES));
  for (let at = 0; at < nodes.length; at += step) {
    const box = boxNear(nodes, at, Math.min(nodes.length, at + step))?.box;
    if (box) boxes.push(box);
  }
  return boxes;
}

// Starts may step back within one row, never past the row before.
function advances(boxes: Box[], start: (box: Box) => number, end: (box: Box) => number): boolean {
  let reached = -Infinity;
  for (const box of boxes) {
    if (end(box) < reached - 1) return false;
    reached = Math.max(reached, start(box));
  }
  return true;
}

function spreads(boxes: Box[], edge: "top" | "left"): boolean {
  const first = boxes[0];
  const last = boxes.at(-1);
  return !!first && !!last && last[edge] - first[edge] > 200;
}

function search(nodes: ArrayLike<Node>, clip: Box, before: (box: Box) => boolean, after: (box: Box) => boolean): Span {
  const first = partition(nodes, 0, before);
  const last = partition(nodes, first, (box) => !after(box));
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
    if (!(node instanceof Element)) continue;
    if (touches(node.getBoundingClientRect(), clip)) {
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
    if (!(node instanceof Element)) continue;
    const box = node.getBoundingClientRect();
    if (box.width > 0 || box.height > 0) return { at, box };
  }
  return null;
}
