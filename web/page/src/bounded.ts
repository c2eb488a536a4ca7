/** A page chooses how much it has; what is nearest to the middle of the view is told, and that there is more. */
import type { PageCapture, SemanticNode, TextLine } from "./contract.ts";

/** Controls, and lines, of one look that a server takes; and regions that scroll. */
export const MOST = 5000;
const REGIONS = 500;

type Bounded = Pick<PageCapture, "interactiveTree" | "pageText" | "scrollableContainers">;

/** Cut to what a server takes. */
export function bounded<Page extends Bounded & Pick<PageCapture, "viewport">>(page: Page): Page {
  const { interactiveTree: all, pageText, scrollableContainers, viewport } = page;
  if (all.length <= MOST && pageText.length <= MOST && scrollableContainers.length <= REGIONS) return page;
  const far = distanceIn(viewport);
  const interactiveTree = nearest(all, MOST, ({ xy }) => far(xy));
  const kept = new Set(interactiveTree.map(({ i }) => i));
  const lines = pageText.map((line) => without(line, kept)).filter((line) => line !== null);
  const told = nearest(lines, MOST - 1, ({ b }) => far(b && [b[0] + b[2] / 2, b[1] + b[3] / 2]));
  const left = all.length - interactiveTree.length;
  const rest = left > 0 ? `${left} more controls` : `${lines.length - told.length + 1} more lines`;
  if (told.length < lines.length || left > 0) told.push({ c: [`… ${rest}, further from the middle of the view`] });
  return { ...page, interactiveTree, pageText: told, scrollableContainers: scrollableContainers.slice(0, REGIONS) };
}

type Distance = (xy: readonly [number, number] | undefined) => number;

function distanceIn({ width, height }: PageCapture["viewport"]): Distance {
  return (xy) => (xy ? Math.hypot(xy[0] - width / 2, xy[1] - height / 2) : Infinity);
}

/** The `most` nearest, in the order in which they stand. */
function nearest<T>(all: readonly T[], most: number, far: (one: T) => number): T[] {
  if (all.length <= most) return [...all];
  const kept = new Set([...all].sort((a, b) => far(a) - far(b)).slice(0, most));
  return all.filter((one) => kept.has(one));
}

function without(line: TextLine, kept: ReadonlySet<SemanticNode["i"]>): TextLine | null {
  const c = line.c.filter((run) => run === null || typeof run === "string" || kept.has(run.i)).slice(0, MOST);
  return c.every((run) => run === null) ? null : { ...line, c };
}
