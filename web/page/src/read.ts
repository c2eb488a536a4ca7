/** The reading bundle: comes into a world that has the page bundle when what is written there is asked about. */
import type { PageReader } from "./agent.ts";
import { vouch } from "./highlight/held.ts";
import { selectionLinks } from "./highlight/links.ts";
import { highlight, unhighlight } from "./highlight/outline.ts";
import { capture, holeElement } from "./html/capture.ts";
import { joinParts } from "./html/joined.ts";

const reader: PageReader = { capture, holeElement, joinParts, vouch, highlight, unhighlight, selectionLinks };

// A second injection changes nothing.
const agent = globalThis.__screenAgent;
if (agent && !("capture" in agent)) Object.assign(agent, reader);
