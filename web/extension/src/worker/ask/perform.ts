/** Does what asking wants done, and reports what came of it. */

import { ApiError } from "@screen-agent/api";
import type { Effect, Happening } from "../../ask/event.ts";
import type { Outcome, PageRead } from "../../ask/state.ts";
import { originOf } from "../../shared/origin.ts";
import { codeOf, failureOf } from "../failure.ts";
import { RESTRICTED, tabNow } from "../restricted.ts";
import { within } from "../wake.ts";
import type { World } from "../world.ts";
import { performTool } from "./tool.ts";

/** An answer takes several steps at most; a silent server is not waited for longer. */
const ANSWER_MS = 300_000;
/** A page that goes elsewhere while it is read is read this often. */
const READS = 3;
/** A tool that takes longer may have been done or not. */
const TOOL_MS = 60_000;

type Of<K extends Effect["kind"]> = Extract<Effect, { kind: K }>;

type Tell = (happening: Happening) => void;

/** Performs an effect of somebody's question. Whatever goes wrong is an event, never an exception. */
export async function perform(
  world: World,
  owner: string,
  effect: Effect,
  signal: AbortSignal,
  tell: Tell,
): Promise<void> {
  switch (effect.kind) {
    case "read":
      return tell(await readPage(world, effect, signal));
    case "ask":
      // Somebody else has signed in meanwhile: nothing goes out under their name, or to their server.
      if (world.packets() !== null && owner !== world.owner()) return;
      return send(world, effect, signal, tell);
    case "perform":
      return tell({ kind: "performed", turn: effect.turn, outcome: await tool(world, effect, signal) });
    case "wakeAt":
      world.timers.after(Math.max(0, effect.at - world.now()), () => tell({ kind: "tick" }));
      return;
    case "release":
      return world.hands.release(effect.tabId).catch(() => undefined);
    case "signedOut":
      return world.signedOut(effect.problem);
    case "abort":
      return;
  }
}

async function readPage(world: World, { turn, tabId }: Of<"read">, signal: AbortSignal): Promise<Happening> {
  const tab = await tabNow(tabId);
  if (!tab) return { kind: "tabClosed", tabId };
  if (tab.restricted) return { kind: "unread", turn, why: "restricted", message: RESTRICTED };
  try {
    return { kind: "read", turn, page: await readStill(world, tabId, signal) };
  } catch (error) {
    const code = codeOf(error);
    if (code === "TAB_GONE") return { kind: "tabClosed", tabId };
    return {
      kind: "unread",
      turn,
      why: code === "RESTRICTED" ? "restricted" : code === "PAGE_FAILED" ? "failed" : "silent",
      message: WHY[code] ?? "The page does not answer.",
    };
  }
}

/** Reads a page that did not go elsewhere meanwhile; one that always does bears a number that nothing is done under. */
async function readStill(world: World, tabId: number, signal: AbortSignal): Promise<PageRead> {
  for (let tries = 1; ; tries++) {
    const generation = await world.generation(tabId);
    const { url, title, html } = await world.reader.read(tabId, signal);
    const moved = (await world.generation(tabId)) !== generation;
    if (!moved || tries === READS) return { tabId, origin: originOf(url), capture: { url, title, html, generation } };
  }
}

const WHY: Readonly<Record<string, string>> = {
  RESTRICTED,
  PAGE_FAILED: "The page could not be loaded.",
};

async function send(world: World, { turn, body }: Of<"ask">, signal: AbortSignal, tell: Tell): Promise<void> {
  try {
    const client = world.packets();
    if (!client) throw new ApiError(401, { code: "UNAUTHORIZED", message: "You are signed out." });
    await within(world.timers, ANSWER_MS, signal, async (limit) => {
      for await (const told of client.ask(body, limit)) {
        if (told.kind === "progress") tell({ kind: "told", turn, text: told.text });
        else tell({ kind: "answered", turn, packet: told.packet });
      }
    });
  } catch (error) {
    const failure = failureOf(error, signal);
    if (failure) tell({ kind: "refused", turn, failure });
  }
}

function tool(world: World, effect: Of<"perform">, signal: AbortSignal): Promise<Outcome> {
  return within(world.timers, TOOL_MS, signal, async (limit) => {
    try {
      return await performTool({ ...effect, world, signal: limit });
    } catch (error) {
      if (limit.aborted) return { status: "error", code: "TIMEOUT" };
      return { status: "error", code: codeOf(error) === "TAB_GONE" ? "NO_TARGET_TAB" : "RUNTIME_UNAVAILABLE" };
    }
  });
}
