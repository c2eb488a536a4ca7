/** The page bundle: installs one global into the world that it is injected into. */
import { hand } from "./dom/tree.ts";
import * as lending from "./lending.ts";
import { bar, listenFirst, relieve } from "./locate/sentry.ts";
import { frameElements, frameSlots } from "./observe/frames.ts";
import { watch } from "./observe/mutations.ts";
import { observe, shutHost } from "./observe/observe.ts";
import { stable } from "./observe/stable.ts";

/** The n-th frame element in the order of `frameSlots`, for a client that must find its target. */
const frameElement = (index: number): Element | null => frameElements()[index] ?? null;

/** What a document that is only looked at may be asked; `lending` is for the other two bundles alone. */
const eyes = { observe, stable, frameSlots, frameElement, shutHost, hand, bar, relieve, lending };
export type PageEyes = typeof eyes;

// A second injection must not forget the ids that were handed out.
if (!globalThis.__screenAgent) {
  // Watching starts at once, so that waiting knows what went before, and listening before the page's own does.
  watch(document);
  listenFirst();
  globalThis.__screenAgent = eyes;
}
