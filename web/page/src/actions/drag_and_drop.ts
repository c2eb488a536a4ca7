import { doc } from "../lending.ts";
import { type Action, done, reachable } from "./kit.ts";
import { pointer } from "./mouse.ts";

/** dragAndDrop(from, to): both the mouse way and the HTML drag-and-drop way, whichever the page listens to. */
export const dragAndDrop: Action = ([from, to], basis) => {
  const start = reachable(from, basis);
  if (!start.ok) return start;
  const end = reachable(to, basis && { ...basis, target: basis.droppedOn });
  if (!end.ok) return end;
  const native = start.el.closest("[draggable=true]");
  if (native) htmlDrag(native, end.hit, start, end);
  else mouseDrag(start.hit, end.hit, start, end);
  return done(undefined, start.healed || end.healed);
};

interface Point {
  x: number;
  y: number;
}

function htmlDrag(from: Element, to: Element, start: Point, end: Point): void {
  const dataTransfer = new DataTransfer();
  const fire = (el: Element, type: string, { x, y }: Point): boolean =>
    el.dispatchEvent(
      new DragEvent(type, { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, dataTransfer }),
    );
  if (!fire(from, "dragstart", start)) return;
  fire(to, "dragenter", end);
  const refused = fire(to, "dragover", end);
  if (!refused) fire(to, "drop", end);
  fire(from, "dragend", end);
}

const STEPS = 5;

function mouseDrag(from: Element, to: Element, start: Point, end: Point): void {
  pointer(from, "pointerdown", start);
  pointer(from, "mousedown", start);
  for (let step = 1; step <= STEPS; step++) {
    const x = start.x + ((end.x - start.x) * step) / STEPS;
    const y = start.y + ((end.y - start.y) * step) / STEPS;
    const under = doc.elementFromPoint(x, y) ?? to;
    pointer(under, "pointermove", { x, y });
    pointer(under, "mousemove", { x, y });
  }
  pointer(to, "pointerup", end);
  pointer(to, "mouseup", end);
}
