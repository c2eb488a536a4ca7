import { clock, isElement } from "../dom/read.ts";
import { elementBefore, parentOf } from "../dom/tree.ts";
import type { Evidence } from "./clickable.ts";
import { changedAt } from "./mutations.ts";

/**
 * Which elements listen, and for what. DevTools tells, but only to code in the page's own world, where
 * this bundle must not run. So a look hands out a question, the client evaluates it in that world,
 * and the next look brings the answer along. Each element is asked about once, and once more if the
 * page has changed since.
 */

/** DevTools' `getEventListeners`, for clients that can call it where this bundle runs. */
export type Listeners = (el: Element) => Record<string, unknown[]>;

/** Where listeners are asked about: an element, or the document and the window that hold all of them. */
export type Hearer = Element | Document | Window;

const KINDS = [
  "click mousedown mouseup pointerdown pointerup touchstart dblclick",
  "dragstart",
  "submit",
  "change input",
  "keydown keypress keyup",
  "dragover drop",
  "dblclick",
].map((kind) => kind.split(" "));
/** The kinds of events that forms and fields are asked about, as bits of an answer. */
export const CLICKS = 1;
export const SENDS = 4;
export const CHANGES = 8;
export const KEYS = 16;
export const DROPS = 32;
export const TWICE = 64;
const MOST = 250;
const AGAIN = 1000;

interface Answer {
  bits: number;
  at: number;
  times: number;
}

const answers = new WeakMap<Hearer, Answer>();
let pending: WeakRef<Hearer>[] = [];

/** What listens in one look, by DevTools' own word where it can be had, by what was answered before elsewhere. */
export class KnownListeners {
  /** Whose listeners are not known, or may have changed: these should be asked about. */
  readonly open: Hearer[] = [];
  readonly #ask: Listeners | undefined;

  constructor(ask: Listeners | undefined) {
    this.#ask = ask;
  }

  /** Whether something listens here for one of these kinds of events. */
  has(at: Hearer, bits: number): boolean {
    return (this.#bits(at) & bits) !== 0;
  }

  /** What listening for a press, or for being dragged, makes of an element. */
  evidence(el: Element): Evidence | null {
    return EVIDENCE[this.#bits(el) & 3] ?? null;
  }

  #bits(at: Hearer): number {
    if (this.#ask) return bitsIn(this.#ask(at as Element));
    if (isOpen(at)) this.open.push(at);
    return answers.get(at)?.bits ?? 0;
  }
}

function bitsIn(found: Record<string, unknown[]>): number {
  return KINDS.reduce((bits, names, at) => bits | (names.some((name) => found[name] !== undefined) ? 1 << at : 0), 0);
}

/** Whether an answer about this element is missing or may have changed. */
function isOpen(el: Hearer): boolean {
  const known = answers.get(el);
  if (!known) return true;
  return known.times < 2 && changedAt() > known.at && clock() - known.at > AGAIN;
}

/** The question about these elements, to be evaluated in the page's world; undefined when there is none. */
export function question(elements: Iterable<Hearer>): string | undefined {
  const asked = [...new Set(elements)].slice(0, MOST);
  pending = asked.map((el) => new WeakRef(el));
  if (asked.length === 0) return undefined;
  counted = null;
  const paths = JSON.stringify(asked.map((at) => (isElement(at) ? pathOf(at) : at === document ? [] : [-2])));
  return `(${PROBE})(${paths},${JSON.stringify(KINDS)})`;
}

// Each path leads down from the document by child numbers, -1 into a shadow root, -2 out to the window.
const PROBE =
  "(paths,kinds)=>paths.map(path=>{let at=document;for(const step of path){at=step==-2?window:step<0?at.shadowRoot:at.children[step];if(!at)return 0}" +
  "const found=getEventListeners(at);return kinds.reduce((bits,names,at)=>bits|(names.some(name=>name in found)?1<<at:0),0)}).map(bits=>String.fromCharCode(48+bits)).join('')";

function pathOf(el: Element): number[] {
  const path: number[] = [];
  for (let at: Element = el; ; ) {
    const parent = parentOf(at);
    if (!parent) return path;
    path.push(placeAmong(parent, at));
    if (parent instanceof ShadowRoot) {
      path.push(-1);
      at = parent.host;
    } else if (isElement(parent)) {
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
  for (; at; at = elementBefore(at), place++) {
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

/** Takes the answer to the last question: a sign for each element asked about, counted from the digit 0. */
export function takeAnswer(answer: string): void {
  const now = clock();
  pending.forEach((ref, at) => {
    const el = ref.deref();
    if (!el) return;
    answers.set(el, {
      bits: Math.max(0, answer.charCodeAt(at) - 48) || 0,
      at: now,
      times: (answers.get(el)?.times ?? 0) + 1,
    });
  });
  pending = [];
}

const EVIDENCE: readonly (Evidence | null)[] = [null, "click", "drag", "both"];
