/** Waiting until a page has done what an action started, and no longer. */

import { atMost } from "../shared/wait.ts";
import { known } from "./debugged.ts";
import { restHere } from "./inside.ts";
import { quietly } from "./page.ts";
import type { Under } from "./under.ts";

/** How long to wait for what, in milliseconds. */
export interface Patience {
  /** For pictures, frames and the like, once the document is read. */
  rest: number;
  /** For changes of the document to end. */
  changes: number;
  /** How long nothing may change before the page counts as still. */
  quiet: number;
  /** How long the page is watched at least. */
  begins: number;
  /** For what says of itself that it is still to come: skeletons, spinners, regions that are busy. */
  busy: number;
}

/** For a document to come and be read, whatever else is waited for. */
export const DOCUMENT = 15_000;

/** After a click, a key, a choice: whatever follows may first go over the network, which we do not see. */
export const ACTION: Patience = { rest: 2000, changes: 5000, quiet: 300, begins: 500, busy: 4000 };

/** After an entry: what a page makes of it shows at once, or at the next look. */
export const ENTRY: Patience = { rest: 1000, changes: 2000, quiet: 80, begins: 100, busy: 2000 };

/** After scrolling: lists that grow look at how far one came, and only then begin to. */
export const SCROLL: Patience = { rest: 2000, changes: 3000, quiet: 150, begins: 250, busy: 4000 };

/** After going to another page. */
export const NAVIGATION: Patience = { rest: 5000, changes: 3000, quiet: 300, begins: 50, busy: 8000 };

/** Waits for loads and changes to come to rest. False when a document took too long. A dialog is rest. */
export async function settle(under: Under, patience: Patience, frameId = 0): Promise<boolean> {
  const { watch, signal } = under;
  const end = performance.now() + DOCUMENT;
  for (;;) {
    if (watch.removed || isHeld(under)) return true;
    await watch.until(() => !watch.isDocumentDue || isHeld(under), Math.max(0, end - performance.now()), signal);
    if (watch.isDocumentDue && !isHeld(under)) return false;
    await watch.until(() => !watch.isLoading || isHeld(under), patience.rest, signal);
    const before = watch.count;
    await still(under, patience, frameId);
    if (watch.count === before || performance.now() >= end) return true;
  }
}

/** An open dialog holds the page: it does nothing else. */
function isHeld({ tabId }: Under): boolean {
  return known(tabId)?.dialog != null;
}

// A navigation that begins meanwhile ends the waiting, for the document may be put aside with its answer.
async function still(under: Under, { changes, quiet, begins, busy }: Patience, frameId: number): Promise<void> {
  const { watch, signal } = under;
  if (watch.removed || isHeld(under)) return;
  const before = watch.documents;
  const limit = Math.max(changes, busy) + 1000;
  const options = { timeout: changes, quiet, min: begins, busy };
  const frames = frameId === 0 ? [0] : [0, frameId];
  const rest = Promise.all(frames.map((each) => quietly(under, restHere, [options], limit, each)));
  const left = watch.until(() => watch.documents !== before || watch.removed || isHeld(under), limit, signal);
  left.catch(() => undefined);
  await atMost(Promise.race([rest, left]), limit, undefined, signal);
}
