/**
 * What runs inside frames for the hands. These functions are sent as text: each stands alone and uses
 * nothing but its arguments, the globals of its frame, and the page bundle in it.
 */

import type { PageAgent } from "@screen-agent/page/agent";
import type { ActionResult, Basis, Located, Refusal } from "@screen-agent/page/contract";

declare global {
  var __screenAgent: PageAgent | undefined;
  /** Counts what changes while an action is done. */
  var __screenAgentWitness:
    | { changes: number; count(list: MutationRecord[]): number; observer: MutationObserver }
    | undefined;
}

/** An element, and where the decision about it was made. */
export interface Aim {
  id: string;
  /** What was decided on. */
  basis?: Basis;
}

/** What one document is asked to do. */
export interface Order {
  /** Origin of the tab, null where it has none. */
  origin: string | null;
  aim?: Aim;
  /** What was decided on, where nothing is aimed at. */
  basis?: Basis;
  /** Input follows at once, and is held to what was decided on. */
  guard?: boolean;
  /** It is going to be dragged. */
  grip?: boolean;
  /** How the target is looked for first: as something a person could reach, in spite of what covers it, or not at all. */
  find: "reach" | "force" | "none";
  /** The bundle's action; without one the target is only found. */
  act?: { name: string; args: unknown[] };
}

export type Answer =
  /** No bundle here. */
  | { kind: "missing" }
  /** The tab has gone to another origin. */
  | { kind: "elsewhere" }
  | { kind: "refused"; refusal: Refusal; message: string }
  | { kind: "done"; located?: Located; result?: ActionResult };

/** Finds an element that is still what it was taken for and, in the same breath, acts on it. */
export async function obey(order: Order): Promise<Answer> {
  const agent = globalThis.__screenAgent;
  if (!agent || !("act" in agent)) return { kind: "missing" };
  const ancestors = location.ancestorOrigins as DOMStringList | undefined;
  const top = window.parent === window ? location.origin : ancestors?.[ancestors.length - 1];
  if (order.origin !== null && top !== undefined && top !== "null" && top !== order.origin)
    return { kind: "elsewhere" };
  const done: Answer = { kind: "done" };
  if (order.aim && order.find !== "none") {
    const found = agent.locate(order.aim.id, order.aim.basis, {
      force: order.find === "force",
      guard: order.guard === true,
      grip: order.grip === true,
    });
    if (!found.ok) return { kind: "refused", refusal: found.refusal, message: found.message };
    done.located = found;
  }
  if (order.act)
    done.result = await agent.act(order.act.name, order.act.args, order.aim ? order.aim.basis : order.basis);
  return done;
}

/** Holds the keys that follow to an element, or without one to whatever has the keyboard; null without the bundle. */
export function guardKeysHere(
  id: string,
  basis: Basis,
): { ok: true } | { ok: false; refusal: Refusal; message: string } | null {
  const agent = globalThis.__screenAgent;
  return agent && "act" in agent ? agent.guardKeys(id, basis) : null;
}

/** Keeps input that is meant for another frame out of this one; null without the bundle. */
export function barHere(): true | null {
  const agent = globalThis.__screenAgent;
  agent?.bar();
  return agent ? true : null;
}

/** Ends what keeps input out, and tells what it has kept from happening. */
export function relieveHere(): string | null {
  return globalThis.__screenAgent?.relieve() ?? null;
}

/** Starts counting changes, in open shadow trees too, and says how many requests there were. */
export function beginHere(): { requests: number } {
  globalThis.__screenAgentWitness?.observer.disconnect();
  const witness = {
    changes: 0,
    // Our own ids are no change.
    count: (list: MutationRecord[]) => list.filter(({ attributeName }) => attributeName !== "data-llm-id").length,
    observer: new MutationObserver((list) => {
      witness.changes += witness.count(list);
    }),
  };
  const roots: (Document | ShadowRoot)[] = [document];
  for (let at = 0; at < roots.length && roots.length < 500; at++) {
    const root = roots[at];
    if (!root) break;
    witness.observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    for (const el of root.querySelectorAll("*")) if (el.shadowRoot) roots.push(el.shadowRoot);
  }
  globalThis.__screenAgentWitness = witness;
  return { requests: performance.getEntriesByType("resource").length };
}

/** Stops counting; null in a document that did not begin. */
export function endHere(): { changes: number; requests: number } | null {
  const witness = globalThis.__screenAgentWitness;
  if (!witness) return null;
  const changes = witness.changes + witness.count(witness.observer.takeRecords());
  witness.observer.disconnect();
  globalThis.__screenAgentWitness = undefined;
  return { changes, requests: performance.getEntriesByType("resource").length };
}

/** Waits until this document rests. */
export async function restHere(options: {
  timeout: number;
  quiet: number;
  min: number;
  busy: number;
}): Promise<{ stable: boolean }> {
  const agent = globalThis.__screenAgent;
  if (!agent) return { stable: document.readyState !== "loading" };
  const { stable } = await agent.stable(options);
  return { stable };
}

/** This window's place among its parent's, and that of the frame with the focus among its own; -1 where there is none. */
export function focusHere(): { at: number; focused: number } {
  const placeOf = (all: Window, one: unknown): number => {
    for (let place = 0; place < all.length; place++) if (all[place] === one) return place;
    return -1;
  };
  let el = document.activeElement;
  while (el?.shadowRoot?.activeElement) el = el.shadowRoot.activeElement;
  const inner = el instanceof HTMLIFrameElement || el instanceof HTMLFrameElement ? el.contentWindow : null;
  return {
    at: window.parent === window ? -1 : placeOf(window.parent, window),
    focused: inner ? placeOf(window, inner) : -1,
  };
}

/** Draws a frame around what is going to be acted on; resolves when it is gone again. Null without the bundle. */
export async function outlineHere(aim: Aim, lasts: number): Promise<boolean | null> {
  const agent = globalThis.__screenAgent;
  if (!agent || !("act" in agent)) return null;
  const found = agent.locate(aim.id, aim.basis, { force: true });
  if (!found.ok) return false;
  const [x, y, width, height] = found.box;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const host = document.createElement("div");
  host.setAttribute("aria-hidden", "true");
  host.style.cssText =
    "all:initial!important;position:fixed!important;inset:0!important;width:100%!important;height:100%!important;border:0!important;margin:0!important;padding:0!important;background:none!important;pointer-events:none!important;z-index:2147483647!important;overflow:hidden!important";
  const root = host.attachShadow({ mode: "closed" });
  const box = document.createElement("div");
  box.style.cssText = `position:absolute;box-sizing:border-box;left:${x - 4}px;top:${y - 4}px;width:${width + 8}px;height:${height + 8}px;border:3px solid #2563eb;border-radius:6px;box-shadow:0 0 0 2px #fff,0 0 0 5px rgba(37,99,235,.35);pointer-events:none`;
  root.append(box);
  document.documentElement.append(host);
  try {
    // Above everything, dialogs of the page too.
    host.setAttribute("popover", "manual");
    host.showPopover();
  } catch {
    // Without a top layer the highest place below it does.
  }
  if (!still)
    box.animate(
      [
        { opacity: 0, transform: "scale(1.06)" },
        { opacity: 1, transform: "none" },
      ],
      { duration: Math.min(120, lasts / 2), easing: "ease-out" },
    );
  await new Promise((resolve) => setTimeout(resolve, lasts));
  host.remove();
  return true;
}
