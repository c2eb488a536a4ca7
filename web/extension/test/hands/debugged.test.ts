import assert from "node:assert/strict";
import { test } from "node:test";
import { debug, known, lineOf, release } from "../../src/hands/debugged.ts";

type Listener = (source: { tabId?: number }, ...more: unknown[]) => void;

/** A debugger that takes everything, and can be made to tell. */
function fake() {
  const heard: { method: string; params: unknown }[] = [];
  const events = new Set<Listener>();
  const ends = new Set<Listener>();
  const debuggee = {
    attach: () => Promise.resolve(),
    detach: () => Promise.resolve(),
    sendCommand: async (_: unknown, method: string, params: unknown) => {
      heard.push({ method, params });
      return {};
    },
    onEvent: {
      addListener: (one: Listener) => void events.add(one),
      removeListener: (one: Listener) => void events.delete(one),
    },
    onDetach: {
      addListener: (one: Listener) => void ends.add(one),
      removeListener: (one: Listener) => void ends.delete(one),
    },
  };
  const tell = (listeners: Set<Listener>, tabId: number, ...more: unknown[]): void => {
    for (const one of [...listeners]) one({ tabId }, ...more);
  };
  return {
    debuggee,
    heard,
    event: (tabId: number, method: string, params: object) => tell(events, tabId, method, params),
    end: (tabId: number, reason: string) => tell(ends, tabId, reason),
  };
}

const never = new AbortController().signal;
const browser = fake();
Object.assign(globalThis, { browser: { debugger: browser.debuggee } });

test("an alert is answered as it opens, a question is kept", async () => {
  const debugged = await debug(1, never);
  browser.event(1, "Page.javascriptDialogOpening", { type: "alert", message: "Saved" });
  assert.deepEqual([debugged.dialog, debugged.answered && lineOf(debugged.answered)], [null, "alert: Saved"]);
  assert.deepEqual(browser.heard.at(-1), { method: "Page.handleJavaScriptDialog", params: { accept: true } });
  browser.event(1, "Page.javascriptDialogOpening", { type: "prompt", message: "Name?", defaultPrompt: "nobody" });
  assert.equal(debugged.dialog && lineOf(debugged.dialog), "prompt: Name? [nobody]");
  browser.event(1, "Page.javascriptDialogClosed", {});
  assert.equal(debugged.dialog, null);
  await release(1);
  assert.equal(known(1), null);
});

test("a person who takes the debugger off is not given it again until the task is over", async () => {
  await debug(2, never);
  browser.end(2, "canceled_by_user");
  assert.equal(known(2), null);
  await assert.rejects(debug(2, never), /person took/);
  await release(2);
  await debug(2, never);
  browser.end(2, "target_closed");
  await debug(2, never);
  await release(2);
});

test("held requests are treated by the rules of their tab", async () => {
  const debugged = await debug(3, never);
  debugged.rules.push({ pattern: "*/ads/*", treatment: { how: "block" } });
  browser.event(3, "Fetch.requestPaused", { requestId: "a", request: { url: "http://x/ads/1" } });
  assert.equal(browser.heard.at(-1)?.method, "Fetch.failRequest");
  browser.event(3, "Fetch.requestPaused", { requestId: "b", request: { url: "http://x/page" } });
  assert.equal(browser.heard.at(-1)?.method, "Fetch.continueRequest");
  await release(3);
});

test("waiting for the debugger ends with it", async () => {
  const debugged = await debug(4, never);
  const waiting = debugged.until(() => debugged.dialog !== null, never);
  await release(4);
  await assert.rejects(waiting, /taken away/);
});
