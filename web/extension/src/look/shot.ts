/** Arithmetic of pictures. */

/** x, y, width, height. */
export type Box = [number, number, number, number];

/** Widest picture, as models read them. */
export const WIDEST = 1024;

/** Tallest picture of a whole page; taller ones take the browser down. */
export const TALLEST = 12_000;

/** The part of a box that lies within another, in whole pixels; null when nothing does. */
export function clipTo(box: Box, whole: Box): Box | null {
  const left = Math.max(Math.floor(box[0]), whole[0]);
  const top = Math.max(Math.floor(box[1]), whole[1]);
  const width = Math.min(Math.ceil(box[0] + box[2]), whole[0] + whole[2]) - left;
  const height = Math.min(Math.ceil(box[1] + box[3]), whole[1] + whole[3]) - top;
  return width > 0 && height > 0 ? [left, top, width, height] : null;
}

/** The size to draw at: never enlarged, at most `WIDEST` wide. */
export function fitted(width: number, height: number): { width: number; height: number; scale: number } {
  const scale = Math.min(1, WIDEST / width);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)), scale };
}

/** 64 bits, hexadecimal: which of 8 by 8 RGBA pixels are brighter than their mean. */
export function luminanceHash(pixels: ArrayLike<number>): string {
  const light = Array.from(
    { length: 64 },
    (_, at) => 0.299 * (pixels[4 * at] ?? 0) + 0.587 * (pixels[4 * at + 1] ?? 0) + 0.114 * (pixels[4 * at + 2] ?? 0),
  );
  const mean = light.reduce((sum, each) => sum + each, 0) / 64;
  let hash = "";
  for (let at = 0; at < 64; at += 4) {
    const digit = light.slice(at, at + 4).reduce((bits, each) => bits * 2 + (each > mean ? 1 : 0), 0);
    hash += digit.toString(16);
  }
  return hash;
}

/** Where to scroll to, screen by screen, to see the whole height; the last screen ends at the end. */
export function stops(height: number, screen: number, most: number): number[] {
  const found: number[] = [];
  for (let y = 0; found.length < most && y < height; y += screen) found.push(Math.max(0, Math.min(y, height - screen)));
  return found;
}

/** Bytes as base64, in strides that the call stack takes. */
export function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
