/**
 * How far a task may go through a tab's history: back to the page that it began on, and forward to where
 * it came back from. What lies beyond is the person's own.
 */
import { Kept } from "../shared/kept.ts";
import { quietly } from "./page.ts";
import { Trouble } from "./trouble.ts";
import type { Under } from "./under.ts";

interface Trail {
  /** The entry of the history that the task began on; null as long as no page has told its own. */
  began: string | null;
  /** Steps back that could be taken forward again. */
  back: number;
}

// The worker may be suspended between two actions.
const trailIn = (tabId: number): Kept<Trail | null> => new Kept<Trail | null>("session", `trail:${tabId}`, null);

async function trailOf(tabId: number): Promise<Trail> {
  return (await trailIn(tabId).load()) ?? { began: null, back: 0 };
}

/** Remembers where a task began in a tab. */
export async function beginTrail(under: Under): Promise<void> {
  const trail = await trailOf(under.tabId);
  if (trail.began === null) await trailIn(under.tabId).save({ ...trail, began: await entry(under) });
}

/** Takes a step, unless it leads beyond. */
export async function step(under: Under, way: "back" | "forward", take: () => Promise<void>): Promise<void> {
  const trail = await trailOf(under.tabId);
  if (way === "forward" && trail.back === 0) throw new Trouble("failed", "there is no page to go forward to");
  if (way === "back" && (await isBeginning(under, trail)))
    throw new Trouble(
      "REFUSED",
      "the task began on this page; what the person looked at before is none of its business",
    );
  await take();
  await trailIn(under.tabId).save({ ...trail, back: trail.back + (way === "back" ? 1 : -1) });
}

/** The task is over: the next one begins from nothing. */
export function endTrail(tabId: number): Promise<void> {
  return trailIn(tabId).save(null);
}

// What cannot be told may be the beginning.
async function isBeginning(under: Under, { began }: Trail): Promise<boolean> {
  const here = await entry(under);
  return began === null || here === null || here === began;
}

async function entry(under: Under): Promise<string | null> {
  const read = (): string | null =>
    (globalThis as { navigation?: { currentEntry?: { key?: string } } }).navigation?.currentEntry?.key ?? null;
  return (await quietly(under, read, [])) ?? null;
}
