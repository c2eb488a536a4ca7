import type { PageHands } from "./act.ts";
import type { PageEyes } from "./index.ts";
import type { PageReader } from "./read.ts";
import type { PageRecorder } from "./record.ts";

/**
 * The agent of a document; `"act" in agent` tells whether it has its hands, `"capture" in agent` whether it reads, `"record" in agent`
 * whether it notes down.
 */
export type PageAgent = PageEyes & (object | PageHands) & (object | PageReader) & (object | PageRecorder);

declare global {
  var __screenAgent: PageAgent | undefined;
}
