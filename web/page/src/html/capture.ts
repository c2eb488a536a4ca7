/**
 * What a person could read in this document, in view or not, as HTML: words, structure, links, pictures by
 * what stands for them, controls without what was written into them; of a list what it
 * offers and which is chosen. Nothing is copied as it is: every tag and attribute
 * is written again from an allowlist, and ids come from our own memory alone.
 */
import { tidy } from "../highlight/held.ts";
import { doc } from "../lending.ts";
import { head } from "./head.ts";
import { withoutSecrets } from "./secrets.ts";
import { Walk } from "./walk.ts";
import { MOST } from "./write.ts";

/** A frame element in a capture: its document belongs there. */
export interface Hole {
  /** Number of the element that stands in its place. */
  index: number;
  /** The document's place among the windows of this one; -1 for frames in shadow trees. */
  at: number;
  src: string;
  size: [number, number];
}

export interface Captured {
  url: string;
  title: string;
  html: string;
  /** There is more than fits. */
  cut: boolean;
  /** Origin of this document; "null" where it has none of its own. */
  origin: string;
  holes: Hole[];
}

export interface CaptureOptions {
  /** What ids begin with: `f7_` in a frame whose number is 7. */
  prefix?: string;
  /** Most bytes, when fewer than usual. */
  limit?: number;
}

let frames: readonly HTMLIFrameElement[] = [];

/** Captures this document. Frames are holes in it, which `joinCaptures` fills. */
export function capture({ prefix = "", limit = MOST }: CaptureOptions = {}): Captured {
  const begin = head();
  const walk = new Walk(prefix, Math.min(limit, MOST) - begin.length * 3);
  // A document that is written in as a whole holds a draft.
  if (doc.body && document.designMode !== "on") walk.element(doc.body);
  frames = walk.frames;
  tidy();
  return {
    url: withoutSecrets(doc.URL),
    title: doc.title.slice(0, 500),
    html: `${begin}${walk.out.html()}</html>`,
    cut: walk.out.cut,
    origin: self.origin,
    holes: frames.map(holeOf),
  };
}

/** The frame element of a hole in the last capture, for a client that must find its document. */
export function holeElement(index: number): Element | null {
  return frames[index] ?? null;
}

function holeOf(frame: HTMLIFrameElement, index: number): Hole {
  const src = frame.hasAttribute("srcdoc") ? "about:srcdoc" : frame.src || "about:blank";
  return { index, at: placeOf(frame.contentWindow), src, size: [frame.clientWidth, frame.clientHeight] };
}

function placeOf(inner: Window | null): number {
  for (let place = 0; inner && place < window.length; place++) if (window[place] === inner) return place;
  return -1;
}
