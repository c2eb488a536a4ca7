import { parentOf } from "../dom/tree.ts";
import { changedAt } from "./mutations.ts";
import type { Evidence } from "./clickable.ts";

/**
 * Which elements listen for clicks. DevTools tells, but only to code in the page's own world, where
 * this bundle must not run. So a look hands out a question, the client evaluates it in that world,
 * and the next look brings the answer along. Each element is asked about once, and once more if the
 * page has changed since.
 */

/** DevTools' `getEventListeners`, for clients that can call it where this bundle runs. */
export type Listeners = (el: Element) => Record<string, unknown[]>;

const CLICKS = ["click", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "dblclick"];
const MOST = 250;
const AGAIN = 1000;

interface Answer {
  evidence: Evidence | null;
  at: number;
  times: number;
}

const answers = new WeakMap<Element, Answer>();
let pending: WeakRef<Element>[] = [];

/** What is known of an element's listeners. */
export function heard(el: Element): Evidence | null {
  return answers.get(el)?.evidence ?? null;
}

/** Judges what `getEventListeners` says. */
export function evidenceIn(found: Record<string, unknown[]>): Evidence | null {
  const click = CLICKS.some((name) => found[name] !== undefined);
  const drag = found["dragstart"] !== undefined;
  return click ? (drag ? "both" : "click") : drag ? "drag" : null;
}

/** Whether an answer about this element is missing or may have changed. */
export function isOpen(el: Element): boolean {
  const known = answers.get(el);
  if (!known) return true;
  return known.times < 2 && changedAt() > known.at && performance.now() - known.at > AGAIN;
}

/** The question about these elements, to be evaluated in the page's world; undefined when there is none. */
export function question(elements: readonly Element[]): string | undefined {
  const asked = elements.slice(0, MOST);
  pending = asked.map((el) => new WeakRef(el));
  if (asked.length === 0) return undefined;
  counted = null;
  const paths = JSON.stringify(asked.map(pathOf));
  return `(${PROBE})(${paths},${JSON.stringify(CLICKS)})`;
}

// Each path leads down from the document by child numbers, -1 into a shadow root.
const PROBE =
  '(paths,clicks)=>paths.map(path=>{let at=document;for(const step of path){at=step<0?at.shadowRoot:at.children[step];if(!at)return 0}' +
  'const found=getEventListeners(at);return (clicks.some(name=>name in found)?1:0)+("dragstart" in found?2:0)}).join("")';

function pathOf(el: Element): number[] {
  const path: number[] = [];
  for (let at: Element = el; ; ) {
    const parent = parentOf(at);
    if (!parent) return path;
    path.push(placeAmong(parent, at));
    if (parent instanceof ShadowRoot) {
      path.push(-1);
      at = parent.host;
    } else if (parent instanceof Element) {
      at = parent;
    } else {
      return path.reverse();
    }
  }
}

// Elements are asked about in document order, so a brother's number is counted on from the last one's.
let counted: { parent: Node; el: Element; place: number } | null = null;

function placeAmong(parent: Node, el: Element): number {
  let place = 0;
  let at: Element | null = el;
  for (; at; at = at.previousElementSibling, place++) {
    if (counted?.parent === parent && counted.el === at) {
      place += counted.place;
      break;
    }
    if (place > NARROW) return remembered(parent, el, before(el));
  }
  return remembered(parent, el, at ? place : place - 1);
}

const NARROW = 64;

function remembered(parent: Node, el: Element, place: number): number {
  if (place > NARROW) counted = { parent, el, place };
  return place;
}

// Counted by the browser itself, for there may be very many.
function before(el: Element): number {
  return document.evaluate("count(preceding-sibling::*)", el, null, XPathResult.NUMBER_TYPE).numberValue;
}

/** Takes the answer to the last question: a digit for each element asked about. */
export function hear(answer: string): void {
  const now = performance.now();
  pending.forEach((ref, at) => {
    const el = ref.deref();
    if (!el) return;
    const digit = Number(answer.charAt(at));
    answers.set(el, { evidence: EVIDENCE[digit] ?? null, at: now, times: (answers.get(el)?.times ?? 0) + 1 });
  });
  pending = [];
}

const EVIDENCE: readonly (Evidence | null)[] = [null, "click", "drag", "both"];
