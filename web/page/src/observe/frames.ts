import type { FrameSlot } from "../contract.ts";
import { quad, rectOf } from "../dom/box.ts";
import { doc } from "../dom/doc.ts";
import { attribute } from "../dom/read.ts";
import { everywhere, hasShadow } from "../dom/tree.ts";
import { cleanUrl } from "./facts.ts";

const FRAMES = "iframe,frame";

/** Every frame element of this document in tree order, open shadow roots included. */
export function frameElements(): Element[] {
  const light = doc.querySelectorAll(FRAMES);
  return hasShadow() ? [...everywhere(document, FRAMES)] : [...light];
}

/** Where the frames stand. */
export function frameSlots(): FrameSlot[] {
  return frameElements().map((el, index) => ({ index, box: quad(rectOf(el)), src: sourceOf(el) }));
}

/** The address a frame was given; `srcdoc` and empty frames have none. */
export function sourceOf(el: Element): string {
  return cleanUrl(attribute(el, "src") ?? "") ?? "about:blank";
}
