/**
 * Which frame is which. The browser numbers frames; pages only know frame elements. Nothing that a page
 * could forge ties the two together: a frame finds its own window among those of its parent, and the
 * parent finds the same place for its frame element.
 */
import { browser } from "wxt/browser";
import { withoutPlace } from "../shared/origin.ts";
import { ask, type InFrame } from "./inject.ts";
import { carryOut, type FrameLook, lookHere, type Owned } from "./probe.ts";

/** Larger numbers do not go over the wire; Firefox has them. */
const LARGEST = 0x7fff_ffff;

/** The number of a frame in element ids and captures: its own one, or a digest of it when that is too large. */
export function frameNumber(frameId: number): number {
  if (frameId <= LARGEST) return frameId;
  const high = Math.floor(frameId / 0x1_0000_0000);
  return LARGEST + 1 + ((Math.imul(high, 0x9e37_79b1) ^ frameId) >>> 1);
}

/** The parts of an element id: the frame's number, and the id within that frame. */
export function partsOf(elementId: string): { frame: number; id: string } {
  const parts = /^f(\d+)_(.+)$/.exec(elementId);
  return parts ? { frame: Number(parts[1]), id: parts[2] ?? "" } : { frame: 0, id: elementId };
}

/** The frame that an element is in, by the browser's number, and its id there. Null when the frame is gone. */
export async function frameOf(tabId: number, elementId: string): Promise<{ frameId: number; id: string } | null> {
  const { frame, id } = partsOf(elementId);
  if (frame === 0) return { frameId: 0, id };
  const found = (await framesIn(tabId)).filter(({ frameId }) => frameNumber(frameId) === frame);
  // Two frames of one number: better none than the wrong one.
  return found.length === 1 && found[0] ? { frameId: found[0].frameId, id } : null;
}

/** A frame as the browser tells of it. */
export interface FrameInfo {
  frameId: number;
  parentFrameId: number;
  url: string;
}

/** All frames of a tab that show a document. */
export async function framesIn(tabId: number): Promise<FrameInfo[]> {
  const all = (await browser.webNavigation.getAllFrames({ tabId })) ?? [];
  return all.filter(
    (frame) =>
      !frame.errorOccurred &&
      (!("documentLifecycle" in frame) ||
        frame.documentLifecycle === undefined ||
        frame.documentLifecycle === "active"),
  );
}

/** A child frame that is to be matched with a frame element. */
export interface Child extends Pick<FrameLook, "at" | "size"> {
  frameId: number;
  url: string;
}

/**
 * The index of each child's frame element. By the browser's number where it tells; by the place among
 * windows; and for frames in shadow trees, which have no such place, by address and size, provided that
 * only one element and one frame fit each other. Who cannot be told is left out, never guessed.
 */
export function pairUp(children: readonly Child[], owned: readonly Owned[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  const rest: Child[] = [];
  for (const child of children) {
    const index = owned.findIndex(({ frameId, at }) =>
      frameId !== null ? frameId === child.frameId : child.at >= 0 && at === child.at,
    );
    if (index < 0) rest.push(child);
    else {
      pairs.set(child.frameId, index);
      taken.add(index);
    }
  }
  const orphans = rest.filter(({ at }) => at < 0);
  const free = owned
    .map((each, index) => ({ ...each, index }))
    .filter(({ at, frameId, index }) => at < 0 && frameId === null && !taken.has(index));
  for (const fits of [sameAddress, sameSize, () => true] as const) pairAlone(orphans, free, fits, pairs);
  return pairs;
}

/** Looks into frames of one document, and tells in which of its frame elements each is; those that cannot be told are left out. */
export async function placed<T extends Pick<FrameLook, "at" | "size">>(
  frames: readonly FrameInfo[],
  owned: readonly Owned[],
  lookInto: (frame: FrameInfo) => Promise<T>,
): Promise<{ frame: FrameInfo; look: T; index: number }[]> {
  const looks = await Promise.all(frames.map((frame) => lookInto(frame).catch(() => null)));
  const found = frames.flatMap((frame, at) => {
    const look = looks[at];
    return look ? [{ frame, look }] : [];
  });
  const children = found.map(({ frame: { frameId, url }, look: { at, size } }): Child => ({ frameId, url, at, size }));
  const pairs = pairUp(children, owned);
  return found.flatMap(({ frame, look }) => {
    const index = pairs.get(frame.frameId);
    return index === undefined ? [] : [{ frame, look, index }];
  });
}

type Free = Owned & { index: number };
type Fits = (child: Child, owner: Free) => boolean;

const sameSize: Fits = (child, owner) =>
  Math.abs(child.size[0] - owner.size[0]) <= 1 && Math.abs(child.size[1] - owner.size[1]) <= 1;
const sameAddress: Fits = (child, owner) =>
  withoutPlace(child.url) === withoutPlace(owner.src) && sameSize(child, owner);

// Pairs those that fit only each other, and takes them out.
function pairAlone(orphans: Child[], free: Free[], fits: Fits, pairs: Map<number, number>): void {
  const alone = orphans.flatMap((child) => {
    const owners = free.filter((owner) => fits(child, owner));
    const owner = owners[0];
    return owner && owners.length === 1 && orphans.filter((other) => fits(other, owner)).length === 1
      ? [{ child, owner }]
      : [];
  });
  for (const { child, owner } of alone) {
    pairs.set(child.frameId, owner.index);
    orphans.splice(orphans.indexOf(child), 1);
    free.splice(free.indexOf(owner), 1);
  }
}

/** A point of a frame carried out into the top viewport. */
export interface Outside {
  x: number;
  y: number;
  /** Whether a press there reaches the frame, through all frames around it. */
  reached: boolean;
}

/** Carries a point of a frame out to the top. Null when the frame, or its place, cannot be found. */
export async function outward(at: InFrame, x: number, y: number): Promise<Outside | null> {
  const point: Outside = { x, y, reached: true };
  const frames = at.frameId === 0 ? [] : await framesIn(at.tabId);
  for (let frameId = at.frameId; frameId !== 0; ) {
    const frame = frames.find((each) => each.frameId === frameId);
    if (!frame) return null;
    const around: InFrame = { ...at, frameId: frame.parentFrameId };
    const index = await indexOf(frame, frames, around);
    const out = index === null ? null : await ask(around, carryOut, [index, point.x, point.y]);
    if (!out || "gone" in out) return null;
    Object.assign(point, { x: out.x, y: out.y, reached: point.reached && out.reached });
    frameId = frame.parentFrameId;
  }
  return point;
}

async function indexOf(frame: FrameInfo, frames: readonly FrameInfo[], around: InFrame): Promise<number | null> {
  const { owned } = await ask(around, lookHere, [{ observe: false }]);
  const known = owned.findIndex(({ frameId }) => frameId === frame.frameId);
  if (known >= 0) return known;
  const siblings = frames.filter(({ parentFrameId }) => parentFrameId === frame.parentFrameId);
  const found = await placed(siblings, owned, ({ frameId }) =>
    ask({ ...around, frameId }, lookHere, [{ observe: false }]),
  );
  return found.find((one) => one.frame.frameId === frame.frameId)?.index ?? null;
}
