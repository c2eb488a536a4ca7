/** The page, as the hands reach it: elements found again, points on the screen, the bundle's own actions. */
import type { Basis, Located } from "@screen-agent/page/contract";
import { LookError, Moved } from "../look/error.ts";
import { frameOf, framesIn, outward } from "../look/frames.ts";
import { ask, call } from "../look/inject.ts";
import { sleep } from "../shared/wait.ts";
import { known } from "./debugged.ts";
import {
  type Aim,
  type Answer,
  barHere,
  focusHere,
  guardKeysHere,
  type Order,
  obey,
  outlineHere,
  relieveHere,
} from "./inside.ts";
import { ELSEWHERE, isStop, NO_ANSWER, refused, Trouble } from "./trouble.ts";
import type { Under } from "./under.ts";

/** How long a page may take over what a click sets going in its own code. */
const PATIENCE = 5000;

/** An element, in the frame that it is in. */
export interface Spot extends Aim {
  frameId: number;
}

/** An element with a point of the top viewport that reaches it. */
export interface Reached {
  spot: Spot;
  x: number;
  y: number;
  /** Its box in the top viewport. */
  box: [number, number, number, number];
  healed: boolean;
}

/** What the bundle's action came to. */
export interface Acted {
  state?: string;
  healed: boolean;
  /** The document went away over it, as after a click on a link. */
  gone: boolean;
}

/** Where the element with an id is, and what it is held to: what the decision tells of it, or of what a drag `ends` on. */
export async function spotOf(under: Under, id: string, ends = false): Promise<Spot> {
  const { tabId, basis } = under;
  const found = await heard(frameOf(tabId, id));
  if (!found) throw new Trouble("ELEMENT_NOT_FOUND", `the frame of "${id.slice(0, 100)}" is gone`);
  if (!basis) return found;
  return { ...found, basis: ends ? endOf(basis) : basis };
}

/** The same for the other end of a drag; nothing is held against one that the decision tells nothing of but its document. */
function endOf({ target: _, droppedOn, ...page }: Basis): Basis {
  return droppedOn ? { ...page, target: droppedOn } : page;
}

/** The same element once something was done to it: what that made of it is not held against it. */
export function after({ id, frameId }: Spot): Spot {
  return { id, frameId };
}

/** Finds an element for input: in view, uncovered through all frames, and still what it was taken for. */
export async function reach(
  under: Under,
  spot: Spot,
  force = false,
  held: { guard?: boolean; grip?: boolean } = {},
): Promise<Reached> {
  const located = await locate(under, spot, force ? "force" : "reach", held);
  const out = await carried(under, spot, located, force);
  const [left, top, width, height] = located.box;
  return {
    spot,
    x: out.x,
    y: out.y,
    box: [left + out.x - located.x, top + out.y - located.y, width, height],
    healed: located.healed,
  };
}

const LOOKS = 6;
const BETWEEN = 50;

// Documents around scroll in their own time, so a miss is looked at again for a moment.
async function carried(
  { tabId, signal }: Under,
  { frameId }: Spot,
  { x, y }: Located,
  force: boolean,
): Promise<{ x: number; y: number }> {
  if (frameId === 0) return { x, y };
  for (let look = 1; ; look++) {
    const out = await heard(outward({ tabId, frameId, signal }, x, y));
    if (!out) throw new Trouble("ELEMENT_NOT_FOUND", "the frame that holds the element is gone");
    if (out.reached || force) return out;
    if (look === LOOKS) throw refused("covered", "the frame that holds the element is covered or out of view");
    await sleep(BETWEEN, signal);
  }
}

async function locate(
  under: Under,
  spot: Spot,
  find: Order["find"],
  held: Pick<Order, "guard" | "grip">,
): Promise<Located> {
  const answer = await order(under, spot.frameId, { origin: under.origin, aim: aimOf(spot), find, ...held });
  if (!answer?.located)
    throw new Trouble("CONTENT_SCRIPT_DISCONNECTED", "the page went elsewhere while the element was looked for");
  return answer.located;
}

/** Has the bundle act on an element; its id comes first among the arguments unless they are given whole. */
export async function actOn(
  under: Under,
  spot: Spot,
  name: string,
  more: unknown[] = [],
  find: Order["find"] = "none",
  args?: unknown[],
): Promise<Acted> {
  return act(under, spot.frameId, {
    origin: under.origin,
    aim: aimOf(spot),
    find,
    act: { name, args: args ?? [spot.id, ...more] },
  });
}

/** Has the bundle act in a frame, on no element in particular. */
export async function actIn(
  under: Under,
  frameId: number,
  name: string,
  args: unknown[],
  patience = PATIENCE,
  basis: Basis | null = null,
): Promise<Acted> {
  return act(
    under,
    frameId,
    { origin: under.origin, find: "none", act: { name, args }, ...(basis && { basis }) },
    patience,
  );
}

/** Gives keys while the page holds them to an element, or without one to whatever has the keyboard. */
export function heldKeys(under: Under, frameId: number, id: string, give: () => Promise<void>): Promise<void> {
  return watched(under, async () => {
    const { basis, tabId, signal } = under;
    const held =
      basis && (await heard(ask({ tabId, frameId, signal, patience: PATIENCE }, guardKeysHere, [id, basis])));
    if (held && !held.ok) throw refused(held.refusal, held.message);
    await give();
  });
}

/**
 * Gives real input that goes to what was decided on and to nothing else: other frames keep it out
 * meanwhile, and what the page has kept from happening is why it was not done.
 */
export async function watched<T>(under: Under, give: () => Promise<T>): Promise<T> {
  if (!under.basis) return give();
  const { tabId, watch, signal } = under;
  // Our code may not be in it yet.
  watch.meet = (frameId) =>
    ask({ tabId, frameId, signal, patience: PATIENCE }, barHere, [], ["/page.js"]).catch(() => null);
  await inEveryFrame(under, barHere);
  try {
    const given = await give();
    watch.meet = null;
    const why = under.watch.removed || known(under.tabId)?.dialog ? null : await inEveryFrame(under, relieveHere);
    if (why) throw refused("stale", why);
    return given;
  } catch (error) {
    watch.meet = null;
    if (!under.watch.removed) await inEveryFrame(under, relieveHere);
    throw error;
  }
}

/** Runs one of our own functions in each document of a tab; the first word that comes of it. */
async function inEveryFrame<T>({ tabId }: Under, func: () => T | null): Promise<T | null> {
  const frames = await framesIn(tabId).catch(() => []);
  const asked = frames.map(({ frameId }) => call({ tabId, frameId, patience: PATIENCE }, func, []).catch(() => null));
  return (await Promise.all(asked)).find((word) => word !== null) ?? null;
}

async function act(under: Under, frameId: number, what: Order, patience = PATIENCE): Promise<Acted> {
  const answer = await order(under, frameId, what, patience);
  if (!answer) return { healed: false, gone: true };
  const { result, located } = answer;
  if (result && !result.ok) throw refused(result.refusal, result.message);
  return {
    ...(result?.state !== undefined && { state: result.state }),
    healed: Boolean(result?.healed || located?.healed),
    gone: false,
  };
}

/** Null when the document went away, which only an action makes it do. */
async function order(
  under: Under,
  frameId: number,
  what: Order,
  patience = PATIENCE,
): Promise<Extract<Answer, { kind: "done" }> | null> {
  let answer = await told(under, frameId, what, patience);
  if (answer?.kind === "missing") {
    await heard(
      ask(
        { tabId: under.tabId, frameId, signal: under.signal },
        () => (globalThis.__screenAgent && "act" in globalThis.__screenAgent ? true : null),
        [],
      ),
    );
    answer = await told(under, frameId, what, patience);
  }
  switch (answer?.kind) {
    case undefined:
      return null;
    case "missing":
      throw new Trouble("CONTENT_SCRIPT_NOT_READY", "our code does not run in the page yet");
    case "elsewhere":
      throw new Trouble("REFUSED", ELSEWHERE);
    case "refused":
      throw refused(answer.refusal, answer.message);
    case "done":
      return answer;
  }
}

async function told({ tabId, signal }: Under, frameId: number, what: Order, patience: number): Promise<Answer | null> {
  try {
    return (await call({ tabId, frameId, signal, patience }, obey, [what])) as Answer | null;
  } catch (error) {
    // The frame went while our code ran in it: it has acted. One that was not there has not.
    if (
      what.act &&
      error instanceof Moved &&
      /was removed|context (?:was )?(?:destroyed|invalidated)/i.test(error.message)
    )
      return null;
    const held = what.act && error instanceof LookError && error.code === "NO_ANSWER";
    throw held ? new Trouble("CONTENT_SCRIPT_NOT_READY", `it was begun, and since then ${NO_ANSWER}`) : inWords(error);
  }
}

function aimOf({ id, basis }: Spot): Aim {
  return basis ? { id, basis } : { id };
}

/** The frame with the keyboard, from the top down. */
export async function focusedFrame({ tabId, signal }: Under): Promise<number> {
  const frames = await framesIn(tabId);
  const look = (frameId: number): Promise<{ at: number; focused: number }> =>
    heard(call({ tabId, frameId, signal }, focusHere, []));
  for (let frameId = 0; ; ) {
    const { focused } = await look(frameId);
    if (focused < 0) return frameId;
    const children = frames.filter(({ parentFrameId }) => parentFrameId === frameId);
    const places = await Promise.all(children.map((child) => look(child.frameId).catch(() => ({ at: -1 }))));
    const next = children[places.findIndex(({ at }) => at === focused)];
    if (!next) return frameId;
    frameId = next.frameId;
  }
}

/** Runs one of our own functions in the top document, quietly: undefined when it could not. */
export async function quietly<Args extends unknown[], T>(
  { tabId, signal }: Under,
  func: (...args: Args) => T,
  args: Args,
  patience = PATIENCE,
  frameId = 0,
): Promise<Awaited<T> | undefined> {
  try {
    return await call({ tabId, frameId, signal, patience }, func, args);
  } catch (error) {
    if (isStop(error)) throw error;
    return undefined;
  }
}

/** Outlines an element and waits until that is over. What cannot be outlined is not. */
export async function outline({ tabId, signal }: Under, spot: Spot, lasts: number): Promise<void> {
  try {
    await ask({ tabId, frameId: spot.frameId, signal, patience: lasts + 1500 }, outlineHere, [aimOf(spot), lasts]);
  } catch (error) {
    if (isStop(error)) throw error;
  }
}

async function heard<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    throw inWords(error);
  }
}

function inWords(error: unknown): unknown {
  if (error instanceof Moved)
    return new Trouble("CONTENT_SCRIPT_DISCONNECTED", "the page went away while it was worked on");
  if (!(error instanceof LookError)) return error;
  switch (error.code) {
    case "NO_ANSWER":
      return new Trouble("CONTENT_SCRIPT_NOT_READY", NO_ANSWER);
    case "RESTRICTED":
      return new Trouble("CONTENT_SCRIPT_NOT_READY", error.message);
    case "PAGE_FAILED":
      return new Trouble("NETWORK_ERROR", error.message);
    case "TAB_GONE":
      return new Trouble("CONTENT_SCRIPT_DISCONNECTED", "the tab was closed");
  }
}
