/** The browser's debugger, for whoever was given its permission. The one place that says `chrome.debugger`. */
import { browser } from "wxt/browser";
import { hear, heeding, NEVER } from "../shared/wait.ts";

/** Why the debugger did not do what it was asked. */
export class CdpError extends Error {
  constructor(
    /** `unavailable`: this build has no debugger. `detached`: the person, the browser or another tool took it away. */
    readonly kind: "unavailable" | "refused" | "detached" | "command",
    message: string,
  ) {
    super(message);
    this.name = "CdpError";
  }
}

type Params = Record<string, unknown>;

export interface SendOptions {
  /** Breaks off the waiting; what was sent may still take effect. */
  signal?: AbortSignal;
  /** A frame that lives in a process of its own; the tab itself when absent. */
  sessionId?: string;
}

const VERSION = "1.3";

/** Tabs that we have attached to, as far as this run of the worker knows. */
const ours = new Set<number>();
const attaching = new Map<number, Promise<void>>();
let watching = false;

/** Whether this build and browser have a debugger at all. The permission cannot be asked for later. */
export function available(): boolean {
  return typeof browser.debugger?.attach === "function";
}

/** Whether commands can be sent to the tab now. */
export function attached(tabId: number): boolean {
  return ours.has(tabId);
}

/** Attaches to a tab; the browser shows a banner from now on. Attaching twice is attaching once. */
export function attach(tabId: number): Promise<void> {
  if (!available()) return Promise.reject(new CdpError("unavailable", "this build has no debugger permission"));
  if (ours.has(tabId)) return Promise.resolve();
  const under = attaching.get(tabId) ?? attachNow(tabId).finally(() => attaching.delete(tabId));
  attaching.set(tabId, under);
  return under;
}

async function attachNow(tabId: number): Promise<void> {
  watchDetaching();
  try {
    await browser.debugger.attach({ tabId }, VERSION);
  } catch (error) {
    // A worker that was suspended forgets its attachments; the browser does not.
    if (!(await answers(tabId))) throw new CdpError("refused", textOf(error));
  }
  ours.add(tabId);
}

async function answers(tabId: number): Promise<boolean> {
  try {
    await browser.debugger.sendCommand({ tabId }, "Target.getTargetInfo");
    return true;
  } catch {
    return false;
  }
}

/** Lets go of a tab; the banner goes with the last one. Never fails. */
export async function detach(tabId: number): Promise<void> {
  ours.delete(tabId);
  if (!available()) return;
  await browser.debugger.detach({ tabId }).catch(() => undefined);
}

/** Sends a command. Its answer is the caller's to read: nothing is known of its shape here. */
export async function send(
  tabId: number,
  method: string,
  params: Params = {},
  options: SendOptions = {},
): Promise<Params> {
  if (!ours.has(tabId)) throw new CdpError("detached", "the debugger is not attached to the tab");
  options.signal?.throwIfAborted();
  const target = options.sessionId ? { tabId, sessionId: options.sessionId } : { tabId };
  const sent = browser.debugger.sendCommand(target, method, params).catch((error: unknown) => {
    const text = textOf(error);
    throw new CdpError(/detached|not attached|closed/i.test(text) ? "detached" : "command", `${method}: ${text}`);
  });
  return ((await (options.signal ? heeding(sent, options.signal) : sent)) ?? {}) as Params;
}

/** Hears an event of a tab until the signal is given. */
export function listen(
  tabId: number,
  method: string,
  heard: (params: Params, sessionId?: string) => void,
  signal: AbortSignal,
): void {
  if (!available()) return;
  const listener = (source: { tabId?: number; sessionId?: string }, name: string, params?: object): void => {
    if (source.tabId === tabId && name === method) heard((params ?? {}) as Params, source.sessionId);
  };
  hear(browser.debugger.onEvent, listener, signal);
}

/** Hears that a tab's debugger was taken away: by the person on the banner, by the tab's end. */
export function onDetached(heard: (tabId: number, reason: string) => void, signal: AbortSignal): void {
  if (!available()) return;
  const listener = (source: { tabId?: number }, reason: string): void => {
    if (source.tabId !== undefined) heard(source.tabId, reason);
  };
  hear(browser.debugger.onDetach, listener, signal);
}

// For the worker's whole life: what is attached is known for no shorter.
function watchDetaching(): void {
  if (watching) return;
  watching = true;
  onDetached((tabId) => ours.delete(tabId), NEVER);
}

// The browser puts the protocol's own error into the message as JSON.
function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === "object" && read !== null && "message" in read) return String(read.message).slice(0, 200);
  } catch {
    // Not JSON: said in words.
  }
  return text.slice(0, 200);
}
