/** Drawing pictures in the worker, which has no document. */
import type { Picture } from "../shared/look.ts";
import { type Box, base64, fitted, luminanceHash } from "./shot.ts";

/** Quality, and what it falls to when a picture would be more than the server takes. */
const QUALITIES = [0.7, 0.5, 0.3];
const MOST_CHARS = 2_000_000;

/** A part of a bitmap and where it goes in the picture, all in the bitmap's pixels. */
export interface Piece {
  bitmap: ImageBitmap;
  from: Box;
  to: [number, number];
}

/** A picture from its data URL. It is read here, for a worker's policy may let it fetch no such address. */
export function bitmapOf(url: string): Promise<ImageBitmap> {
  const comma = url.indexOf(",");
  const bytes = Uint8Array.from(atob(url.slice(comma + 1)), (char) => char.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type: /^data:([\w/+-]+)/.exec(url)?.[1] ?? "image/png" }));
}

/** Draws the pieces as one picture of that size, small enough to send. */
export async function encoded(pieces: readonly Piece[], width: number, height: number): Promise<Picture> {
  const fit = fitted(width, height);
  const canvas = new OffscreenCanvas(fit.width, fit.height);
  const pen = penOf(canvas);
  for (const { bitmap, from, to } of pieces) {
    pen.drawImage(bitmap, ...from, to[0] * fit.scale, to[1] * fit.scale, from[2] * fit.scale, from[3] * fit.scale);
  }
  return { data: await jpegOf(canvas), hash: hashOf(canvas) };
}

async function jpegOf(canvas: OffscreenCanvas): Promise<string> {
  let data = "";
  for (const quality of QUALITIES) {
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality });
    data = base64(new Uint8Array(await blob.arrayBuffer()));
    if (data.length <= MOST_CHARS) break;
  }
  return data;
}

function hashOf(canvas: OffscreenCanvas): string {
  const small = new OffscreenCanvas(8, 8);
  const pen = penOf(small);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(canvas, 0, 0, 8, 8);
  return luminanceHash(pen.getImageData(0, 0, 8, 8).data);
}

function penOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("the browser gives no canvas");
  pen.imageSmoothingEnabled = true;
  return pen;
}
