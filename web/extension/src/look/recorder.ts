/** Has documents note down what the person does in them, as `Recorder` says. */
import type { Recorder } from "../shared/recording.ts";
import { framesIn } from "./frames.ts";
import { ask, call, RECORDING } from "./inject.ts";
import { pointHere, recordHere, unrecordHere } from "./inrecording.ts";

/** A frame that does not answer is done without; the page itself has to. */
const PATIENCE = 2000;
const TOP = 0;

export function recorder(): Recorder {
  const everywhere = async <T>(tabId: number, work: (frameId: number) => Promise<T>): Promise<void> => {
    const frames = (await framesIn(tabId)).map(({ frameId }) => frameId);
    await Promise.all(
      frames.map((frameId) =>
        work(frameId).catch((error: unknown) => {
          if (frameId === TOP) throw error;
        }),
      ),
    );
  };
  return {
    async begin(tabId, frameId) {
      const begin = (at: number): Promise<true> =>
        ask({ tabId, frameId: at, patience: PATIENCE }, recordHere, [], RECORDING);
      if (frameId === undefined) await everywhere(tabId, begin);
      else await begin(frameId);
    },
    async end(tabId) {
      const rest: Awaited<ReturnType<Recorder["end"]>> = [];
      await everywhere(tabId, async (frameId) => {
        const noted = await call({ tabId, frameId, patience: PATIENCE }, unrecordHere, []);
        rest.push(...noted.map((one) => ({ frameId, noted: one })));
      });
      return rest;
    },
    point: (tabId, on) =>
      everywhere(tabId, (frameId) => ask({ tabId, frameId, patience: PATIENCE }, pointHere, [on], RECORDING)),
  };
}
