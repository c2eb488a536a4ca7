/** The page bundle: installs one global into the world that it is injected into. */
import { type PageAgent, agent } from "./agent.ts";

declare global {
  var __screenAgent: PageAgent | undefined;
}

// A second injection must not forget the ids that were handed out.
globalThis.__screenAgent ??= agent();
