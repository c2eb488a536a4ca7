import type { ActionResult } from "../contract.ts";
import { doc, flatParent } from "../lending.ts";
import { type Action, asNumber, asText, done, refuse, target } from "./kit.ts";

/** Share of the height that one page moves, so that a line or two stays in sight. */
const PAGE = 0.9;

/** scroll(down?, pages?, id?): the page, or the container that an element stands in. */
export const scroll: Action = ([down, pages, id]) => {
  const way = down === false || down === "up" ? "up" : "down";
  const count = asNumber(pages) ?? 1;
  if (count <= 0 || count > 100) return refuse("invalid_argument", "between 0 and 100 pages");
  if (id === undefined || id === null) return move(mainScroller(), way, count);
  const found = target([id]);
  if (!found.ok) return found;
  const el = scrollerOf(found.el);
  return move(el, isFlat(el) ? ASIDE[way] : way, count);
};

/** What is only wider than it shows goes on to the side. */
function isFlat(el: Element): boolean {
  return el.scrollHeight <= el.clientHeight + 1 && el.scrollWidth > el.clientWidth + 1;
}

const ASIDE = { up: "left", down: "right" } as const;

/** scrollContainer(id, direction?): up, down, left, right, top or bottom. */
export const scrollContainer: Action = ([id, direction]) => {
  const found = target([id]);
  if (!found.ok) return found;
  const wanted = asText(direction) ?? "down";
  const way = WAYS.find((each) => each === wanted);
  return way ? move(scrollerOf(found.el), way, 1) : refuse("invalid_argument", `no direction "${wanted.slice(0, 20)}"`);
};

const WAYS = ["up", "down", "left", "right", "top", "bottom"] as const;
type Way = (typeof WAYS)[number];

function move(el: Element, way: Way, pages: number): ActionResult {
  const { scrollTop, scrollLeft } = el;
  el.scrollTo({ ...aim(el, way, pages), behavior: "instant" });
  const moved = Math.round(el.scrollTop - scrollTop || el.scrollLeft - scrollLeft);
  const across = way === "left" || way === "right";
  const left = across
    ? el.scrollWidth - el.clientWidth - el.scrollLeft
    : el.scrollHeight - el.clientHeight - el.scrollTop;
  return done(`moved ${moved}px, ${Math.max(0, Math.round(left))}px left ${across ? "to the right" : "below"}`);
}

function aim(el: Element, way: Way, pages: number): ScrollToOptions {
  const [down, across] = [el.clientHeight, el.clientWidth].map((size) => size * PAGE * pages) as [number, number];
  const aims: Record<Way, ScrollToOptions> = {
    up: { top: el.scrollTop - down },
    down: { top: el.scrollTop + down },
    left: { left: el.scrollLeft - across },
    right: { left: el.scrollLeft + across },
    top: { top: 0 },
    bottom: { top: el.scrollHeight },
  };
  return aims[way];
}

/** The nearest thing around an element that scrolls; the page when nothing else does. */
function scrollerOf(el: Element): Element {
  for (let at: Element | null = el; at && at !== doc.body; at = flatParent(at)) {
    if (isScroller(at)) return at;
  }
  return mainScroller();
}

function isScroller(el: Element): boolean {
  if (el.scrollHeight <= el.clientHeight + 1 && el.scrollWidth <= el.clientWidth + 1) return false;
  return /auto|scroll/.test(getComputedStyle(el).overflow);
}

// Where the document itself has nothing to scroll, an app scrolls its largest region.
function mainScroller(): Element {
  const page = doc.scrollingElement ?? doc.documentElement;
  if (page.scrollHeight > page.clientHeight + 1) return page;
  let at: Element | null = doc.elementFromPoint(innerWidth / 2, innerHeight / 2);
  for (; at; at = flatParent(at)) {
    if (isScroller(at)) return at;
  }
  return page;
}
