import type { Box } from "../dom/box.ts";
import { max, min } from "../dom/box.ts";
import { doc } from "../dom/doc.ts";
import { clock } from "../dom/read.ts";
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
    for (const dialog of doc.getElementsByTagName("dialog")) {
      if (dialog.open) this.#mark(dialog);
    }
  }

  #mark(el: Element): void {
    for (let at: Element | null = el; at && !this.#marked.has(at); at = flatParent(at)) this.#marked.add(at);
  }

  /** Children outside the span to be looked at all the same: strays, and the ends, where overlays are appended. */
  outside(nodes: ArrayLike<Node>, from: number, to: number, parent: Element): { before: Node[]; after: Node[] } {
    const before = stretch(nodes, 0, min(ENDS, from));
    const after = stretch(nodes, max(to, nodes.length - ENDS), nodes.length);
    for (const el of this.#marked) {
      if (flatParent(el) !== parent || before.includes(el) || after.includes(el)) continue;
      if (stretch(nodes, from, to).includes(el)) continue;
      (precedes(el, nodes[from]) ? before : after).push(el);
    }
    return { before, after };
  }
}

const ENDS = 12;

function stretch(nodes: ArrayLike<Node>, from: number, to: number): Node[] {
  const found: Node[] = [];
  for (let at = from; at < to; at++) found.push(nodes[at] as Node);
  return found;
}

// Asked of strays alone, for among many brothers it is slow.
function precedes(node: Node, other: Node | undefined): boolean {
  return other !== undefined && (node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

// Where overlays like to be: the middle, the edges, the corners.
const PROBES: readonly (readonly [number, number])[] = [
  [0.5, 0.5],
  [0.96, 0.94],
  [0.5, 0.96],
  [0.96, 0.06],
  [0.5, 0.04],
  [0.04, 0.94],
  [0.96, 0.5],
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
  const start = clock();
  const hits: Element[] = [];
  for (const [across, down] of PROBES) {
    const hit = doc.elementFromPoint(view.right * across, view.bottom * down);
    if (hit) hits.push(hit);
    if (clock() - start > PATIENCE) break;
  }
  return hits;
}
