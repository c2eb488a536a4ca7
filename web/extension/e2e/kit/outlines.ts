/** What is outlined on a page: the outlines stand in a closed shadow, which only the browser itself sees into. */
import type { Page } from "playwright-core";

interface Node {
  nodeId: number;
  attributes?: string[];
  children?: Node[];
  shadowRoots?: Node[];
}

export interface Outline {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The outlines on a page, in order; none for one that goes while it is measured. */
export async function outlines(page: Page): Promise<Outline[]> {
  const session = await page.context().newCDPSession(page);
  try {
    const { root } = (await session.send("DOM.getDocument", { depth: -1, pierce: true })) as { root: Node };
    const frames = within(root).flatMap(
      ({ shadowRoots }) => shadowRoots?.flatMap(({ children = [] }) => children) ?? [],
    );
    const drawn = await Promise.all(
      frames.map(async ({ nodeId }) => {
        const measured = await session.send("DOM.getBoxModel", { nodeId }).catch(() => null);
        if (!measured) return null;
        const { border, width, height } = measured.model;
        const [x = 0, y = 0] = border;
        return { x, y, width, height };
      }),
    );
    return drawn.filter((outline) => outline !== null);
  } finally {
    await session.detach();
  }
}

/** Hosts of outlines below a node. */
function within(node: Node): Node[] {
  const isHost = node.attributes?.includes("popover") && node.attributes.includes("manual");
  return [...(isHost ? [node] : []), ...(node.children ?? []).flatMap(within)];
}

/** True when an outline stands around this and nothing else. */
export async function surrounds(outline: Outline | undefined, of: ReturnType<Page["locator"]>): Promise<boolean> {
  const box = await of.boundingBox();
  const ROOM = 8;
  return (
    outline !== undefined &&
    box !== null &&
    Math.abs(outline.x - box.x) < ROOM &&
    Math.abs(outline.y - box.y) < ROOM &&
    Math.abs(outline.width - box.width) < 2 * ROOM
  );
}
