import { doc } from "../lending.ts";
import { type Action, done, reachable } from "./kit.ts";
import { pointer } from "./mouse.ts";

/** dragAndDrop(from, to): both the mouse way and the HTML drag-and-drop way, whichever the page listens to. */
export const dragAndDrop: Action = async ([from, to], basis) => {
  const start = reachable(from, basis, { grip: true });
  if (!start.ok) return start;
  const end = reachable(to, basis && { ...basis, target: basis.droppedOn });
  if (!end.ok) return end;
  // Many make a thing draggable only once it is pressed.
  pointer(start.hit, "pointerdown", start);
  pointer(start.hit, "mousedown", start);
  const native = start.hit.closest("[draggable=true]");
  if (native) await htmlDrag(native, start, end);
  else mouseDrag(end.hit, start, end);
  return done(undefined, start.healed || end.healed);
};

interface Point {
  x: number;
  y: number;
}

/** Between two events of a drag: pages begin with it, and make room, once the one before is over. In milliseconds. */
const MOMENT = 30;

async function htmlDrag(from: Element, start: Point, end: Point): Promise<void> {
  const dataTransfer = new DataTransfer();
  const fire = (el: Element, type: string, { x, y }: Point): boolean =>
    el.dispatchEvent(
      new DragEvent(type, { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, dataTransfer }),
    );
  const at = (point: Point): Element => doc.elementFromPoint(point.x, point.y) ?? from;
  if (!fire(from, "dragstart", start)) return;
  let refused = true;
  for (let step = 1; step <= STEPS; step++) {
    await new Promise((resolve) => setTimeout(resolve, MOMENT));
    const on = between(start, end, step / STEPS);
    fire(at(on), "dragenter", on);
    refused = fire(at(on), "dragover", on);
  }
  if (!refused) fire(at(end), "drop", end);
  fire(from, "dragend", end);
}

function between(start: Point, end: Point, share: number): Point {
  return { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
}

const STEPS = 5;

function mouseDrag(to: Element, start: Point, end: Point): void {
  for (let step = 1; step <= STEPS; step++) {
    const { x, y } = between(start, end, step / STEPS);
    const under = doc.elementFromPoint(x, y) ?? to;
    pointer(under, "pointermove", { x, y, held: true });
    pointer(under, "mousemove", { x, y, held: true });
  }
  pointer(to, "pointerup", end);
  pointer(to, "mouseup", end);
}
