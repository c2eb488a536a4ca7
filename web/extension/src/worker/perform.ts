/** Does what the task loop wants done, and reports what came of it. */

import { ApiError, type Client, type InteractRequest, type TaskInfo } from "@screen-agent/api";
import type { Made, Performed } from "../shared/action.ts";
import type { Eyes } from "../shared/look.ts";
import { NEVER } from "../shared/wait.ts";
import type { Effect, Happening, More, Unseen } from "../task/event.ts";
import type { Want } from "../task/state.ts";
import { codeOf, failureOf } from "./failure.ts";
import { RESTRICTED, tabNow } from "./restricted.ts";
import { pause, within } from "./wake.ts";
import type { World } from "./world.ts";

/** The server answers or gives up within two minutes. */
const ANSWER_MS = 150_000;
/** Tries to have a task stopped at the server, and how long between them. */
const STOP_TRIES = 5;
const STOP_PAUSE_MS = 3_000;
const UNKNOWN_TRIES = 2;

type Of<K extends Effect["kind"]> = Extract<Effect, { kind: K }>;

type Tell = (happening: Happening) => void;

/** Performs an effect of somebody's task. Whatever goes wrong is an event, never an exception. */
export async function perform(
  world: World,
  owner: string,
  effect: Effect,
  signal: AbortSignal,
  tell: Tell,
): Promise<void> {
  // Somebody else has signed in meanwhile: nothing of the task before goes out under their name, or to their server.
  if (SPEAKS.has(effect.kind) && world.client() !== null && owner !== world.owner()) return;
  switch (effect.kind) {
    case "look":
      return tell(await looked(world, effect, signal));
    case "ask":
      return ask(world, effect, signal, tell);
    case "fetch":
      return tell({ kind: "fetched", turn: effect.turn, more: await fetched(world.eyes, effect.tabId, effect.want) });
    case "perform":
      return tell({ kind: "performed", turn: effect.turn, performed: await performed(world, effect, signal) });
    case "resume":
      return resume(world, effect, signal, tell);
    case "stopOnServer":
      return stop(world, effect);
    case "inquire":
      return inquire(world, effect, tell);
    case "wakeAt":
      world.timers.after(Math.max(0, effect.at - world.now()), () => tell({ kind: "tick" }));
      return;
    case "signedOut":
      return world.signedOut(effect.problem);
    case "release":
      await world.hands.release(effect.tabId).catch(() => undefined);
      return world.left(effect.tabId);
    case "moved":
      await world.hands.release(effect.from).catch(() => undefined);
      return world.moved(effect.from, effect.to);
    case "abort":
      return;
  }
}

/** What goes to the server, in the name of whoever is signed in. */
const SPEAKS: ReadonlySet<Effect["kind"]> = new Set(["ask", "resume", "stopOnServer", "inquire"]);

async function looked(world: World, effect: Of<"look">, signal: AbortSignal): Promise<Happening> {
  const { turn, tabId, about, settle, pauseMs } = effect;
  const tab = await tabNow(tabId);
  if (!tab) return { kind: "tabClosed" };
  const { url } = tab;
  if (tab.restricted) return { kind: "unseen", turn, why: "restricted", url, message: RESTRICTED };
  if (pauseMs > 0) await pause(world.timers, pauseMs);
  try {
    return { kind: "looked", turn, look: await world.eyes.look(tabId, { about, settle }, signal) };
  } catch (error) {
    const code = codeOf(error);
    if (code === "TAB_GONE") return { kind: "tabClosed" };
    return { kind: "unseen", turn, why: WHY[code] ?? "silent", url, message: sentence(error) };
  }
}

const WHY: Record<string, Unseen> = { RESTRICTED: "restricted", PAGE_FAILED: "failed" };

async function ask(world: World, effect: Of<"ask">, signal: AbortSignal, tell: Tell): Promise<void> {
  const { turn, body, key } = effect;
  const began = world.now();
  try {
    const request = JSON.parse(body) as InteractRequest;
    const data = await within(world.timers, ANSWER_MS, signal, (limit) =>
      clientOf(world).interact(request, { idempotencyKey: key, signal: limit }),
    );
    tell({ kind: "answered", turn, data, ms: world.now() - began });
  } catch (error) {
    const failure = failureOf(error, signal);
    if (failure) tell({ kind: "refused", turn, failure });
  }
}

/** Exactly what was asked for; what cannot be had is left out. */
async function fetched(eyes: Eyes, tabId: number, want: Want): Promise<More> {
  const [skeleton, dom, picture] = await Promise.all([
    want.skeleton ? eyes.skeleton(tabId).catch(() => undefined) : undefined,
    want.dom ? eyes.fullDom(tabId).catch(() => undefined) : undefined,
    want.picture ? eyes.picture(tabId).catch(() => undefined) : undefined,
  ]);
  return {
    ...(skeleton !== undefined && { skeleton }),
    ...(dom !== undefined && { dom }),
    ...(picture && { picture }),
  };
}

async function performed(world: World, effect: Of<"perform">, signal: AbortSignal): Promise<Performed> {
  const { tabId, decision } = effect;
  try {
    const { file, ...went } = await world.hands.perform(tabId, decision, signal);
    return file ? { ...went, state: `${went.state ?? ""}, ${await handedOver(world, file, signal)}` } : went;
  } catch (error) {
    return {
      success: false,
      error: { code: "UNEXPECTED_ERROR", message: sentence(error) },
      noticed: { network: false, dom: false, url: false },
    };
  }
}

/** What an action made is the person's: the server keeps it for them, by the key that is told. */
async function handedOver(world: World, { name, mime, data }: Made, signal: AbortSignal): Promise<string> {
  try {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
    const { s3Key } = await clientOf(world).upload(new File([bytes], name, { type: mime }), signal);
    return `kept as ${s3Key}`;
  } catch (error) {
    signal.throwIfAborted();
    return `not kept: ${sentence(error)}`;
  }
}

async function resume(world: World, effect: Of<"resume">, signal: AbortSignal, tell: Tell): Promise<void> {
  const { turn, sessionId, taskId, body } = effect;
  try {
    await clientOf(world).resume(sessionId, taskId, body);
    tell({ kind: "resumed", turn });
  } catch (error) {
    const failure = failureOf(error, signal);
    if (failure) tell({ kind: "notResumed", turn, failure });
  }
}

/** Has it stopped at the server too. Here it has stopped already, whatever the server says. */
async function stop(world: World, effect: Of<"stopOnServer">): Promise<void> {
  const client = world.client();
  for (let tries = 1; client && tries <= STOP_TRIES; tries++) {
    try {
      const taskId = effect.taskId ?? (await newest(client, effect));
      if (taskId) return void (await client.stop(effect.sessionId, taskId));
      // The request that begins it may still be on its way.
      if (tries >= UNKNOWN_TRIES) return;
    } catch (error) {
      // It has ended, or is not known: there is nothing to stop.
      if (failureOf(error, NEVER)?.kind === "refused" && !isBusyOrDown(error)) return;
    }
    if (tries < STOP_TRIES) await pause(world.timers, STOP_PAUSE_MS * tries);
  }
}

function isBusyOrDown(error: unknown): boolean {
  const failure = failureOf(error, NEVER);
  return failure?.kind === "refused" && (failure.status >= 500 || failure.status === 429);
}

/** The task that a request begun which was broken off before its answer: it may be there or not. */
async function newest(client: Client, { sessionId, query }: Of<"stopOnServer">): Promise<string | null> {
  const { tasks } = await client.tasks(sessionId);
  const open = tasks.find(
    (task: TaskInfo) => task.query === query && !["completed", "failed", "interrupted"].includes(task.status),
  );
  return open?.taskId ?? null;
}

async function inquire(world: World, effect: Of<"inquire">, tell: Tell): Promise<void> {
  try {
    const { task, ledger, verified, userQuestion, approval, usage } = await clientOf(world).timeline(
      effect.sessionId,
      effect.taskId,
    );
    const tokens = usage ? { promptTokens: usage.promptTokens, completionTokens: usage.completionTokens } : null;
    const asks = userQuestion !== undefined || approval !== undefined;
    tell({
      kind: "told",
      status: task.status,
      result: task.result ?? null,
      asks,
      usage: tokens,
      modelCalls: usage?.calls ?? null,
      ledger: ledger ?? null,
      verified: verified ?? null,
    });
  } catch {
    // It was a hint; the next answer says the same.
  }
}

function clientOf(world: World): Client {
  const client = world.client();
  if (!client) throw new ApiError(401, { code: "UNAUTHORIZED", message: "You are signed out." });
  return client;
}

function sentence(error: unknown): string {
  return error instanceof Error && error.message ? error.message : "something unexpected happened";
}
