import { type Box, max, middle, type Point, touches, viewport } from "../dom/box.ts";
import { doc } from "../dom/doc.ts";
import { isMatch } from "../dom/read.ts";
import { hitAt, holds } from "../dom/tree.ts";
import type { Control } from "./control.ts";
import { labelsOf } from "./labels.ts";
import type { Line } from "./lines.ts";
import type { Walk } from "./walk.ts";

const INSET = 2;
/** Share of sampled points that must reach a control. */
const REACHED = 0.5;

/** Marks the controls and lines that something in front covers. */
export function markCovered(walk: Walk): void {
  const modal = hasModal();
  for (const control of walk.controls) {
    if (control.dropped) continue;
    const over = overlapping(control.proxy ?? control.el, control.box, walk, modal);
    // A hit is cheap on most pages and also tells of covers that are no elements, such as ::after.
    if (over.length === 0 && (walk.wide || reaches(control, middle(control.box)))) continue;
    control.occluded = score(control, walk.wide ? over : null) < REACHED;
  }
  for (const line of walk.lines.all) {
    if (!line.box || line.frame !== undefined) continue;
    const over = overlapping(line.owner, line.box, walk, modal);
    if (over.length > 0) line.occluded = isLineCovered(line, line.box, over);
  }
}

/** Whether something covers a frame's box, so that all in it is covered. */
export function isCovered(el: Element, box: Box): boolean {
  const hits = points(box).filter(([x, y]) => {
    const hit = hitAt(x, y);
    return hit === null || hit === el || holds(el, hit);
  });
  return hits.length < 3;
}

function hasModal(): boolean {
  return Array.from(doc.getElementsByTagName("dialog")).some((dialog) => isMatch(dialog, ":modal"));
}

// Flow content does not cover flow content, so only what is out of the flow is asked. A modal dialog
// covers all the view with a backdrop that is no element.
function overlapping(el: Element, box: Box, walk: Walk, modal: boolean): Box[] {
  if (modal) return [viewport()];
  return walk.floating
    .filter((other) => touches(other.box, box) && !holds(other.el, el) && !holds(el, other.el))
    .map((other) => other.box);
}

function isUnder(over: readonly Box[], [x, y]: Point): boolean {
  return over.some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
}

/** Middle and corners, a little inside. */
export function points(box: Box): Point[] {
  const left = box.left + INSET;
  const right = max(left, box.right - INSET - 1);
  const top = box.top + INSET;
  const bottom = max(top, box.bottom - INSET - 1);
  return [middle(box), [left, top], [right, top], [left, bottom], [right, bottom]];
}

/** Share of the five points that reach the control; where `over` is given, only points under it are asked. */
function score(control: Control, over: readonly Box[] | null): number {
  const sampled = boxesOf(control).flatMap(points);
  // Round corners show what it stands on, which covers nothing.
  const isFree = reaches(control, middle(control.box));
  const reached = sampled.filter((point) => (over && !isUnder(over, point)) || reaches(control, point, isFree));
  return reached.length / sampled.length;
}

// A link that wraps is hit on its own lines, not between them.
function boxesOf(control: Control): Box[] {
  const rects = Array.from((control.proxy ?? control.el).getClientRects()).filter(
    (rect) => rect.width > 1 && rect.height > 1 && touches(rect, control.box),
  );
  return rects.length > 1 && rects.length <= 6 ? rects : [control.box];
}

function reaches({ el, proxy }: Control, [x, y]: Point, orGround = false): boolean {
  const hit = hitAt(x, y);
  return hit !== null && (isSelf(el, hit, proxy) || (orGround && holds(hit, el)));
}

/** Whether a click that lands on `hit` operates `el`: it is in it, or in a label of it. */
export function isSelf(el: Element, hit: Element, proxy?: Element): boolean {
  if (hit === el || holds(el, hit) || (proxy && holds(proxy, hit))) return true;
  return labelsOf(el).some((label) => label.contains(hit));
}

function isLineCovered(line: Line, box: Box, over: readonly Box[]): boolean {
  const y = (box.top + box.bottom) / 2;
  const free = [0.5, 0.1, 0.9].filter((share) => {
    const x = box.left + (box.right - box.left) * share;
    if (!isUnder(over, [x, y])) return true;
    const hit = hitAt(x, y);
    return hit === null || holds(hit, line.owner) || holds(line.owner, hit) || isBehind(hit, line);
  });
  return free.length < 2;
}

// A line may run on past its owner; what belongs to the same words does not cover them.
function isBehind(hit: Element, line: Line): boolean {
  return line.runs.some(
    (run) =>
      (run.node && (hit === run.node.parentNode || hit.contains(run.node))) ||
      (run.control && isSelf(run.control.el, hit, run.control.proxy)),
  );
}
