import assert from "node:assert/strict";
import test from "node:test";
import type { PageCapture } from "@screen-agent/api";
import type { Noted } from "../../src/shared/recording.ts";
import { look } from "../task/kit.ts";
import { Desk, EXTENSION, FakePanel, tab, turn } from "./fake.ts";

const SHOP = "https://shop.example";

/** A page with a field, a box, a list, a button and a field for a secret. */
function page(path = "/form", more: Partial<PageCapture> = {}): PageCapture {
  const node = (i: string, r: string, n: string, d: object = {}) => ({ i, r, n, d: { tag: "x", ...d } });
  const nodes = [
    ...[node("1", "inp", "City"), node("2", "chk", "Member"), node("3", "sel", "Colour"), node("4", "btn", "Save")],
    ...[node("5", "inp", "Key", { type: "password" }), node("6", "sel", "Year", { auto: "cc-exp-year" })],
  ] as PageCapture["interactiveTree"];
  return {
    ...look().capture,
    url: `${SHOP}${path}`,
    pageTitle: "Form",
    document: "d1",
    interactiveTree: nodes,
    ...more,
  };
}

/** Signed in, recording, with an open panel. */
async function desk(): Promise<Recording> {
  const all = await new Desk().start();
  await all.signIn();
  const recording = new Recording(all, new FakePanel(all.browser).open());
  assert.deepEqual(await all.command({ kind: "startRecording", tabId: 7 }), { ok: true });
  return recording;
}

class Recording {
  constructor(
    readonly all: Desk,
    readonly panel: FakePanel,
  ) {}

  /** A document tells what the person did, and it is taken in. */
  async did(action: string, more: Partial<Noted> & { from?: object } = {}): Promise<void> {
    const { from = {}, ...rest } = more;
    const id = /^\w+\("(\d+)"/.exec(action)?.[1];
    const noted = { action, seen: page(), ...(id ? { id } : {}), ...rest };
    const sender = { id: EXTENSION, url: `${SHOP}/form`, origin: SHOP, frameId: 0, tab: { id: 7 }, ...from };
    this.all.browser.onMessage.fire({ noted }, sender, () => {});
    for (let turns = 0; turns < 20; turns++) await turn();
  }

  /** The browser tells that a document came. */
  async came(url: string, more: object = {}): Promise<void> {
    this.all.browser.tabList[0]!.url = url;
    this.all.browser.onCommitted.fire({ tabId: 7, frameId: 0, url, transitionType: "link", ...more });
    for (let turns = 0; turns < 20; turns++) await turn();
  }

  async steps(): Promise<string[]> {
    const state = await this.panel.until((state) => state.recording !== null);
    return state.recording!.steps.map(({ action }) => action);
  }

  finish(): Promise<unknown> {
    return this.all.command({ kind: "finishRecording", tabId: 7 });
  }
}

test("what is given again is given once, and what is kept is sent as it was looked through", async () => {
  const one = await desk();
  await one.did('setValue("1", "Ber")');
  await one.did('setValue("1", "Bern")');
  await one.did('check("2")');
  await one.did('uncheck("2")');
  await one.did('selectDropdown("3", "", "Green")');
  await one.did('click("4")');
  await one.did('click("4")');
  await one.did('doubleClick("4")');
  assert.deepEqual(await one.steps(), [
    ...['setValue("1", "Bern")', 'uncheck("2")', 'selectDropdown("3", "", "Green")', 'doubleClick("4")'],
  ]);
  await one.finish();
  assert.ok(one.all.recorder.asked.includes("end 7"));
  await one.did('click("4")');
  await one.all.command({ kind: "dropStep", tabId: 7, step: 1 });
  await one.all.command({ kind: "varyStep", tabId: 7, step: 0, varies: true });
  assert.deepEqual(await one.all.command({ kind: "keepRecording", tabId: 7, name: "Change" }), { ok: true });
  const [sent] = one.all.server.recorded;
  assert.equal(sent?.name, "Change");
  assert.deepEqual(
    sent?.steps.map(({ action, varies, secret }) => [action, varies, secret]),
    [
      ['setValue("1", "Bern")', true, false],
      ['selectDropdown("3", "", "Green")', false, false],
      ['doubleClick("4")', false, false],
    ],
  );
  assert.ok(sent?.steps.every((step) => !("name" in step) && !("control" in step)));
  const end = await one.panel.until((state) => state.recording?.standing === "kept");
  assert.equal(end.recording?.name, "Change");
});

test("a secret is nowhere, whoever forgot to say that it is one", async () => {
  const one = await desk();
  await one.did('setValue("5", "")', { secret: true });
  await one.did('setValue("5", "hunter2")');
  await one.did('selectDropdown("6", "", "2031")');
  one.all.recorder.rest = [{ action: 'setValue("5", "hunter2")', id: "5", seen: page() }];
  await one.finish();
  assert.deepEqual(await one.steps(), ['setValue("5", "•••")']);
  const { recording } = await one.panel.until((state) => state.recording?.standing === "done");
  assert.deepEqual([recording?.steps[0]?.secret, recording?.left.length], [true, 1]);
  await one.all.command({ kind: "keepRecording", tabId: 7, name: "Log in" });
  const { local, session } = one.all.browser;
  const all = JSON.stringify([local.kept, session.kept, one.all.server.recorded, one.panel.states]);
  assert.ok(!all.includes("hunter2") && !all.includes("2031"));
  assert.equal(one.all.server.recorded[0]?.steps[0]?.action, 'setValue("5", "")');
});

test("only documents of the tab in which it is recorded tell, and of another site's frame nothing is taken", async () => {
  const one = await desk();
  await one.did('click("4")', { from: { id: "other" } });
  await one.did('click("4")', { from: { tab: { id: 8 } } });
  await one.did('click("4")', { from: { tab: undefined } });
  await one.did('click("99")');
  await one.did('click("4")', { seen: {} as PageCapture });
  await one.did('click("4")', { from: { frameId: 3, origin: "https://ads.example" } });
  assert.deepEqual(await one.steps(), []);
  await one.did('click("4")', { from: { frameId: 3 }, seen: page("/inner") });
  assert.deepEqual(await one.steps(), ['click("4")']);
  const { recording } = await one.panel.until((state) => state.recording?.left.length === 1);
  assert.match(recording?.left[0] ?? "", /another site/);
});

test("it goes on over pages and over a killed worker, and what the person went to is a step", async () => {
  const one = await desk();
  one.all.eyes.next = async () => ({ ...look(), capture: page("/next", { pageText: [{ k: "h1", c: ["Saved"] }] }) });
  await one.did('click("4")');
  await one.came(`${SHOP}/next`);
  assert.ok(one.all.browser.alarmsSet.has("wake"), "a worker that was suspended all the same is woken");
  await one.all.killAndRevive();
  const panel = new FakePanel(one.all.browser).open();
  await one.did('check("2")', { seen: page("/next", { document: "d2" }) });
  await one.came(`${SHOP}/list?token=secret`, { transitionType: "typed" });
  await one.did('click("4")', { seen: page("/list", { document: "d3" }) });
  assert.ok(one.all.recorder.asked.filter((asked) => asked === "begin 7 0").length === 2);
  await one.finish();
  const { recording } = await panel.until((state) => state.recording?.standing === "done");
  assert.ok(!one.all.browser.alarmsSet.has("wake"));
  assert.deepEqual(
    recording?.steps.map(({ action }) => action),
    ['click("4")', 'check("2")', `navigate("${SHOP}/next")`, 'click("4")'],
  );
  await one.all.command({ kind: "keepRecording", tabId: 7, name: "Over pages" });
  const [first] = one.all.server.recorded[0]!.steps;
  assert.deepEqual(first?.after?.pageText, [{ k: "h1", c: ["Saved"] }]);
  assert.deepEqual(first?.after?.interactiveTree, []);
});

test("paused, nothing is noted", async () => {
  const one = await desk();
  one.all.recorder.rest = [{ action: 'setValue("1", "Bern")', id: "1", seen: page() }];
  await one.all.command({ kind: "pauseRecording", tabId: 7, paused: true });
  await one.did('click("4")');
  await one.came("chrome://settings");
  assert.deepEqual(await one.steps(), ['setValue("1", "Bern")']);
  await one.came(`${SHOP}/form`);
  await one.all.command({ kind: "pauseRecording", tabId: 7, paused: false });
  await one.did('click("4")');
  assert.deepEqual(await one.steps(), ['setValue("1", "Bern")', 'click("4")']);
});

for (const [what, end, why] of [
  ["the browser shows to nobody", (one: Recording) => one.came("chrome://settings"), /shows to no extension/],
  [
    "may not be seen",
    (one: Recording) => {
      one.all.recorder.blind = true;
      return one.came("https://bank.example/");
    },
    /may not see/,
  ],
] as const)
  test(`on a page that ${what} it ends with what there is, and says so`, async () => {
    const one = await desk();
    await one.did('click("4")');
    await end(one);
    const { recording } = await one.panel.until((state) => state.recording?.standing === "done");
    assert.match(recording?.why ?? "", why);
    assert.equal(recording?.steps.length, 1);
  });

test("a closed tab ends it, and what there is can still be kept from another", async () => {
  const one = await desk();
  await one.did('click("4")');
  one.all.browser.tabList.push(tab(8));
  one.all.browser.closeTab(7);
  const panel = new FakePanel(one.all.browser).open({ tabId: 8, windowId: null });
  const { recording } = await panel.until((state) => state.recording?.standing === "done");
  assert.equal(recording?.why, "The tab was closed.");
  assert.deepEqual(await one.all.command({ kind: "keepRecording", tabId: 7, name: "Saved" }), { ok: true });
  assert.deepEqual(await one.all.command({ kind: "forgetRecording", tabId: 7 }), { ok: true });
  await panel.until((state) => state.recording === null);
});

test("no task is begun beside it, and it is not begun beside a task; the next person sees none of it", async () => {
  const one = await desk();
  const beside = await one.all.command({ kind: "start", tabId: 7, query: "Press Save" });
  assert.equal(!beside.ok && beside.problem.code, "RECORDING");
  await one.did('click("4")');
  await one.all.command({ kind: "signOut" });
  await one.all.signIn("kim@acme.example");
  assert.equal((await one.panel.until((state) => state.account?.email === "kim@acme.example")).recording, null);
  assert.ok(!JSON.stringify(one.all.browser.session.kept).includes("recording"));
  await one.all.begin();
  const during = await one.all.command({ kind: "startRecording", tabId: 7 });
  assert.equal(during.ok, false);
});

test("what is pointed at becomes the next version, which is shown; what cannot be is said", async () => {
  const all = await new Desk().start();
  await all.signIn();
  const panel = new FakePanel(all.browser).open();
  const begin = { kind: "startPointing", tabId: 7, workflow: "w1", version: 1, step: 1 } as const;
  const told = (id: unknown, tabId = 7, own = EXTENSION): unknown =>
    all.browser.onMessage.fire({ pointed: { id, seen: page() } }, { id: own, tab: { id: tabId } }, () => {});
  told("4");
  assert.deepEqual(await all.command(begin), { ok: true });
  told("4", 8);
  told("4", 7, "other");
  await all.killAndRevive();
  const woken = new FakePanel(all.browser).open();
  told("4");
  const { pointing } = await woken.until((state) => state.pointing?.what !== null && state.pointing !== null);
  assert.deepEqual(pointing?.what, ["Step 1 is otherwise."]);
  assert.deepEqual(
    all.server.pointed.map(({ control, version, step }) => [control, version, step]),
    [["4", 1, 1]],
  );
  told("4");
  await all.command({ kind: "endPointing" });
  await all.command(begin);
  told("gone");
  assert.equal((await woken.until((state) => Boolean(state.pointing?.problem))).pointing?.what, null);
  await all.command({ kind: "endPointing" });
  await all.command(begin);
  await all.command({ kind: "endPointing" });
  told("4");
  await woken.until((state) => state.pointing === null);
  assert.equal(all.server.pointed.length, 1);
  assert.ok(all.recorder.asked.includes("no point 7"));
  panel.close();
});
