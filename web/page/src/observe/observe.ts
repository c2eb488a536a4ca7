import type { DocumentCapture, FrameSlot, SemanticNode, TextLine } from "../contract.ts";
import { type Box, meet, middle, quad, rectOf } from "../dom/box.ts";
import { doc } from "../dom/doc.ts";
import { tagOf } from "../dom/read.ts";
import { focused, isShut } from "../dom/tree.ts";
import { cut, fold } from "../dom/words.ts";
import { type Control, newControl } from "./control.ts";
import { isCovered, markCovered } from "./cover.ts";
import { cleanUrl, factsOf } from "./facts.ts";
import { Forms } from "./form.ts";
import { frameElements, sourceOf } from "./frames.ts";
import { hashOf } from "./hash.ts";
import { identify, idForScroller, stamp } from "./identity.ts";
import { keyboardAt } from "./keyboard.ts";
import { finished, sideBySide } from "./lines.ts";
import { type Listeners, question, takeAnswer } from "./listen.ts";
import { changedAt, events, record, watch } from "./mutations.ts";
import { nameOf } from "./name.ts";
import { strongRole, WEAK } from "./role.ts";
import { framedScroller, scrolledState, scrollPosition } from "./scrolled.ts";
import { dropEcho, settle, tellApart } from "./settle.ts";
import { stateOf } from "./state.ts";
import { shownValue } from "./value.ts";
import { type FrameMet, type Scroller, Walk } from "./walk.ts";

/** What a look goes by. */
export interface ObserveOptions {
  /** The page's answer to the question in the last capture. */
  heard?: string;
  /** False for clients that could not have a question answered: none is asked then. */
  asks?: boolean;
}

/** Drawn again for each document, so that a decision can say which one it was made on. */
export const MARK = crypto.getRandomValues(new Uint32Array(4)).join("-");

/** One look at this document: what is said and what can be operated in view. */
export function observe(options: ObserveOptions = {}, listeners?: Listeners): DocumentCapture {
  watch(document);
  if (options.heard !== undefined) {
    takeAnswer(options.heard);
    if (last && /^0*$/.test(options.heard) && last.changedAt === changedAt()) return last.capture;
  }
  const walk = survey(listeners);
  markCovered(walk);
  const controls = walk.controls.filter((control) => !control.dropped);
  const focus = keyboardAt();
  const held = focus && !FRAME.test(tagOf(focus)) ? (controls.find(({ el }) => el === focus) ?? unlisted(focus)) : null;
  identify(held && !controls.includes(held) ? [...controls, held] : controls);
  const { lines, frames } = spoken(walk, focus);
  const forms = new Forms(listeners);
  const { nodes, containers } = described(controls, scrollersOf(walk), forms);
  const news = events();
  record();
  const capture: DocumentCapture = {
    url: cleanUrl(doc.URL) ?? "about:blank",
    pageTitle: cut(fold(doc.title), 500),
    document: MARK,
    origin: self.origin === "null" ? "" : self.origin,
    viewport: { width: innerWidth, height: innerHeight },
    interactiveTree: nodes,
    pageText: lines,
    scrollPosition: scrollPosition(),
    scrollableContainers: containers,
    ...news,
    hash: hashOf(nodes, lines),
    frames,
  };
  const host = focus === undefined ? focused() : null;
  if (host && isShut(host)) walk.shut.push(host);
  shut = walk.shut.slice(0, MOST_SHUT);
  if (shut.length > 0) capture.shut = shut.length;
  if (focus === null) capture.keyboard = {};
  if (held) capture.keyboard = { node: nodes.find(({ i }) => i === held.id) ?? offView(held, forms) };
  stamp(held ? [...controls, held] : controls);
  last = { capture, changedAt: changedAt() };
  const ask = options.asks === false ? undefined : question([...forms.listeners.open, ...walk.listeners.open]);
  return ask ? { ...capture, ask } : capture;
}

/** Elements that may have closed roots, and how many of them are asked about at a time. */
let shut: Element[] = [];
const MOST_SHUT = 50;

/** The n-th of them at the last look. */
export function shutHost(index: number): Element | null {
  return shut[index] ?? null;
}

// The look that a question went out with; when nothing listens, it stands.
let last: { capture: DocumentCapture; changedAt: number } | null = null;

/** The walk and what only the whole of it can tell. */
export function survey(listeners?: Listeners): Walk {
  const walk = new Walk(listeners).run();
  settle(walk);
  return walk;
}

const FRAME = /^i?frame$/;

// What has the keyboard without being in view is known like any other control, but for its place.
function unlisted(el: Element): Control {
  const role = strongRole(el) ?? WEAK;
  return { ...newControl(el, role, false, rectOf(el), null), ...nameOf(el, role) };
}

function offView(control: Control, forms: Forms): SemanticNode {
  const { xy: _place, box: _box, ...node } = nodeOf(control, undefined, forms);
  return node;
}

function spoken(walk: Walk, focus: Element | null | undefined): { lines: TextLine[]; frames: FrameSlot[] } {
  const lines: TextLine[] = [];
  const places = new Map<number, number>();
  for (const line of sideBySide(walk.lines.all)) {
    if (line.frame !== undefined) places.set(line.frame, lines.length);
    dropEcho(line);
    const out = line.frame === undefined ? finished(line) : null;
    if (out) lines.push(out);
  }
  return { lines, frames: slots(walk.frames, places, focus) };
}

function slots(met: readonly FrameMet[], places: Map<number, number>, focus: Element | null | undefined): FrameSlot[] {
  if (window.length === 0 && met.length === 0) return [];
  const found = new Map(met.map((frame, at) => [frame.el, { frame, at }]));
  return frameElements().map((el, index) => {
    const seen = found.get(el);
    const slot: FrameSlot = { index, box: quad(seen?.frame.box ?? rectOf(el)), src: sourceOf(el) };
    if (el === focus) slot.keys = true;
    if (seen) fillSlot(slot, seen.frame, places.get(seen.at) ?? 0);
    return slot;
  });
}

function fillSlot(slot: FrameSlot, frame: FrameMet, at: number): void {
  const shown: Box = meet(frame.box, frame.clip);
  slot.vis = quad(shown);
  slot.at = at;
  if (isCovered(frame.el, shown)) slot.occ = true;
}

// The body of an old page is both an element of its own and what scrolls the whole.
function scrollersOf(walk: Walk): Scroller[] {
  const own = framedScroller();
  return own ? [...walk.scrollers.filter(({ el }) => el !== own.el), own] : walk.scrollers;
}

type Containers = DocumentCapture["scrollableContainers"];

function described(
  controls: readonly Control[],
  scrollers: readonly Scroller[],
  forms: Forms,
): { nodes: SemanticNode[]; containers: Containers } {
  const colours = tellApart(controls);
  const nodes = controls.map((control) => nodeOf(control, colours.get(control), forms));
  const byElement = new Map(controls.map((control, at) => [control.el, nodes[at]]));
  const containers: Containers = [];
  for (const scroller of scrollers) {
    const state = scrolledState(scroller.el);
    const name = cut(fold(scroller.name));
    const id = idForScroller(scroller.el, name, scroller.box);
    containers.push({ id, depth: state.depth, hasMore: state.hasMore });
    const node = byElement.get(scroller.el) ?? scrollerNode(scroller, id, name, nodes);
    node.scr = { depth: state.depth, h: state.hasMore };
  }
  return { nodes, containers };
}

function scrollerNode(scroller: Scroller, id: string, name: string, nodes: SemanticNode[]): SemanticNode {
  const { el, box } = scroller;
  const node = { i: id, r: "scroll", n: name, xy: centre(box), box: quad(box), d: { tag: tagOf(el) } };
  nodes.push(node);
  return node;
}

function nodeOf(control: Control, colour: string | undefined, forms: Forms): SemanticNode {
  const { el, role, name } = control;
  const node: SemanticNode = { i: control.id, r: role, n: name };
  const value = shownValue(el);
  if (value !== undefined && value !== "" && role !== "btn") node.v = value;
  const state = stateOf(el, role);
  if (state) node.s = state;
  node.xy = centre(control.box);
  node.box = quad(control.box);
  if (control.occluded) node.occ = true;
  node.d = factsOf(el, role, name, control.drag, forms);
  if (colour) node.c = colour;
  return node;
}

function centre(box: Box): [number, number] {
  const [x, y] = middle(box);
  return [Math.round(x), Math.round(y)];
}
