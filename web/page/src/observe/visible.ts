import { area, type Box, meet, rectOf, touches, within } from "../dom/box.ts";
import { doc } from "../dom/doc.ts";
import { isSeen, styleOf } from "../dom/read.ts";

/** Share of a control that must show for it to be listed; what the fold cuts off is a control all the same. */
const LISTED = 0.3;
/** Letters lower than this are specks. */
const SPECK = 3;
/** Slimmer remains of a line cannot be read. */
const READABLE = 2;

/** Whether enough of a box shows, or so much that it fills the view. */
export function isInView(box: Box, clip: Box, view: Box): boolean {
  const whole = area(box);
  if (whole <= 0) return false;
  const shown = area(meet(box, clip));
  return shown / whole >= LISTED || shown >= area(view) / 2;
}

const range = doc.createRange();

/** Words of a text node that show, and their box; null when none do. */
export function visibleText(node: Text, clip: Box): { text: string; box: Box } | null {
  range.selectNodeContents(node);
  const box = rectOf(range);
  if (box.width < 1 || box.height < SPECK || !touches(box, clip)) return null;
  if (within(box, clip)) return { text: node.data, box };
  const shown = meet(box, clip);
  if (shown.right - shown.left < READABLE || shown.bottom - shown.top < READABLE) return null;
  const text = shownPart(node, clip, box);
  return text ? { text, box: shown } : null;
}

// Text runs line by line, so what shows is one stretch between two offsets.
function shownPart(node: Text, clip: Box, box: Box): string {
  if (box.top >= clip.top - READABLE && box.bottom <= clip.bottom + READABLE) return acrossPart(node, clip);
  const from = firstOffset(node, (rect) => rect.bottom > clip.top + READABLE);
  const to = firstOffset(node, (rect) => rect.top >= clip.bottom - READABLE);
  return wholeWords(node.data, from, to);
}

// A single line that runs out of its box; a shortened label is more use whole.
function acrossPart(node: Text, clip: Box): string {
  const rects = range.getClientRects();
  if (rects.length !== 1 || node.data.length <= 120) return node.data;
  const from = firstOffset(node, (rect) => rect.right > clip.left);
  const to = firstOffset(node, (rect) => rect.left >= clip.right);
  return wholeWords(node.data, from, to);
}

function firstOffset(node: Text, passes: (rect: Box) => boolean): number {
  let low = 0;
  let high = node.data.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const rect = rectAt(node, middle, high);
    if (!rect || passes(rect)) high = middle;
    else low = middle + 1;
  }
  return low;
}

// Collapsed white space has no box; the next drawn character speaks for it.
function rectAt(node: Text, from: number, to: number): Box | null {
  for (let at = from; at < to && at < from + 64; at++) {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const rect = rectOf(range);
    if (rect.height > 0) return rect;
  }
  return null;
}

/** Longer runs without a space are no words. */
const WORD = 40;

function wholeWords(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start > 0 && from - start < WORD && start < text.length && /\S/.test(text.charAt(start - 1))) start--;
  while (end > 0 && end - to < WORD && end < text.length && /\S/.test(text.charAt(end))) end++;
  return text.slice(start, end);
}

/** Whether a person can see it: drawn, not transparent, more than a speck, not clipped away. */
export function isShown(el: Element): boolean {
  if (!isSeen(el)) return false;
  const box = rectOf(el);
  if (box.width < 3 || box.height < 3) return false;
  return !isClippedAway(styleOf(el));
}

/** The ways in which text is kept for screen readers only. */
export function isClippedAway(style: CSSStyleDeclaration): boolean {
  if (style.position === "absolute" || style.position === "fixed") {
    const clip = style.clip;
    if (clip !== "auto" && /^rect\((\d)px,? (\1)px,? \1px,? \1px\)$/.test(clip)) return true;
  }
  return style.clipPath !== "none" && /^(?:inset\((?:50|100)%|circle\(0)/.test(style.clipPath);
}
