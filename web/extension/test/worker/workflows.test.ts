import assert from "node:assert/strict";
import test from "node:test";
import { CALM, click, data } from "../task/kit.ts";
import { Desk, FakePanel } from "./fake.ts";

const WORKFLOW = { id: "01900000-0000-7000-8000-0000000003a0", inputs: { word: "sea" } };
const FORM = "https://shop.example/form";

/** Signed in, with an open panel; whoever goes somewhere arrives there. */
async function desk(): Promise<{ all: Desk; panel: FakePanel }> {
  const all = await new Desk().start();
  await all.signIn();
  all.hands.next = async () => {
    all.browser.onCommitted.fire({ tabId: 7, frameId: 0 });
    return { success: true, noticed: CALM };
  };
  return { all, panel: new FakePanel(all.browser).open() };
}

test("a workflow is named in the first look alone, and by words that order nothing", async () => {
  const { all, panel } = await desk();
  assert.deepEqual(await all.command({ kind: "startWorkflow", tabId: 7, url: FORM, workflow: WORKFLOW }), { ok: true });
  const first = await all.server.request(1);
  assert.deepEqual(first.body.workflow, WORKFLOW);
  assert.equal(first.body.query, "Go through the kept steps.");
  assert.deepEqual(all.hands.did, []);
  first.gate.open(click());
  const second = await all.server.request(2);
  assert.equal(second.body.workflow, undefined);
  second.gate.open(data({ status: "completed", action: 'finish("Done.")' }));
  const end = await panel.until((state) => state.task?.status === "success");
  assert.equal(end.task?.workflow, WORKFLOW.id);
});

test("a workflow begins on its own page, and not beside another task", async () => {
  const { all } = await desk();
  const url = "https://shop.example/start";
  const start = { kind: "startWorkflow", tabId: 7, url, workflow: WORKFLOW } as const;
  assert.deepEqual(await all.command(start), { ok: true });
  assert.deepEqual(all.hands.did, [{ tabId: 7, action: `navigate("${url}")` }]);
  await all.server.request(1);
  const beside = await all.command(start);
  assert.equal(beside.ok, false);
  assert.equal(all.hands.did.length, 1);
});

test("a page that does not come begins nothing", async () => {
  const { all } = await desk();
  all.hands.next = async () => ({ success: false, noticed: CALM });
  const start = { kind: "startWorkflow", tabId: 7, url: "https://shop.example/start", workflow: WORKFLOW } as const;
  const answer = await all.command(start);
  assert.equal(answer.ok || answer.problem.code, "NOT_LOADED");
});
