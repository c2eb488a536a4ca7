/** A rectangle in CSS pixels; a DOMRect is one. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const { max, min } = Math;

/** Where something is drawn. */
export function rectOf(of: Element | Range): DOMRect {
  // A form answers for a field that is called so.
  return (of instanceof Range ? of : Element.prototype).getBoundingClientRect.call(of);
}

/** The part that two boxes share; its right may be left of its left when they share nothing. */
export function meet(a: Box, b: Box): Box {
  return {
    left: max(a.left, b.left),
    top: max(a.top, b.top),
    right: min(a.right, b.right),
    bottom: min(a.bottom, b.bottom),
  };
}

/** The smallest box around both. */
export function join(a: Box | null, b: Box): Box {
  if (!a) return b;
  return {
    left: min(a.left, b.left),
    top: min(a.top, b.top),
    right: max(a.right, b.right),
    bottom: max(a.bottom, b.bottom),
  };
}

export function area(a: Box): number {
  return a.right <= a.left || a.bottom <= a.top ? 0 : (a.right - a.left) * (a.bottom - a.top);
}

/** Whether they share at least a sliver. */
export function touches(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

/** Whether `inner` lies wholly in `outer`. */
export function within(inner: Box, outer: Box): boolean {
  return (
    inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
  );
}

export type Point = readonly [x: number, y: number];

export function middle(a: Box): Point {
  return [(a.left + a.right) / 2, (a.top + a.bottom) / 2];
}

export type Quad = [x: number, y: number, width: number, height: number];

/** In whole pixels. */
export function quad(a: Box): Quad {
  const x = Math.round(a.left);
  const y = Math.round(a.top);
  return [x, y, Math.round(a.right) - x, Math.round(a.bottom) - y];
}

/** The visible part of this document. */
export function viewport(): Box {
  return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
}
