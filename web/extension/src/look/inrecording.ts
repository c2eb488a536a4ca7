/**
 * What runs inside frames where it is noted what the person does. These functions are sent as text: each stands alone and
 * uses nothing but its arguments, the globals of its frame, and the page bundles in it.
 */
import type {} from "@screen-agent/page/agent";
import type { Noted } from "@screen-agent/page/noted";

/** Notes down what the person does here, and tells the worker; null in a document without the bundle. */
export function recordHere(): true | null {
  const agent = globalThis.__screenAgent;
  if (!agent || !("record" in agent)) return null;
  type Api = { runtime: { sendMessage: (message: unknown) => Promise<unknown> } };
  const { browser, chrome } = globalThis as { browser?: Api; chrome?: Api };
  return agent.record((noted) => void (browser ?? chrome)?.runtime.sendMessage({ noted }).catch(() => undefined));
}

/** Ends it, and answers what was still being written. */
export function unrecordHere(): Noted[] {
  const agent = globalThis.__screenAgent;
  return agent && "unrecord" in agent ? agent.unrecord() : [];
}

/** The next click chooses a control, of which the worker is told; or none does any more. */
export function pointHere(on: boolean): true | null {
  const agent = globalThis.__screenAgent;
  if (!agent || !("point" in agent)) return null;
  type Api = { runtime: { sendMessage: (message: unknown) => Promise<unknown> } };
  const { browser, chrome } = globalThis as { browser?: Api; chrome?: Api };
  const tell = (message: unknown): void =>
    void (browser ?? chrome)?.runtime.sendMessage(message).catch(() => undefined);
  return agent.point(on ? (id, seen) => tell({ pointed: { id, seen } }) : undefined);
}
