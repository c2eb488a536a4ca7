/** The acting bundle: comes into a world that has the page bundle when something is to be done there. */
import { act } from "./actions/registry.ts";
import { fullDom } from "./html/full.ts";
import { skeleton } from "./html/skeleton.ts";
import { joinFrames } from "./join.ts";
import { elsewhere } from "./locate/basis.ts";
import { guardKeys } from "./locate/guard.ts";
import { locate } from "./locate/locate.ts";

/** What a document may be asked besides looks: acting, and what is only ever read on demand. */
const hands = { locate, act, guardKeys, elsewhere, skeleton, fullDom, join: joinFrames };
export type PageHands = typeof hands;

// A second injection changes nothing.
const agent = globalThis.__screenAgent;
if (agent && !("act" in agent)) Object.assign(agent, hands);
