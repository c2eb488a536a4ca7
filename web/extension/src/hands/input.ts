/** Input as a person gives it: mouse and keys through the debugger. Points are the top viewport's. */

import { sleep } from "../shared/wait.ts";
import * as cdp from "./cdp.ts";
import { known, needed } from "./debugged.ts";
import { chord, type Key, type KeyEvent, pieces, tap } from "./keys.ts";
import { addressStill } from "./tabs.ts";
import type { Under } from "./under.ts";

export interface Point {
  x: number;
  y: number;
}

export type Button = "left" | "right";

/** A page that takes longer over one event of input is busy; what it does goes on. */
const TAKEN = 5000;

/**
 * Sends one event. The browser answers when the page has taken it, which it does not while a dialog is
 * open that the event has opened, and may never when the tab closes over it.
 */
async function give({ tabId, signal, watch }: Under, method: string, params: Record<string, unknown>): Promise<void> {
  await watch.meeting(signal);
  const debugged = needed(tabId);
  try {
    await debugged.send(method, params, TAKEN, signal);
  } catch (error) {
    if (!watch.removed && !(await closes(watch, signal))) throw error;
  }
}

// The debugger hears of a tab's end before the tab's own event comes.
function closes(watch: Under["watch"], signal: AbortSignal): Promise<boolean> {
  return watch.until(() => watch.removed, 300, signal);
}

/** Whether events can still be given: no dialog is open and the tab is there. */
function open({ tabId, watch }: Under): boolean {
  return !watch.removed && (known(tabId)?.dialog ?? null) === null;
}

function mouse(type: string, { x, y }: Point, held: Button | null, clickCount: number): Record<string, unknown> {
  const buttons = type === "mouseReleased" || !held ? 0 : held === "left" ? 1 : 2;
  return { type, x, y, button: held ?? "none", buttons, clickCount, pointerType: "mouse" };
}

/** Moves the pointer, with a button held or not. */
export function moveTo(under: Under, at: Point, held: Button | null = null): Promise<void> {
  return give(under, "Input.dispatchMouseEvent", mouse("mouseMoved", at, held, 0));
}

/** Presses and releases a button so many times in a row. */
export async function pressButton(under: Under, at: Point, button: Button, times: number): Promise<void> {
  for (let count = 1; count <= times && open(under); count++) {
    await holding(under, at, button, count, async () => {
      if (open(under)) await give(under, "Input.dispatchMouseEvent", mouse("mouseReleased", at, button, count));
    });
  }
}

const OUTSIDE: Point = { x: -1, y: -1 };

// A stop must not leave the button down, nor complete the click: it is let go outside of the page.
async function holding(
  under: Under,
  at: Point,
  button: Button,
  count: number,
  then: () => Promise<void>,
): Promise<void> {
  try {
    await give(under, "Input.dispatchMouseEvent", mouse("mousePressed", at, button, count));
    await then();
  } catch (error) {
    await cdp
      .send(under.tabId, "Input.dispatchMouseEvent", mouse("mouseReleased", OUTSIDE, button, count))
      .catch(() => undefined);
    throw error;
  }
}

const MOVES = 6;
/** How long after a move the browser may take to tell that the page has started a drag. */
const TOLD_WITHIN = 40;
/** How long a drag stays at each place, as a hand does: a page makes room for it in a task of its own. */
const STAY = 10;

/** Drags from one point to another: by mouse alone, or as HTML drag-and-drop when the page starts one. */
export async function drag(under: Under, from: Point, to: Point): Promise<void> {
  await cdp.send(under.tabId, "Input.setInterceptDrags", { enabled: true }, { signal: under.signal });
  try {
    await dragIntercepted(under, from, to);
  } finally {
    await cdp.send(under.tabId, "Input.setInterceptDrags", { enabled: false }).catch(() => undefined);
  }
}

async function dragIntercepted(under: Under, from: Point, to: Point): Promise<void> {
  const debugged = needed(under.tabId);
  debugged.dragged = null;
  await moveTo(under, from);
  await holding(under, from, "left", 1, async () => {
    for (let step = 1; step <= MOVES; step++) {
      const at = between(from, to, step / MOVES);
      await moveTo(under, at, "left");
      await debugged.within(() => debugged.dragged !== null, TOLD_WITHIN, under.signal);
      if (debugged.dragged) return dropData(under, at, to, debugged.dragged);
    }
    await give(under, "Input.dispatchMouseEvent", mouse("mouseReleased", to, "left", 1));
  });
}

async function dropData(under: Under, at: Point, to: Point, data: unknown): Promise<void> {
  const half = between(at, to, 0.5);
  const stages: [string, Point][] = [
    ["dragEnter", half],
    ["dragOver", half],
    ["dragEnter", to],
    ["dragOver", to],
    ["dragOver", to],
    ["drop", to],
  ];
  for (const [type, { x, y }] of stages) {
    await sleep(STAY, under.signal);
    await give(under, "Input.dispatchDragEvent", { type, x, y, data });
  }
  await give(under, "Input.dispatchMouseEvent", mouse("mouseReleased", to, "left", 1));
}

function between(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** Presses a key with others held. */
export async function pressKey(under: Under, key: Key, modifiers: readonly string[]): Promise<void> {
  await addressStill(under);
  await keys(under, chord(key, modifiers));
}

async function keys(under: Under, events: readonly KeyEvent[]): Promise<void> {
  for (const event of events) {
    if (!open(under)) return;
    await give(under, "Input.dispatchKeyEvent", event);
  }
}

/** Types into whatever has the keyboard, with a pause after each key. */
export async function typeKeys(under: Under, text: string, delay: number): Promise<void> {
  await addressStill(under);
  for (const piece of pieces(text)) {
    if ("key" in piece) await keys(under, tap(piece.key));
    else await give(under, "Input.insertText", { text: piece.text });
    if (delay === 0) continue;
    await sleep(delay, under.signal);
    await addressStill(under);
  }
}
