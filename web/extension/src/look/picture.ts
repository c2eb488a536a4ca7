/** Pictures of a tab, small enough to send. */
import * as cdp from "../hands/cdp.ts";
import type { Picture, PictureOptions } from "../shared/look.ts";
import { bitmapOf, encoded } from "./canvas.ts";
import { LookError, Moved } from "./error.ts";
import { frameOf, outward } from "./frames.ts";
import { ask, call } from "./inject.ts";
import { elementBox } from "./probe.ts";
import { type Box, clipTo, TALLEST } from "./shot.ts";
import { stitched } from "./stitch.ts";
import { shotOf } from "./visible.ts";

/** Null when the tab cannot be pictured as it stands. */
export function picture(tabId: number, options: PictureOptions = {}): Promise<Picture | null> {
  return take(tabId, options).catch((error: unknown) => {
    throw error instanceof Moved ? new LookError("NO_ANSWER") : error;
  });
}

async function take(tabId: number, { full, elementId }: PictureOptions): Promise<Picture | null> {
  const box = elementId === undefined ? null : await boxOf(tabId, elementId);
  if (elementId !== undefined && !box) return null;
  if (cdp.attached(tabId)) return byDebugger(tabId, box, full ?? false);
  if (full && !box) return stitched(tabId);
  const bitmap = await shotOf(tabId);
  if (!bitmap) return null;
  try {
    const scale = bitmap.width / (await call({ tabId, frameId: 0 }, () => innerWidth, []));
    const whole: Box = [0, 0, bitmap.width, bitmap.height];
    const part = box ? clipTo([box[0] * scale, box[1] * scale, box[2] * scale, box[3] * scale], whole) : whole;
    return part ? await encoded([{ bitmap, from: part, to: [0, 0] }], part[2], part[3]) : null;
  } finally {
    bitmap.close();
  }
}

/** The box of an element in the top viewport, brought into view first. */
async function boxOf(tabId: number, elementId: string): Promise<Box | null> {
  const own = await frameOf(tabId, elementId);
  if (!own) return null;
  const at = { tabId, frameId: own.frameId };
  const { box } = await ask(at, elementBox, [own.id]);
  const corner = box && (await outward(at, 0, 0));
  return box && corner && [box[0] + corner.x, box[1] + corner.y, box[2], box[3]];
}

interface Metrics {
  cssLayoutViewport: { pageX: number; pageY: number; clientWidth: number; clientHeight: number };
  cssContentSize: { width: number; height: number };
}

// The debugger pictures tabs that are not in front, and what is out of view.
async function byDebugger(tabId: number, box: Box | null, full: boolean): Promise<Picture | null> {
  const { cssLayoutViewport: view, cssContentSize: content } = (await cdp.send(
    tabId,
    "Page.getLayoutMetrics",
  )) as unknown as Metrics;
  const whole: Box = [0, 0, content.width, Math.min(content.height, TALLEST)];
  const shown: Box = [view.pageX, view.pageY, view.clientWidth, view.clientHeight];
  const part = box
    ? clipTo([box[0] + view.pageX, box[1] + view.pageY, box[2], box[3]], [0, 0, content.width, content.height])
    : full
      ? whole
      : shown;
  if (!part) return null;
  const [x, y, width, height] = part;
  const params = {
    format: "png",
    captureBeyondViewport: full || box !== null,
    optimizeForSpeed: true,
    clip: { x, y, width, height, scale: 1 },
  };
  const { data } = await cdp.send(tabId, "Page.captureScreenshot", params);
  if (typeof data !== "string") return null;
  const bitmap = await bitmapOf(`data:image/png;base64,${data}`);
  try {
    const { width, height } = bitmap;
    return await encoded([{ bitmap, from: [0, 0, width, height], to: [0, 0] }], width, height);
  } finally {
    bitmap.close();
  }
}
