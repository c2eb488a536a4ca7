import type { Box } from "../dom/box.ts";
import { flatParent } from "../dom/tree.ts";
import { changedAt } from "./mutations.ts";

/**
 * Elements out of the flow that stand in view although their brothers do not, such as a message laid
 * over a long list. Where brothers are skipped unasked, a few hits find them.
 */
export class Strays {
  readonly #marked = new Set<Element>();
  #sought = false;

  /** Whether something in it was found in view. */
  has(el: Element): boolean {
    return this.#marked.has(el);
  }

  /** Looks for them once in a pass. */
  seek(view: Box): void {
    if (this.#sought) return;
    this.#sought = true;
    for (const el of probed(view)) this.#mark(el);
    for (const dialog of document.getElementsByTagName("dialog")) {
      if (dialog.open) this.#mark(dialog);
    }
  }

  #mark(el: Element): void {
    for (let at: Element | null = el; at && !this.#marked.has(at); at = flatParent(at)) this.#marked.add(at);
  }

  /** Children outside the span to be looked at all the same: strays, and the ends, where overlays are appended. */
  outside(nodes: ArrayLike<Node>, from: number, to: number, parent: Element): { before: Node[]; after: Node[] } {
    const found = new Set<Node>();
    for (const el of this.#marked) {
      if (flatParent(el) === parent) found.add(el);
    }
    for (let at = 0; at < ENDS; at++) {
      const last = nodes.length - 1 - at;
      if (at < from) found.add(nodes[at] as Node);
      if (last >= to) found.add(nodes[last] as Node);
    }
    for (let at = from; at < to && found.size > 0; at++) found.delete(nodes[at] as Node);
    return divided([...found], nodes[from]);
  }
}

const ENDS = 12;

function divided(nodes: Node[], middle: Node | undefined): { before: Node[]; after: Node[] } {
  const precedes = (a: Node, b: Node): boolean => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  nodes.sort((a, b) => (precedes(a, b) ? -1 : 1));
  const before = middle ? nodes.filter((node) => precedes(node, middle)) : [];
  return { before, after: nodes.filter((node) => !before.includes(node)) };
}

// Where overlays like to be: the middle, the edges, the corners.
const PROBES: readonly (readonly [number, number])[] = [
  [0.5, 0.5], [0.96, 0.94], [0.5, 0.96], [0.96, 0.06], [0.5, 0.04], [0.04, 0.94], [0.96, 0.5],
];

/** Hits cost with the number of brothers; a page that makes them dear gets fewer. */
const PATIENCE = 12;

let remembered: { at: number; view: string; hits: WeakRef<Element>[] } | null = null;

// While neither page nor view has changed, the same points hit the same elements.
function probed(view: Box): Element[] {
  const key = `${view.right}x${view.bottom}@${scrollX},${scrollY}`;
  if (remembered?.at !== changedAt() || remembered.view !== key) {
    remembered = { at: changedAt(), view: key, hits: probe(view).map((el) => new WeakRef(el)) };
  }
  return remembered.hits.map((hit) => hit.deref()).filter((el) => el !== undefined);
}

function probe(view: Box): Element[] {
  const start = performance.now();
  const hits: Element[] = [];
  for (const [across, down] of PROBES) {
    const hit = document.elementFromPoint(view.right * across, view.bottom * down);
    if (hit) hits.push(hit);
    if (performance.now() - start > PATIENCE) break;
  }
  return hits;
}
