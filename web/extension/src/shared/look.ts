/** What looking at a tab gives. */
import type { PageCapture } from "@screen-agent/api";

/** A look at a tab, ready to be sent. */
export interface Look {
  /** All frames joined into one; ids outside the top frame are `f{frameId}_{id}`. */
  capture: PageCapture;
  /** Equal for looks that show the same. */
  hash: string;
  /** Said when a huge page was cut down to what the words are about. */
  filtered?: { reason: string; originalNodes: number; reduction: number };
  /** Milliseconds that it took. */
  ms: number;
}

export interface LookOptions {
  /** The person's words; what is kept of a huge page is what they are about. */
  about: string;
  /** Wait until the page has come to rest first. */
  settle: boolean;
}

/** A picture, small enough to send. */
export interface Picture {
  /** JPEG, base64, at most 1024 px wide, quality 0.7. */
  data: string;
  /** 64 bits, hexadecimal: mean luminance on 8 by 8. */
  hash: string;
}

export interface PictureOptions {
  /** The whole page and not only what is in view. */
  full?: boolean;
  /** Only this element. */
  elementId?: string;
}

/** Sees tabs. */
export interface Eyes {
  look(tabId: number, options: LookOptions, signal: AbortSignal): Promise<Look>;
  /** The page's controls as HTML; only ever called when the server asked for it. */
  skeleton(tabId: number): Promise<string>;
  /** The page's HTML without secrets; only ever called when the server asked for it. */
  fullDom(tabId: number): Promise<string>;
  /** Null when the tab cannot be pictured: another is in front of it, and no debugger is on it. */
  picture(tabId: number, options?: PictureOptions): Promise<Picture | null>;
}
