/**
 * What runs inside frames where something is asked about a page. These functions are sent as text: each
 * stands alone and uses nothing but its arguments, the globals of its frame, and the page bundles in it.
 */
import type {} from "@screen-agent/page/agent";
import type { Captured } from "@screen-agent/page/capture";
import type { Vouched } from "@screen-agent/page/held";
import type { SelectionLinks } from "@screen-agent/page/links";
import type { Owned } from "./probe.ts";

/** A document as it was read. */
export interface FrameRead {
  capture: Captured;
  /** This document's place among the windows of its parent; -1 if it is not counted, or has no parent. */
  at: number;
  size: [number, number];
  /** The frame elements of its holes. */
  owned: Owned[];
  /** The browser's viewer of something else than a page. */
  viewer: boolean;
}

/** Reads this document. */
export function readHere(prefix: string): FrameRead | null {
  const agent = globalThis.__screenAgent;
  if (!agent || !("capture" in agent)) return null;
  let at = -1;
  if (window.parent !== window) {
    for (let place = 0; place < window.parent.length && at < 0; place++)
      if (window.parent[place] === window) at = place;
  }
  const capture = agent.capture({ prefix });
  const api = (globalThis as { browser?: { runtime?: { getFrameId?: (of: unknown) => number } } }).browser?.runtime;
  const owned = capture.holes.map((hole): Owned => {
    const el = agent.holeElement(hole.index);
    const number = el ? api?.getFrameId?.(el) : undefined;
    return {
      at: hole.at,
      frameId: number !== undefined && number >= 0 ? number : null,
      src: hole.src,
      size: hole.size,
    };
  });
  return { capture, at, size: [innerWidth, innerHeight], owned, viewer: document.contentType === "application/pdf" };
}

/** Vouches for a control before it is acted on; one of a document that was never read is not known. */
export function vouchHere(id: string): Vouched {
  const agent = globalThis.__screenAgent;
  return agent && "vouch" in agent ? agent.vouch(id) : { ok: false, refusal: "not_found" };
}

/** The links in what is selected here. */
export function linksHere(limit: number): SelectionLinks | null {
  const agent = globalThis.__screenAgent;
  return agent && "selectionLinks" in agent ? agent.selectionLinks(limit) : null;
}

/** Outlines what an id stands for; nothing in a document that was never read. */
export function highlightHere(id: string, words: string): boolean {
  const agent = globalThis.__screenAgent;
  return agent !== undefined && "highlight" in agent && agent.highlight(id, words);
}

/**
 * Outlines several, each with its label, and says how many are there; null in a document that was never read. A click on
 * one that may be chosen is told to the worker by its handle.
 */
export function markHere(places: [id: string, label: string, handle: string][], choosable: boolean): number | null {
  const agent = globalThis.__screenAgent;
  if (!agent || !("mark" in agent)) return null;
  type Api = { runtime: { sendMessage: (message: unknown) => Promise<unknown> } };
  const { browser, chrome } = globalThis as { browser?: Api; chrome?: Api };
  const choose = (place: number): void =>
    void (browser ?? chrome)?.runtime.sendMessage({ chosen: places[place]?.[2] }).catch(() => undefined);
  return agent.mark(
    places.map(([id, label]) => [id, label] as const),
    choosable ? choose : undefined,
  );
}

export function unhighlightHere(): true {
  const agent = globalThis.__screenAgent;
  if (agent && "unhighlight" in agent) agent.unhighlight();
  return true;
}
