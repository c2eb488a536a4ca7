/** What the client itself sees happen around an action. */
import type { Noticed } from "../shared/action.ts";
import { beginHere, endHere } from "./inside.ts";
import { quietly } from "./page.ts";
import { tabOf } from "./tabs.ts";
import type { Under } from "./under.ts";

export const NOTHING: Noticed = { network: false, dom: false, url: false };

/** How things were in one frame. */
interface Before {
  frameId: number;
  requests: number;
}

const PATIENCE = 1500;

/** Sees one action from its beginning to its end. */
export class Witness {
  private constructor(
    private readonly url: string,
    private readonly frames: readonly Before[],
  ) {}

  /** Null when the page does not answer. */
  static async begin(under: Under, url: string, frameIds: readonly number[]): Promise<Witness | null> {
    const frames: Before[] = [];
    for (const frameId of new Set(frameIds)) {
      const before = await quietly(under, beginHere, [], PATIENCE, frameId);
      if (!before && frameId === 0) return null;
      if (before) frames.push({ frameId, ...before });
    }
    return new Witness(url, frames);
  }

  async end(under: Under): Promise<Noticed> {
    const { watch, tabId } = under;
    const other = watch.documents > 0 || watch.opened.length > 0;
    const noticed: Noticed = {
      network: other || watch.innerDocuments > 0,
      dom: other || watch.innerDocuments > 0,
      url: false,
    };
    const tab = await tabOf(tabId);
    noticed.url = tab !== null && tab.url !== this.url;
    if (other || !tab) return noticed;
    for (const before of this.frames) {
      const after = await quietly(under, endHere, [], PATIENCE, before.frameId);
      // A document that knows of no beginning is another one.
      noticed.dom ||= !after || after.changes > 0;
      noticed.network ||= !after || after.requests !== before.requests;
    }
    return noticed;
  }
}
