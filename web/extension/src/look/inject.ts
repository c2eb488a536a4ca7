/** Running code of ours in the isolated world of one frame. */
import { browser } from "wxt/browser";
import { atMost, NEVER } from "../shared/wait.ts";
import { LookError, Moved, troubleOf } from "./error.ts";

/** The page bundles within the extension: the one that is declared as content script, and the one that acts. */
const BUNDLES = ["/page.js", "/act.js"] as const;

/** With the one that reads, where something is asked about the page. */
export const READING = ["/page.js", "/read.js"] as const;

/** With the one that notes down what the person does. */
export const RECORDING = ["/page.js", "/record.js"] as const;

type Bundle = (typeof BUNDLES | typeof READING | typeof RECORDING)[number];

/** Waiting in a frame that holds up its world, as an open dialog does, ends after this. */
const PATIENCE = 5000;
const SILENT = Symbol("silent");

export interface InFrame {
  tabId: number;
  frameId: number;
  signal?: AbortSignal;
  /** Milliseconds until the frame counts as silent. */
  patience?: number;
  /** The page's own world, where nothing is trusted; without, ours. */
  world?: "MAIN";
}

/**
 * Calls a function in a frame. It is sent as text: it may use nothing but its arguments and the
 * globals of the frame. What it answers must be plain data.
 */
export async function call<Args extends unknown[], T>(
  at: InFrame,
  func: (...args: Args) => T,
  args: Args,
): Promise<Awaited<T>> {
  const running = browser.scripting.executeScript({
    target: { tabId: at.tabId, frameIds: [at.frameId] },
    injectImmediately: true,
    ...(at.world && { world: at.world }),
    func,
    args,
  });
  const [found] = await within(running, at).catch((error: unknown) => rethrow(error, at));
  // Firefox tells of an exception here; the others answer nothing.
  if (found && "error" in found && found.error) throw troubleOf(found.error);
  if (!found) throw new Moved("the frame is gone");
  return found.result as Awaited<T>;
}

/**
 * Calls a function that needs a page bundle and answers null without it. It is brought then, and the
 * function called again: a tab that was open before the extension came has none, and what acts comes
 * into a frame only when something is to be done there.
 */
export async function ask<Args extends unknown[], T>(
  at: InFrame,
  func: (...args: Args) => T,
  args: Args,
  bundles: readonly Bundle[] = BUNDLES,
): Promise<NonNullable<Awaited<T>>> {
  for (let tries = 0; tries < 2; tries++) {
    const answer = await call(at, func, args);
    if (answer !== null && answer !== undefined) return answer;
    await bring(at, bundles);
  }
  throw new Moved("the page bundles do not stay in the frame");
}

async function bring(at: InFrame, bundles: readonly Bundle[]): Promise<void> {
  const target = { tabId: at.tabId, frameIds: [at.frameId] };
  await within(browser.scripting.executeScript({ target, injectImmediately: true, files: [...bundles] }), at).catch(
    (error: unknown) => rethrow(error, at),
  );
}

function rethrow(error: unknown, { signal }: InFrame): never {
  signal?.throwIfAborted();
  if (error instanceof LookError) throw error;
  throw troubleOf(error);
}

async function within<T>(promise: Promise<T>, { signal = NEVER, patience = PATIENCE }: InFrame): Promise<T> {
  signal.throwIfAborted();
  const found = await atMost(promise, patience, SILENT, signal);
  if (found === SILENT) throw new LookError("NO_ANSWER");
  return found;
}
