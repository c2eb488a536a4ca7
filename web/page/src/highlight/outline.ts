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
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  target.scrollIntoView({ block: "center", inline: "nearest", behavior: still ? "instant" : "smooth" });
  const host = document.createElement("div");
  host.setAttribute("aria-hidden", "true");
  host.style.cssText = HOST;
  const frame = document.createElement("div");
  frame.style.cssText = FRAME;
  host.attachShadow({ mode: "closed" }).append(frame);
  document.documentElement.append(host);
  raise(host);
  const over = new AbortController();
  shown = { host, over };
  follow(target, frame, over.signal);
  return true;
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

// It stays with the element while the page scrolls and moves, and goes with it.
function follow(target: Element, frame: HTMLElement, signal: AbortSignal): void {
  const draw = (): void => {
    if (signal.aborted) return;
    if (!target.isConnected) return unhighlight();
    const { left, top, width, height } = target.getBoundingClientRect();
    Object.assign(frame.style, {
      left: `${left - ROOM}px`,
      top: `${top - ROOM}px`,
      width: `${width + 2 * ROOM}px`,
      height: `${height + 2 * ROOM}px`,
    });
    requestAnimationFrame(draw);
  };
  draw();
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
