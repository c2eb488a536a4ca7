/** Shows where something stands on the page, without touching the page's layout. */
import { clock, offer } from "../lending.ts";
import { elementOf } from "./held.ts";

/** What is outlined, and where that is drawn. */
interface Outlined {
  place: Place;
  frame: HTMLElement;
  /** When it came to stand where it stands. */
  since: number;
}

interface Place {
  target: Element;
  label: string;
  /** Told of a real click on it, which the page does not hear of. */
  choose?: (() => void) | undefined;
}

/** Drawn over the page, and gone again. */
let shown: { host: HTMLElement; over: AbortController; outlined: Outlined[] } | null = null;

/** What moves under the pointer is not what was pointed at. */
const STILL = 250;
/** The second half of a double click comes within this. */
const DOUBLE = 600;
let chosenAt = Number.NEGATIVE_INFINITY;

/**
 * Outlines what an id stands for and brings it into view; the outline before goes. False when it is not
 * there, or does not say these words any more.
 */
export function highlight(handle: string, words = ""): boolean {
  unhighlight();
  const el = elementOf(handle);
  const target = el && says(el, words) ? drawnOf(el) : null;
  if (!target) return false;
  bring(target);
  draw([{ target, label: "" }]);
  return true;
}

/**
 * Outlines several at once, each with its label, and brings the first into view where none is; what was outlined before
 * goes. Says how many are there. Where somebody wants to know, a click on one chooses it, and does nothing else.
 */
export function mark(
  places: readonly (readonly [id: string, label: string])[],
  onChoose?: (place: number) => void,
): number {
  unhighlight();
  const found = places.flatMap(([id, label], place): Place[] => {
    const el = elementOf(id);
    const target = el && drawnOf(el);
    return target ? [{ target, label, choose: onChoose && (() => onChoose(place)) }] : [];
  });
  const [first] = found;
  if (!first) return 0;
  if (!found.some(({ target }) => inView(target))) bring(first.target);
  draw(found);
  return found.length;
}

function bring(target: Element): void {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  target.scrollIntoView({ block: "center", inline: "nearest", behavior: still ? "instant" : "smooth" });
}

function inView(target: Element): boolean {
  const { top, bottom, left, right } = target.getBoundingClientRect();
  return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
}

function draw(places: readonly Place[]): void {
  const host = document.createElement("div");
  host.setAttribute("aria-hidden", "true");
  host.style.cssText = HOST;
  const root = host.attachShadow({ mode: "closed" });
  const over = new AbortController();
  shown = { host, over, outlined: [] };
  offer(take);
  for (const place of places) {
    const { label } = place;
    const frame = document.createElement("div");
    frame.style.cssText = FRAME;
    if (label) {
      const mark = document.createElement("span");
      mark.style.cssText = LABEL;
      mark.textContent = label;
      frame.append(mark);
    }
    root.append(frame);
    const outlined = { place, frame, since: clock() };
    shown.outlined.push(outlined);
    follow(outlined, root, over.signal);
  }
  document.documentElement.append(host);
  raise(host);
}

/** Takes the outline away. */
export function unhighlight(): void {
  shown?.over.abort();
  shown?.host.remove();
  shown = null;
}

const HOST =
  "all:initial!important;position:fixed!important;inset:0!important;width:100%!important;height:100%!important;border:0!important;margin:0!important;padding:0!important;background:none!important;pointer-events:none!important;z-index:2147483647!important;overflow:hidden!important";
const FRAME =
  "position:absolute;box-sizing:border-box;border:2px solid #b45309;border-radius:4px;background:rgba(251,191,36,.22);box-shadow:0 0 0 2px rgba(255,255,255,.85);pointer-events:none";
const LABEL =
  "position:absolute;left:-10px;top:-12px;min-width:18px;height:18px;padding:0 4px;box-sizing:border-box;border-radius:9px;background:#b45309;color:#fff;font:700 12px/18px system-ui,sans-serif;text-align:center";
const ROOM = 3;

// Above everything, dialogs of the page too.
function raise(host: HTMLElement): void {
  try {
    host.setAttribute("popover", "manual");
    host.showPopover();
  } catch {
    // Without a top layer the highest place below it does.
  }
}

// It stays with the element while the page scrolls and moves, and goes with it; with the last of them all goes.
function follow(outlined: Outlined, drawnIn: ShadowRoot, signal: AbortSignal): void {
  const {
    frame,
    place: { target },
  } = outlined;
  let at = "";
  const place = (): void => {
    if (signal.aborted) return;
    if (!target.isConnected) {
      frame.remove();
      return drawnIn.childElementCount === 0 ? unhighlight() : undefined;
    }
    const { left, top, width, height } = target.getBoundingClientRect();
    if (at !== `${left} ${top}`) outlined.since = clock();
    at = `${left} ${top}`;
    Object.assign(frame.style, {
      left: `${left - ROOM}px`,
      top: `${top - ROOM}px`,
      width: `${width + 2 * ROOM}px`,
      height: `${height + 2 * ROOM}px`,
    });
    requestAnimationFrame(place);
  };
  place();
}

/** Takes real presses on what may be chosen, its label too. Input of other kinds is nowhere. */
function take(input: Event): boolean {
  const event = input as MouseEvent;
  if (event.button > 0) return false;
  if (event.detail > 1 && clock() - chosenAt < DOUBLE) return true;
  const hit = shown?.outlined.find(({ place, frame }) => place.choose && [frame, ...frame.children].some(isAt(event)));
  if (hit && event.type === "click" && clock() - hit.since > STILL) {
    chosenAt = clock();
    hit.place.choose?.();
  }
  return hit !== undefined;
}

const isAt =
  ({ clientX, clientY }: MouseEvent) =>
  (el: Element): boolean => {
    const { left, right, top, bottom } = el.getBoundingClientRect();
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  };

// A quote may come from several lines, so its beginning is what counts.
function says(el: Element, words: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  const wanted = plain(words).slice(0, 24);
  return (
    wanted === "" ||
    plain(`${el.textContent ?? ""} ${el.getAttribute("alt") ?? ""} ${el.getAttribute("aria-label") ?? ""}`).includes(
      wanted,
    )
  );
}

/** What is drawn of an element: itself, or what stands around it. */
function drawnOf(el: Element): Element | null {
  for (let at: Element | null = el; at; at = at.parentElement) {
    const { width, height } = at.getBoundingClientRect();
    if (width > 0 && height > 0) return at;
  }
  return null;
}
