import type { Basis, Located } from "../contract.ts";
import type { Box, Point } from "../dom/box.ts";
import {
  area,
  boxAround,
  doc,
  flatParent,
  hitAt,
  holds,
  isDisabled,
  isReachable,
  isSelf,
  isShown,
  labelsOf,
  meet,
  middle,
  points,
  quad,
  strongRole,
  tagOf,
  targetBox,
  textOf,
  viewport,
  within,
} from "../lending.ts";
import { find, type Refused, refuse } from "./find.ts";
import { guardPress } from "./guard.ts";

/** How insistently to look. */
export interface LocateOptions {
  /** Answer also for what is disabled or covered. */
  force?: boolean;
  /** It is going to be dragged: by its grip, where it has one. */
  grip?: boolean;
  /** Real input follows at once: it is held to what was decided on until `relieve`. */
  guard?: boolean;
}

/** Finds an element again, brings it into view and picks a point that really hits it. */
export function locate(id: string, basis?: Basis, options: LocateOptions = {}): Located | Refused {
  const found = find(id, basis);
  if (!found.ok) return found;
  const { el, healed } = found;
  const target = standIn(el);
  if (!target) return refuse("invisible", "the element is not drawn");
  if (!options.force && isDisabled(el)) return refuse("disabled", "the element is disabled");
  bringIntoView(target);
  const box = boxOf(target);
  const grip = options.grip ? gripIn(target) : null;
  const point =
    (grip && hittable(el, grip)) ?? hittable(el, target) ?? (options.force ? middle(meet(box, viewport())) : null);
  if (!point)
    return isOutside(box)
      ? refuse("invisible", "the element cannot be scrolled into view")
      : refuse("covered", coveredBy(box));
  if (options.guard && basis) guardPress(el, basis);
  return { ok: true, id: found.id, x: point[0], y: point[1], box: quad(box), healed };
}

const GRIPS = "[class*=handle i],[class*=grip i],[data-drag-handle],[draggable=true]";
/** Signs that things are taken by. */
const GRIP = /^[☰≡⋮⠿⣿∷⁞:\s]+$/u;
const MOST_IN = 40;

/** What in a thing is there to take it by. */
function gripIn(target: Element): Element | null {
  for (const at of Array.from(target.querySelectorAll("*")).slice(0, MOST_IN)) {
    const isSign = at.childElementCount === 0 && GRIP.test(textOf(at)) && textOf(at).trim() !== "";
    if ((isSign || at.matches(GRIPS) || /grab|move/.test(getComputedStyle(at).cursor)) && isShown(at)) return at;
  }
  return null;
}

/** A point that reaches an element, once it is in view, and what is hit there. */
export function pointOf(el: Element): { x: number; y: number; hit: Element } | null {
  const target = standIn(el);
  if (!target) return null;
  bringIntoView(target);
  const point = hittable(el, target);
  const hit = point && hitAt(...point);
  return hit && { x: point[0], y: point[1], hit };
}

/** What to click for it, as the look has it: itself, the label of a box that is not drawn, or the box drawn around a field. */
export function standIn(el: Element): Element | null {
  if (isReachable(el)) return el;
  const label = el.matches("input[type=checkbox],input[type=radio],input[type=file]")
    ? labelsOf(el).find(isShown)
    : undefined;
  if (label) return label;
  return boxAround(el) ?? Array.from(el.children).find(isShown) ?? null;
}

/** Scrolls every container around it, at once, so that it stands in the middle; leaves alone what shows already. */
export function bringIntoView(el: Element): void {
  const box = boxOf(el);
  if (within(box, clipOf(el))) return;
  const view = viewport();
  if (area(meet(box, clipOf(el))) >= area(view) / 2) return;
  el.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
}

// What its scroll containers and the window let show.
function clipOf(el: Element): Box {
  let clip = viewport();
  for (let at = flatParent(el); at && at !== doc.body && at !== doc.documentElement; at = flatParent(at)) {
    if (at.scrollHeight <= at.clientHeight && at.scrollWidth <= at.clientWidth) continue;
    if (getComputedStyle(at).overflow !== "visible") clip = meet(clip, at.getBoundingClientRect());
  }
  return clip;
}

function boxOf(el: Element): Box {
  return targetBox(el, el.getBoundingClientRect());
}

/** A point that reaches the element and nothing operable inside it; the middle before the corners. */
function hittable(el: Element, target: Element): Point | null {
  const clip = meet(viewport(), clipOf(target));
  for (const box of candidates(target)) {
    const shown = meet(box, clip);
    if (area(shown) <= 0) continue;
    for (const point of [...points(shown), ...thirds(shown)]) {
      const hit = hitAt(point[0], point[1]);
      if (hit && isSelf(el, hit, target === el ? undefined : target) && !isOther(el, hit, target))
        return rounded(point, shown);
    }
  }
  return null;
}

// Its own words first when other things stand in it, then its boxes, one for each line it wraps over.
function candidates(target: Element): Box[] {
  const rects = Array.from(target.getClientRects()).filter((rect) => rect.width >= 1 && rect.height >= 1);
  const own =
    target.childElementCount > 0 &&
    target.querySelector("a,button,input,select,textarea,li,[role],[onclick],[tabindex]")
      ? ownWords(target)
      : [];
  return [...own, ...rects, boxOf(target)];
}

const range = doc.createRange();

function ownWords(target: Element): Box[] {
  const boxes: Box[] = [];
  for (const node of target.childNodes) {
    if (boxes.length >= 4) break;
    if (node instanceof Element && node.matches("ul,ol")) continue;
    if (node instanceof Text && !node.data.trim()) continue;
    if (!(node instanceof Text) && !(node instanceof Element && isInlineWords(node))) continue;
    range.selectNodeContents(node);
    boxes.push(range.getBoundingClientRect());
  }
  return boxes;
}

function isInlineWords(el: Element): boolean {
  return (
    strongRole(el) === null &&
    textOf(el).trim() !== "" &&
    el.querySelector("a,button,input,select,textarea,li") === null
  );
}

function thirds(box: Box): Point[] {
  const at = (share: number, from: number, to: number): number => from + (to - from) * share;
  return [0.25, 0.75].flatMap((x) =>
    [0.25, 0.5, 0.75].map((y): Point => [at(x, box.left, box.right), at(y, box.top, box.bottom)]),
  );
}

// A hit on a control inside would operate that one, unless it is the outer one's own link within the page: a tab's.
export function isOther(el: Element, hit: Element, stand: Element | null = el): boolean {
  for (let at: Element | null = hit; at && at !== el && at !== stand && !holds(at, el); at = flatParent(at)) {
    const control = strongRole(at) !== null || (tagOf(at) === "li" && tagOf(el) === "li");
    if (control && !saysAll(at, el)) return true;
  }
  return false;
}

// A link that leads on, or a button, has an effect that nobody weighed.
function saysAll(inner: Element, outer: Element): boolean {
  const words = textOf(outer).trim();
  const stays = tagOf(inner) === "a" && (inner.getAttribute("href") ?? "").startsWith("#");
  return stays && words !== "" && textOf(inner).trim() === words;
}

// Whole pixels where the box is large enough, as mice have them.
function rounded([x, y]: Point, box: Box): Point {
  const fit = (value: number, from: number, to: number): number =>
    to - from >= 3 ? Math.min(Math.max(Math.round(value), Math.ceil(from)), Math.floor(to - 0.01)) : value;
  return [fit(x, box.left, box.right), fit(y, box.top, box.bottom)];
}

function isOutside(box: Box): boolean {
  return area(meet(box, viewport())) <= 0;
}

function coveredBy(box: Box): string {
  const [x, y] = middle(meet(box, viewport()));
  const hit = hitAt(x, y);
  return `the element is covered by <${hit ? tagOf(hit) : "nothing"}>`;
}
