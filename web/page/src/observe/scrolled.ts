/** How far something is scrolled. */

import { max, min, viewport } from "../dom/box.ts";
import { doc } from "../dom/doc.ts";
import { styleOf } from "../dom/read.ts";
import type { Scroller } from "./walk.ts";

export interface Scrolled {
  /** Share of the hidden part that has been passed. */
  depth: string;
  hasMore: boolean;
}

/** Less than this left below is not worth a scroll. */
const LEFT = 20;

/** Less than this hidden is no range to speak of. */
const RANGE = 50;

/** Whether an element hides enough of its content, along a way that it can be scrolled. */
export function hasRange(el: Element, isAlong: (overflow: string) => boolean, style: CSSStyleDeclaration): boolean {
  return (
    (isAlong(style.overflowY) && el.scrollHeight - el.clientHeight > RANGE) ||
    (isAlong(style.overflowX) && el.scrollWidth - el.clientWidth > RANGE)
  );
}

/** A frame's own document where it can be scrolled: to the page around, it is one more region. */
export function framedScroller(): Scroller | null {
  if (window.top === window) return null;
  const el = pageScroller();
  const canScroll = hasRange(el, (overflow) => !/hidden|clip/.test(overflow), viewportStyle());
  return canScroll ? { el, box: viewport(), name: doc.title } : null;
}

// The viewport takes the body's overflow where the root says nothing of its own.
function viewportStyle(): CSSStyleDeclaration {
  const style = styleOf(doc.documentElement);
  return doc.body && style.overflowY === "visible" && style.overflowX === "visible" ? styleOf(doc.body) : style;
}

function pageScroller(): Element {
  return doc.scrollingElement ?? doc.documentElement;
}

/** How far a container is scrolled, along the way it is longer. */
export function scrolledState(el: Element): Scrolled {
  const down = el.scrollHeight - el.clientHeight;
  const across = el.scrollWidth - el.clientWidth;
  return down >= across ? state(el.scrollTop, down) : state(Math.abs(el.scrollLeft), across);
}

function state(passed: number, whole: number): Scrolled {
  return { depth: percent(passed, whole), hasMore: whole - passed > LEFT };
}

/** How far the page is scrolled; all of it when nothing is left below. */
export function scrollPosition(): string {
  const page = pageScroller();
  const whole = page.scrollHeight - page.clientHeight;
  return percent(page.scrollTop, whole);
}

function percent(passed: number, whole: number): string {
  if (whole - passed <= 1) return "100%";
  return `${min(99, max(0, Math.round((100 * passed) / whole)))}%`;
}
