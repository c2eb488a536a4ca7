/** The recording bundle: comes into a world that has the page bundle when the person wants what they do there noted down. */
import { point } from "./record/point.ts";
import { record, unrecord } from "./record/record.ts";

/** Noting down what the person does, and what they point at. */
const recorder = { record, unrecord, point };
export type PageRecorder = typeof recorder;

// A second injection changes nothing.
const agent = globalThis.__screenAgent;
if (agent && !("record" in agent)) Object.assign(agent, recorder);
