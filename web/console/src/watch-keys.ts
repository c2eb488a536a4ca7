/** What a hand does on a picture of a page, as the server takes it. */
import type { HeldKeys, MouseButton, MouseDoes, PersonInput } from "@screen-agent/api";

/** Keeps out of the page and leaves it to the keyboard again. */
export const LEAVE = "F9";

type Modified = Pick<MouseEvent, "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const heldOf = (event: Modified): HeldKeys => ({
  alt: event.altKey,
  control: event.ctrlKey,
  meta: event.metaKey,
  shift: event.shiftKey,
});

/** Where in the picture something is, as shares of it: whatever size it has here, and however dense its pixels are. */
export function placeIn(box: Box, at: { clientX: number; clientY: number }): { x: number; y: number } {
  const share = (from: number, length: number): number => (length > 0 ? Math.min(1, Math.max(0, from / length)) : 0);
  return { x: share(at.clientX - box.left, box.width), y: share(at.clientY - box.top, box.height) };
}

const BUTTONS: readonly MouseButton[] = ["left", "middle", "right"];

/** The button that is held while a mouse moves. */
function heldButton(buttons: number): MouseButton {
  if (buttons & 1) return "left";
  if (buttons & 2) return "right";
  return buttons & 4 ? "middle" : "none";
}

type Moved = Modified & Pick<MouseEvent, "clientX" | "clientY" | "button" | "buttons" | "detail">;

export function mouseInput(does: MouseDoes, event: Moved, box: Box): PersonInput {
  return {
    kind: "mouse",
    does,
    ...placeIn(box, event),
    button: does === "move" ? heldButton(event.buttons) : (BUTTONS[event.button] ?? "none"),
    clicks: does === "move" ? 0 : Math.min(3, Math.max(1, event.detail)),
    held: heldOf(event),
  };
}

/** How many pixels a line and a page of a wheel are taken for. */
const UNITS = [1, 16, 400];
const FURTHEST = 10_000;

export function wheelInput(
  event: Pick<WheelEvent, "clientX" | "clientY" | "deltaX" | "deltaY" | "deltaMode">,
  box: Box,
): PersonInput {
  const pixels = (turn: number): number =>
    Math.min(FURTHEST, Math.max(-FURTHEST, turn * (UNITS[event.deltaMode] ?? 1)));
  return { kind: "wheel", ...placeIn(box, event), right: pixels(event.deltaX), down: pixels(event.deltaY) };
}

type Pressed = Modified & Pick<KeyboardEvent, "key" | "isComposing" | "getModifierState">;

/** A key; null for one that the page is not to have: it leaves the page, pastes, or composes. */
export function keyInput(down: boolean, event: Pressed): PersonInput | null {
  const { key } = event;
  const pastes = (event.ctrlKey || event.metaKey) && key.toLowerCase() === "v";
  if (key === LEAVE || pastes || event.isComposing || key === "Dead" || key === "Process" || key === "Unidentified") {
    return null;
  }
  const held = heldOf(event);
  // What a third level of the keyboard writes is written with Control and Alt on some systems, and is a sign all the same.
  const third = [...key].length === 1 && event.getModifierState("AltGraph");
  return { kind: "key", down, key, held: third ? { ...held, alt: false, control: false } : held };
}
