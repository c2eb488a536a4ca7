/** The reading bundle: comes into a world that has the page bundle when what is written there is asked about. */
import { vouch } from "./highlight/held.ts";
import { selectionLinks } from "./highlight/links.ts";
import { highlight, mark, unhighlight } from "./highlight/outline.ts";
import { capture, holeElement } from "./html/capture.ts";
import { joinParts } from "./html/stitch.ts";

/** What a document may be asked about its words, in view or not, and where they stand. */
const reader = { capture, holeElement, joinParts, vouch, highlight, mark, unhighlight, selectionLinks };
export type PageReader = typeof reader;

// A second injection changes nothing.
const agent = globalThis.__screenAgent;
if (agent && !("capture" in agent)) Object.assign(agent, reader);
