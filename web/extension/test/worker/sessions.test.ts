import assert from "node:assert/strict";
import test from "node:test";
import { click, data } from "../task/kit.ts";
import { Desk, FakePanel, tab } from "./fake.ts";

const done = () => data({ status: "completed", action: 'finish("Done.")' });

/** A tab on which a task was done. */
async function after(all: Desk): Promise<FakePanel> {
  await all.signIn();
  const panel = new FakePanel(all.browser).open();
  await all.begin();
  (await all.server.request(1)).gate.open(done());
  await panel.until((state) => state.task?.status === "success");
  return panel;
}

test("a tab keeps its conversation over tasks and pages, and makes it once", async () => {
  const all = await new Desk().start();
  const panel = await after(all);
  const first = panel.states.at(-1)?.sessionId;
  all.browser.tabList[0]!.url = "https://elsewhere.example/";
  all.browser.onUpdated.fire(7, { url: "https://elsewhere.example/" });
  await all.begin(7, "and now this");
  const second = await all.server.request(2);
  assert.equal(second.body.sessionId, first);
  assert.equal("taskId" in second.body, false);
  assert.equal(all.server.inits.length, 1);
});

test("a new conversation begins with its first words", async () => {
  const all = await new Desk().start();
  const panel = await after(all);
  const first = panel.states.at(-1)?.sessionId;
  await all.command({ kind: "newSession", tabId: 7 });
  const empty = await panel.until((state) => state.sessionId === null);
  assert.equal(empty.task, null);
  await all.begin(7, "more");
  const next = await all.server.request(2);
  assert.notEqual(next.body.sessionId, first);
  assert.equal(all.server.inits.length, 2);
});

test("an old conversation is taken up again", async () => {
  const all = await new Desk().start();
  const panel = await after(all);
  await all.command({ kind: "openSession", tabId: 7, sessionId: "old-one" });
  assert.equal((await panel.until((state) => state.sessionId === "old-one")).task, null);
  await all.begin(7, "more");
  assert.equal((await all.server.request(2)).body.sessionId, "old-one");
  assert.equal(all.server.inits.length, 1, "the server knows it");
});

test("no conversation is left while its task is under way", async () => {
  const all = await new Desk().start();
  await all.signIn();
  await all.begin();
  (await all.server.request(1)).gate.open(click());
  for (const command of [
    { kind: "newSession", tabId: 7 },
    { kind: "openSession", tabId: 7, sessionId: "old-one" },
  ] as const) {
    const answer = await all.command(command);
    assert.equal(!answer.ok && answer.problem.code, "TASK_UNDER_WAY");
  }
});

test("a conversation that cannot be made begins no task", async () => {
  const all = await new Desk().start();
  await all.signIn();
  all.server.down = true;
  const answer = await all.command({ kind: "start", tabId: 7, query: "fill it in" });
  assert.equal(!answer.ok && answer.problem.code, "NETWORK_ERROR");
  assert.equal(all.server.asked.length, 0);
  all.server.down = false;
  await all.begin();
  await all.server.request(1);
});

test("numbers of tabs that are gone are forgotten when the worker starts", async () => {
  const all = new Desk();
  all.browser.session.kept.running = true;
  all.browser.local.kept.tabSessions = {
    7: { sessionId: "a", url: "https://shop.example/form" },
    99: { sessionId: "b", url: "https://gone.example/" },
  };
  await all.start();
  assert.deepEqual(all.browser.local.kept.tabSessions, { 7: { sessionId: "a", url: "https://shop.example/form" } });
});

test("after a restart of the browser a tab is known by its address, not by its number", async () => {
  const all = new Desk();
  all.browser.tabList = [tab(7, "https://other.example/"), tab(12, "https://shop.example/form")];
  all.browser.local.kept.tabSessions = {
    7: { sessionId: "a", url: "https://shop.example/form" },
    8: { sessionId: "b", url: "https://gone.example/" },
  };
  await all.start();
  assert.deepEqual(all.browser.local.kept.tabSessions, { 12: { sessionId: "a", url: "https://shop.example/form" } });
});

test("after storage was lost the server's conversations are taken up: of this domain, else the newest", async () => {
  for (const [url, expected] of [
    ["https://www.shop.example/form", "shop"],
    ["https://notshop.example/", "newest"],
  ] as const) {
    const all = new Desk();
    all.browser.tabList = [tab(7, url)];
    all.server.known = [
      { sessionId: "newest", domain: "news.example" },
      { sessionId: "shop", domain: "shop.example" },
    ];
    await all.start();
    await all.signIn();
    assert.equal(
      (await new FakePanel(all.browser).open().until((state) => state.sessionId !== null)).sessionId,
      expected,
    );
    await all.begin();
    assert.equal((await all.server.request(1)).body.sessionId, expected);
    assert.equal(all.server.inits.length, 0);
  }
});

test("where nothing was lost, a fresh tab is a fresh tab", async () => {
  const all = await new Desk().start();
  all.server.known = [];
  await after(all);
  all.server.known = [{ sessionId: "shop", domain: "shop.example" }];
  all.browser.tabList.push(tab(8));
  const state = await new FakePanel(all.browser)
    .open({ tabId: 8, windowId: null })
    .until((state) => state.tab?.id === 8);
  assert.equal(state.sessionId, null);
});

test("a panel without a tab of its own follows the window", async () => {
  const all = await new Desk().start();
  all.browser.tabList = [{ ...tab(7), active: false }, tab(8, "chrome://settings/")];
  const panel = new FakePanel(all.browser).open({ tabId: null, windowId: 1 });
  const first = await panel.until((state) => state.tab !== null);
  assert.deepEqual([first.tab?.id, first.tab?.restricted], [8, true]);
  all.browser.tabList = [tab(7), { ...tab(8), active: false }];
  all.browser.onActivated.fire({ tabId: 7, windowId: 1 });
  assert.equal((await panel.until((state) => state.tab?.id === 7)).tab?.restricted, false);
});
