/** The page bundle: installs one global into the world that it is injected into. */
import type { PageEyes } from "./agent.ts";
import { hand } from "./dom/tree.ts";
import * as lending from "./lending.ts";
import { bar, listenFirst, relieve } from "./locate/sentry.ts";
import { frameElements, frameSlots } from "./observe/frames.ts";
import { events, watch } from "./observe/mutations.ts";
import { observe, quick, shutHost } from "./observe/observe.ts";
import { stable } from "./observe/stable.ts";

// Watching starts at once, so that waiting knows what went before, and listening before the page's own does.
function eyes(): PageEyes {
  watch(document);
  listenFirst();
  return {
    observe,
    stable,
    frameSlots,
    frameElement: (index) => frameElements()[index] ?? null,
    hash: quick,
    shutHost,
    hand,
    events,
    bar,
    relieve,
    lending,
  };
}

// A second injection must not forget the ids that were handed out.
globalThis.__screenAgent ??= eyes();
