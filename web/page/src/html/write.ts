/** Writing HTML of our own. */

/** Longest capture, in bytes as UTF-8. */
export const MOST = 2_000_000;

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text that stands for itself, between tags and in attributes. */
export function escaped(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? "") : text;
}

/** Bytes as UTF-8, never fewer than there are; exact where a text is plain. */
export function roomOf(text: string): number {
  return /[^\x00-\x7f]/.test(text) ? text.length * 3 : text.length;
}

/** Bytes as UTF-8. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
