/** Shows where something stands on the page, without touching the page's layout. */
import { elementOf } from "./held.ts";

/** Drawn over the page, and gone again. */
let shown: { host: HTMLElement; over: AbortController } | null = null;

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
 * goes. Says how many are there.
 */
export function mark(places: readonly (readonly [id: string, label: string])[]): number {
  unhighlight();
  const found = places.flatMap(([id, label]) => {
    const el = elementOf(id);
    const target = el && drawnOf(el);
    return target ? [{ target, label }] : [];
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

function draw(places: readonly { target: Element; label: string }[]): void {
  const host = document.createElement("div");
  host.setAttribute("aria-hidden", "true");
  host.style.cssText = HOST;
  const root = host.attachShadow({ mode: "closed" });
  const over = new AbortController();
  shown = { host, over };
  for (const { target, label } of places) {
    const frame = document.createElement("div");
    frame.style.cssText = FRAME;
    if (label) {
      const mark = document.createElement("span");
      mark.style.cssText = LABEL;
      mark.textContent = label;
      frame.append(mark);
    }
    root.append(frame);
    follow(target, frame, root, over.signal);
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
function follow(target: Element, frame: HTMLElement, drawnIn: ShadowRoot, signal: AbortSignal): void {
  const place = (): void => {
    if (signal.aborted) return;
    if (!target.isConnected) {
      frame.remove();
      return drawnIn.childElementCount === 0 ? unhighlight() : undefined;
    }
    const { left, top, width, height } = target.getBoundingClientRect();
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
