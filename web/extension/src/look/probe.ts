/**
 * What runs inside frames. These functions are sent as text: each stands alone and uses nothing but
 * its arguments, the globals of its frame, and the page bundle in it. Null means: bring the bundles.
 */

import type {} from "@screen-agent/page/agent";
import type { DocumentCapture } from "@screen-agent/page/contract";

/** Where a frame element's document stands among the windows of its parent. */
export interface Owned {
  /** `parent[n]`; -1 for frames in shadow trees, which windows do not count. */
  at: number;
  /** The browser's own number of the frame, where it tells. */
  frameId: number | null;
  /** The address that it was given, as a whole one. */
  src: string;
  /** Size of the content, in whole pixels. */
  size: [number, number];
}

/** A look at one document. */
export interface FrameLook {
  /** This document's place among the windows of its parent; -1 if it is not counted, or has no parent. */
  at: number;
  size: [number, number];
  /** Null when it was not asked for. */
  capture: DocumentCapture | null;
  /** Its frame elements, in the order of the capture's slots. */
  owned: Owned[];
  /** The browser's viewer of something else than a page. */
  viewer: boolean;
}

/** What is asked of one document. */
export interface Question {
  /** Hand out what is in view; without, only where the frames are. */
  observe: boolean;
  /** Places among the parent's windows worth observing; all are, when absent. */
  wanted?: number[];
  /** Milliseconds that it may take to come to rest first. */
  wait?: number;
  /** Whether what the look asks of the page can be answered. */
  asks?: boolean;
  /** The page's answer to it. */
  heard?: string;
}

/** Looks at this document. */
export async function lookHere({ observe, wanted, wait, asks = false, heard }: Question): Promise<FrameLook | null> {
  const agent = globalThis.__screenAgent;
  if (!agent) return null;
  let at = -1;
  if (window.parent !== window) {
    for (let place = 0; place < window.parent.length && at < 0; place++)
      if (window.parent[place] === window) at = place;
  }
  const look: FrameLook = {
    at,
    size: [innerWidth, innerHeight],
    capture: null,
    owned: [],
    viewer: document.contentType === "application/pdf",
  };
  if (wanted && at >= 0 && !wanted.includes(at)) return look;
  if (wait) await agent.stable({ timeout: wait, quiet: 100 });
  if (observe) look.capture = agent.observe(heard === undefined ? { asks } : { asks, heard });
  if (look.capture && !look.capture.frames.some((slot) => slot.vis || slot.keys)) return look;
  const places = new Map<unknown, number>();
  for (let place = 0; place < window.length; place++) places.set(window[place], place);
  const api = (globalThis as { browser?: { runtime?: { getFrameId?: (of: unknown) => number } } }).browser?.runtime;
  for (const { index } of look.capture?.frames ?? agent.frameSlots()) {
    const el = agent.frameElement(index) as HTMLIFrameElement | null;
    const number = el ? api?.getFrameId?.(el) : undefined;
    look.owned.push({
      at: places.get(el?.contentWindow) ?? -1,
      frameId: number !== undefined && number >= 0 ? number : null,
      src: el?.hasAttribute("srcdoc") ? "about:srcdoc" : el?.src || "about:blank",
      size: el ? [el.clientWidth, el.clientHeight] : [0, 0],
    });
  }
  return look;
}

/** Waits until this document rests; says whether it is still being read. */
export async function rest(timeout: number): Promise<{ loading: boolean } | null> {
  const agent = globalThis.__screenAgent;
  if (!agent) return null;
  const { stable } = await agent.stable({ timeout, quiet: 300, network: true });
  return { loading: !stable && document.readyState === "loading" };
}

/** Where a point of the n-th frame element's content is in this document, and whether a press there reaches it. */
export function carryOut(
  index: number,
  x: number,
  y: number,
): { x: number; y: number; reached: boolean } | { gone: true } | null {
  const agent = globalThis.__screenAgent;
  if (!agent) return null;
  const el = agent.frameElement(index);
  if (!el) return { gone: true };
  const box = el.getBoundingClientRect();
  const style = getComputedStyle(el);
  const out = {
    x: box.left + el.clientLeft + parseFloat(style.paddingLeft) + x,
    y: box.top + el.clientTop + parseFloat(style.paddingTop) + y,
  };
  let hit = document.elementFromPoint(out.x, out.y);
  while (hit && hit !== el && hit.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(out.x, out.y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return { ...out, reached: hit === el };
}

/** The document as HTML: its controls alone, or all of it. */
export function htmlHere(whole: boolean): { html: string } | null {
  const agent = globalThis.__screenAgent;
  return agent && "act" in agent ? { html: whole ? agent.fullDom() : agent.skeleton() } : null;
}

/** The box of an element, brought into view; null when it cannot be found. */
export function elementBox(id: string): { box: [number, number, number, number] | null } | null {
  const agent = globalThis.__screenAgent;
  if (!agent || !("act" in agent)) return null;
  const found = agent.locate(id, undefined, { force: true });
  return { box: found.ok ? found.box : null };
}

/** How large this document is, how much of it one screen shows, and where it is scrolled to. */
export function sizeHere(): { width: number; height: number; screen: number; x: number; y: number } {
  const root = document.scrollingElement ?? document.documentElement;
  return { width: innerWidth, height: root.scrollHeight, screen: innerHeight, x: scrollX, y: scrollY };
}

/** Scrolls at once and waits until it is drawn; answers how far down it came. */
export async function scrollHere(x: number, y: number): Promise<number> {
  scrollTo({ left: x, top: y, behavior: "instant" });
  // A tab that is not shown draws no frames.
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
    setTimeout(resolve, 500);
  });
  return scrollY;
}
