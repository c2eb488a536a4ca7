/**
 * Asking the page's own world, through the debugger, which elements listen without showing it.
 *
 * A look's question is an expression that calls `getEventListeners`. DevTools' own function of that
 * name is kept from extensions, so the expression is evaluated twice with one of ours: first it
 * collects the elements, then, once the debugger has told of each, it answers for them.
 */
import * as cdp from "../hands/cdp.ts";

/** Longest that a look waits for it; it is good without. */
const PATIENCE = 2000;

/** The answer to a look's question; null when there is none to be had. */
export async function answerTo(question: string, tabId: number, signal: AbortSignal): Promise<string | null> {
  const group = `eyes-${Date.now()}`;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
  try {
    return await answer(question, { tabId, group, signal: limited });
  } catch {
    signal.throwIfAborted();
    return null;
  } finally {
    await cdp.send(tabId, "Runtime.releaseObjectGroup", { objectGroup: group }).catch(() => undefined);
  }
}

interface At {
  tabId: number;
  group: string;
  signal: AbortSignal;
}

async function answer(question: string, at: At): Promise<string | null> {
  const list = (
    await evaluate(
      `(() => { const met = []; const getEventListeners = (el) => (met.push(el), {}); ${question}; return met; })()`,
      at,
      false,
    )
  ).objectId;
  if (typeof list !== "string") return null;
  const heard = await Promise.all((await itemsOf(list, at)).map((objectId) => typesHeard(objectId, at)));
  const told = JSON.stringify(heard.map((types) => Object.fromEntries(types.map((type) => [type, 1]))));
  // The page may have changed in between: an answer for other elements is none.
  const reply = await evaluate(
    `(() => { let n = 0; const told = ${told}; const getEventListeners = () => told[n++] ?? {}; const text = ${question}; return n === told.length ? text : null; })()`,
    at,
    true,
  );
  return typeof reply.value === "string" ? reply.value : null;
}

async function evaluate(
  expression: string,
  { tabId, group, signal }: At,
  returnByValue: boolean,
): Promise<Record<string, unknown>> {
  const reply = await cdp.send(
    tabId,
    "Runtime.evaluate",
    { expression, objectGroup: group, returnByValue, silent: true },
    { signal },
  );
  return (reply.result ?? {}) as Record<string, unknown>;
}

async function itemsOf(objectId: string, { tabId, signal }: At): Promise<string[]> {
  const reply = await cdp.send(tabId, "Runtime.getProperties", { objectId, ownProperties: true }, { signal });
  const properties = (reply.result ?? []) as { name: string; value?: { objectId?: string } }[];
  return properties.flatMap(({ name, value }) => (/^\d+$/.test(name) && value?.objectId ? [value.objectId] : []));
}

async function typesHeard(objectId: string, { tabId, signal }: At): Promise<string[]> {
  const reply = await cdp.send(tabId, "DOMDebugger.getEventListeners", { objectId, depth: 1 }, { signal });
  return ((reply.listeners ?? []) as { type: string }[]).map(({ type }) => type);
}
