import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as cdp from "../../src/hands/cdp.ts";

type Listener = (source: { tabId?: number; sessionId?: string }, ...more: unknown[]) => void;

/** The browser's debugger, as far as it is asked here. */
class Fake {
  readonly events = new Set<Listener>();
  readonly ends = new Set<Listener>();
  attaches = 0;
  refuses: string | null = null;
  answers: (method: string) => Promise<unknown> = () => Promise.resolve({ value: 1 });

  readonly debugger = {
    attach: (): Promise<void> => {
      this.attaches++;
      return this.refuses === null ? Promise.resolve() : Promise.reject(new Error(this.refuses));
    },
    detach: (): Promise<void> => Promise.resolve(),
    sendCommand: (_: unknown, method: string): Promise<unknown> => this.answers(method),
    onEvent: {
      addListener: (one: Listener) => void this.events.add(one),
      removeListener: (one: Listener) => void this.events.delete(one),
    },
    onDetach: {
      addListener: (one: Listener) => void this.ends.add(one),
      removeListener: (one: Listener) => void this.ends.delete(one),
    },
  };
}

// What is attached to is remembered for a worker's whole life, so every test has a tab of its own.
const shared = new Fake();
let tabId = 100;

beforeEach(() => {
  Object.assign(globalThis, { browser: shared });
  Object.assign(shared, { attaches: 0, refuses: null, answers: () => Promise.resolve({ value: 1 }) });
  tabId++;
});

const kindOf =
  (kind: string) =>
  (error: unknown): boolean =>
    error instanceof cdp.CdpError && error.kind === kind;

test("a build without the debugger says so", async () => {
  Object.assign(globalThis, { browser: {} });
  assert.equal(cdp.available(), false);
  await assert.rejects(cdp.attach(tabId), kindOf("unavailable"));
  await cdp.detach(tabId);
});

test("attaching twice is attaching once", async () => {
  await Promise.all([cdp.attach(tabId), cdp.attach(tabId)]);
  await cdp.attach(tabId);
  assert.equal(shared.attaches, 1);
  assert.equal(cdp.attached(tabId), true);
});

test("a worker that was suspended finds its attachment again, and takes nobody else's", async () => {
  shared.refuses = "Another debugger is already attached to the tab";
  await cdp.attach(tabId);
  assert.equal(cdp.attached(tabId), true);
  shared.answers = () => Promise.reject(new Error("Debugger is not attached to the tab"));
  await assert.rejects(cdp.attach(tabId + 1000), kindOf("refused"));
  assert.equal(cdp.attached(tabId + 1000), false);
});

test("the protocol's errors are told in its own words", async () => {
  await cdp.attach(tabId);
  shared.answers = () => Promise.reject(new Error('{"code":-32602,"message":"Invalid stream handle"}'));
  await assert.rejects(
    cdp.send(tabId, "IO.close"),
    (error: Error) => kindOf("command")(error) && error.message === "IO.close: Invalid stream handle",
  );
  shared.answers = () => Promise.reject(new Error("Detached while handling command."));
  await assert.rejects(cdp.send(tabId, "Page.enable"), kindOf("detached"));
});

test("nothing is sent to a tab that the debugger was taken from", async () => {
  await cdp.attach(tabId);
  for (const end of shared.ends) end({ tabId }, "canceled_by_user");
  assert.equal(cdp.attached(tabId), false);
  await assert.rejects(cdp.send(tabId, "Page.enable"), kindOf("detached"));
});

test("a stop breaks off the waiting, and ends the listening", async () => {
  await cdp.attach(tabId);
  const stop = new AbortController();
  const heard: unknown[] = [];
  cdp.listen(tabId, "Page.loadEventFired", (params) => heard.push(params), stop.signal);
  for (const told of shared.events) {
    told({ tabId }, "Page.loadEventFired", { timestamp: 1 });
    told({ tabId: tabId + 1 }, "Page.loadEventFired", { timestamp: 2 });
    told({ tabId }, "Page.other", { timestamp: 3 });
  }
  assert.deepEqual(heard, [{ timestamp: 1 }]);
  shared.answers = () => new Promise(() => undefined);
  const waiting = cdp.send(tabId, "Runtime.evaluate", {}, { signal: stop.signal });
  stop.abort();
  await assert.rejects(waiting, { name: "AbortError" });
  assert.equal(shared.events.size, 0);
});
