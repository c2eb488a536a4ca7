/** Reads tabs, as `Reader` says. */

import { type Filling, joinCaptures } from "@screen-agent/page/stitch";
import { originOf } from "../shared/origin.ts";
import type { Reader, Selected, TabText, Vouch } from "../shared/reading.ts";
import { LookError, Moved } from "./error.ts";
import { type FrameInfo, frameNumber, frameOf, framesIn, placed } from "./frames.ts";
import { ask, call, READING } from "./inject.ts";
import {
  type FrameRead,
  highlightHere,
  linksHere,
  markHere,
  readHere,
  unhighlightHere,
  vouchHere,
} from "./inreading.ts";
import { present, settle } from "./settle.ts";

/** A page that keeps going elsewhere is read this often. */
const TRIES = 4;
/** Frames that are read at most, and frames within frames. */
const MOST = 20;
const DEEPEST = 3;
/** Writing a huge document takes its time; a frame that takes longer is left out. */
const PATIENCE = 10_000;
const FRAME_PATIENCE = 2_000;

/** Frames in which something is outlined, by tab. */
type Outlined = Map<number, number[]>;

/** Reads all tabs. It remembers in which frame something is outlined, and nothing more. */
export function reader(): Reader {
  const outlined: Outlined = new Map();
  // What was asked for last stands, however long what was asked for before takes.
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const now = before.then(work);
    before = now.catch(() => undefined);
    return now;
  };
  return {
    read,
    rest: settle,
    vouch,
    links,
    highlight: (tabId, handle, words) => inTurn(() => highlight(outlined, tabId, handle, words)),
    mark: (tabId, ids, choosable) => inTurn(() => mark(outlined, tabId, ids, choosable)),
    unhighlight: (tabId) => inTurn(() => clear(tabId, outlined)),
  };
}

async function highlight(outlined: Outlined, tabId: number, handle: string, words: string): Promise<boolean> {
  if (outlined.has(tabId)) await clear(tabId, outlined);
  const found = await frameOf(tabId, handle).catch(() => null);
  if (!found) return false;
  outlined.set(tabId, [found.frameId]);
  return call({ tabId, frameId: found.frameId }, highlightHere, [found.id, words]).catch(() => false);
}

async function mark(outlined: Outlined, tabId: number, ids: string[], choosable: boolean): Promise<number> {
  if (outlined.has(tabId)) await clear(tabId, outlined);
  const places = new Map<number, [id: string, label: string, handle: string][]>();
  for (const [at, each] of ids.entries()) {
    const found = await frameOf(tabId, each).catch(() => null);
    const label = ids.length > 1 ? `${at + 1}` : "";
    if (found) places.set(found.frameId, [...(places.get(found.frameId) ?? []), [found.id, label, each]]);
  }
  outlined.set(tabId, [...places.keys()]);
  const marked = [...places].map(([frameId, each]) =>
    ask({ tabId, frameId }, markHere, [each, choosable], READING).catch(() => 0),
  );
  return (await Promise.all(marked)).reduce((sum, count) => sum + count, 0);
}

/** Where something is outlined may have been forgotten with a suspension: then no frame is left out. */
async function clear(tabId: number, outlined: Outlined): Promise<void> {
  const known = outlined.get(tabId);
  outlined.delete(tabId);
  const frames = known ?? (await framesIn(tabId).catch(() => [])).map(({ frameId }) => frameId);
  await Promise.all(frames.map((frameId) => call({ tabId, frameId }, unhighlightHere, []).catch(() => undefined)));
}

async function read(tabId: number, signal: AbortSignal): Promise<TabText> {
  await present(tabId);
  for (let tries = 1; ; tries++) {
    try {
      await settle(tabId, signal);
      return await readOnce(tabId, signal);
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
      if (tries >= TRIES) throw new LookError("NO_ANSWER");
    }
  }
}

async function readOnce(tabId: number, signal: AbortSignal): Promise<TabText> {
  const top = await ask({ tabId, frameId: 0, signal, patience: PATIENCE }, readHere, [""], READING);
  if (top.viewer) throw new LookError("RESTRICTED");
  const { url, title, origin } = top.capture;
  const frames = top.owned.length > 0 ? await framesIn(tabId) : [];
  const inside = { tabId, signal, frames, origin, left: MOST };
  const { html, cut } = joinCaptures(top.capture, await fillings(inside, 0, top, 1));
  return { url, title, html, origin, cut };
}

interface Inside {
  tabId: number;
  signal: AbortSignal;
  frames: readonly FrameInfo[];
  /** Of the page: frames of other sites are not read. */
  origin: string;
  left: number;
}

/** The documents of a document's frames, by the hole that each belongs in. */
async function fillings(
  inside: Inside,
  frameId: number,
  around: FrameRead,
  depth: number,
): Promise<Map<number, Filling>> {
  const { tabId, signal, frames, origin } = inside;
  if (around.owned.length === 0 || depth > DEEPEST) return new Map();
  const near = frames
    .filter((frame) => frame.parentFrameId === frameId && mayBelong(frame.url, origin))
    .slice(0, inside.left);
  inside.left -= near.length;
  const children = await placed(near, around.owned, (frame) => {
    const at = { tabId, frameId: frame.frameId, signal, patience: FRAME_PATIENCE };
    return ask(at, readHere, [`f${frameNumber(frame.frameId)}_`], READING);
  });
  signal.throwIfAborted();
  const filled = new Map<number, Filling>();
  for (const { frame, look, index } of children)
    filled.set(index, { capture: look.capture, fillings: await fillings(inside, frame.frameId, look, depth + 1) });
  return filled;
}

/** Of the page's own site, or of no address, as what a page writes into a frame itself. */
function mayBelong(url: string, origin: string): boolean {
  return originOf(url) === origin || url === "" || url.startsWith("about:");
}

async function vouch(tabId: number, handle: string, signal: AbortSignal): Promise<Vouch> {
  const found = await frameOf(tabId, handle);
  if (!found) return { ok: false, refusal: "stale" };
  return call({ tabId, frameId: found.frameId, signal }, vouchHere, [found.id]);
}

/** Of the first document in which something is selected, the page's own first. */
async function links(tabId: number, limit: number, signal: AbortSignal): Promise<Selected> {
  const others = (await framesIn(tabId)).map(({ frameId }) => frameId).filter((frameId) => frameId !== 0);
  for (const frameId of [0, ...others].slice(0, MOST)) {
    const at = { tabId, frameId, signal, patience: FRAME_PATIENCE };
    const found = await ask(at, linksHere, [limit], READING).catch((error: unknown) => {
      if (frameId === 0) throw error;
      return null;
    });
    if (found && found.totalFound > 0) return found;
  }
  return { urls: [], totalFound: 0 };
}
