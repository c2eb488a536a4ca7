/** What is noted of the person's own doing, and which control of a look it was done to. */
import type { PageCapture } from "../contract.ts";
import { flatParent, idOfElement, observe } from "../lending.ts";

/** A look that tells what there is, and nothing of what fields hold. */
export type Sight = PageCapture;

/** One thing that the person did. */
export interface Noted {
  /** An action of the grammar, with the control's id in the look. */
  action: string;
  /** The control; none where the keyboard alone was used. */
  id?: string;
  /** What was entered is a secret: the action tells none of it. */
  secret?: true;
  /** Nothing that could be done again: a file of the person's, several things chosen at once. */
  left?: true;
  seen: Sight;
}

/** Looks at this document. */
export function sight(): Sight {
  const { frames: _, ask: _ask, shut: _shut, origin: _origin, keyboard: _keyboard, ...seen } = observe({ asks: false });
  return {
    ...seen,
    recentEvents: [],
    interactiveTree: seen.interactiveTree.map(({ v: _held, ...node }) => node),
  };
}

/** The nearest control of a look around an element, or itself. */
export function controlIn({ interactiveTree }: Sight, from: Element): { el: Element; id: string; role: string } | null {
  for (let at: Element | null = from; at; at = flatParent(at)) {
    const id = idOfElement(at);
    const node = id === undefined ? undefined : interactiveTree.find(({ i, r }) => i === id && r !== "scroll");
    if (node) return { el: at, id: node.i, role: node.r };
  }
  return null;
}
