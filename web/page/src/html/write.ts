/** Writing HTML of our own. */

/** Longest capture, in bytes as UTF-8. */
export const MOST = 2_000_000;

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text that stands for itself, between tags and in attributes. */
export function escaped(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? "") : text;
}

/** Bytes as UTF-8, never fewer than there are; exact where a text is plain. */
function roomOf(text: string): number {
  return /[^\x00-\x7f]/.test(text) ? text.length * 3 : text.length;
}

/** Bytes as UTF-8. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Writes as much as there is room for. */
export class Writer {
  /** There is more than there is room for. */
  cut = false;
  private readonly parts: string[] = [];

  constructor(private left: number) {}

  html(): string {
    return this.parts.join("");
  }

  /** Writes what must have room; the first that has none ends it all. */
  write(part: string): void {
    if (this.fits(part)) this.parts.push(part);
  }

  /** Begins a tag, which is closed later on in any case, and says where more can be added to it. */
  open(tag: string): number {
    this.fits(tag);
    return this.parts.push(tag, "", ">") - 2;
  }

  /** Adds to a tag that was begun. */
  add(at: number, more: string): void {
    this.parts[at] += more;
    this.left -= roomOf(more);
  }

  close(name: string): void {
    this.left -= name.length + 4;
    this.parts.push(`</${name}>`);
  }

  private fits(part: string): boolean {
    this.left -= roomOf(part) + 1;
    if (this.left >= 0) return true;
    if (!this.cut) this.parts.push("<hr data-cut>");
    this.cut = true;
    return false;
  }
}
