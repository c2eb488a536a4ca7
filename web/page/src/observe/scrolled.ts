/** How far something is scrolled. */
import { doc } from "../dom/doc.ts";

export interface Scrolled {
  /** Share of the hidden part that has been passed. */
  depth: string;
  hasMore: boolean;
}

/** Less than this left below is not worth a scroll. */
const LEFT = 20;

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
  const page = doc.scrollingElement ?? doc.documentElement;
  const whole = page.scrollHeight - page.clientHeight;
  return percent(page.scrollTop, whole);
}

function percent(passed: number, whole: number): string {
  if (whole - passed <= 1) return "100%";
  return `${Math.min(99, Math.max(0, Math.round((100 * passed) / whole)))}%`;
}
