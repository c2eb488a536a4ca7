/** The acting bundle: comes into a world that has the page bundle when something is to be done there. */
import { act } from "./actions/registry.ts";
import type { PageHands } from "./agent.ts";
import { fullDom } from "./html/full.ts";
import { skeleton } from "./html/skeleton.ts";
import { joinFrames } from "./join.ts";
import { elsewhere } from "./locate/basis.ts";
import { guardKeys } from "./locate/guard.ts";
import { locate } from "./locate/locate.ts";

const hands: PageHands = { locate, act, guardKeys, elsewhere, skeleton, fullDom, join: joinFrames };

// A second injection changes nothing.
const agent = globalThis.__screenAgent;
if (agent && !("act" in agent)) Object.assign(agent, hands);
