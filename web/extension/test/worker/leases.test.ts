import assert from "node:assert/strict";
import test from "node:test";
import type { LeaseData, LeaseOrder, OrderReport } from "@screen-agent/api";
import { CALM, capture, click, data, look } from "../task/kit.ts";
import { Desk, FakePanel, Gate, tab, until } from "./fake.ts";

const done = () =>
  data({ status: "completed", action: 'finish("Done.")', actionDetails: { name: "finish", args: { text: "Done." } } });

function wish(more: Partial<LeaseData> = {}): LeaseData {
  return {
    ...{ id: "l1", client: "Pilot", purpose: "Compare", sites: ["shop.example"], mode: "autopilot", minutes: 5 },
    ...{ state: "asked", sessionId: "s1", createdAt: "2026-01-01T00:00:00Z", expiresAt: "2999-01-01T00:00:00Z" },
    ...more,
  };
}

const ACT: LeaseOrder = { kind: "act", actions: ["click(2)"] };

/** Signed in, with a lease that the person has just allowed. */
async function lent(): Promise<{ all: Desk; panel: FakePanel }> {
  const all = await new Desk().start();
  await all.signIn();
  const panel = new FakePanel(all.browser).open();
  all.server.lent = [wish()];
  await all.command({ kind: "checkLeases" });
  await panel.until(({ leases }) => leases.length === 1);
  assert.deepEqual(await all.command({ kind: "allowLease", tabId: 7, id: "l1" }), { ok: true });
  return { all, panel };
}

async function order(all: Desk, order: LeaseOrder): Promise<void> {
  const [lease] = all.server.lent;
  assert.ok(lease);
  lease.order = { no: (lease.order?.no ?? 0) + 1, order, state: "waiting", cancelled: false };
  await all.command({ kind: "checkLeases" });
}

function reports(all: Desk): OrderReport[] {
  return all.server.leaseSteps.flatMap((step) => (step.kind === "report" ? [step.report] : []));
}

test("what is ordered goes through the same loop as any task, and what came of it is told once", async () => {
  const { all, panel } = await lent();
  await order(all, ACT);
  const first = await all.server.request(1);
  assert.equal(first.body.lease?.id, "l1");
  assert.equal(first.body.lease?.no, 1);
  assert.equal(first.body.sessionId, "s1");
  first.gate.open(click());
  (await all.server.request(2)).gate.open(done());
  await until(() => reports(all).length === 1);
  assert.equal(reports(all)[0]?.page?.url, "https://shop.example/form");
  assert.equal(reports(all)[0]?.fault, undefined);
  assert.deepEqual(all.hands.did, [{ tabId: 7, action: "click(2)" }]);
  await all.command({ kind: "checkLeases" });
  await panel.until(({ leases }) => leases[0]?.working === false);
  assert.equal(reports(all).length, 1);
  await order(all, { kind: "look" });
  await until(() => reports(all).length === 2);
});

test("nothing is taken up without a yes in this browser, nor while the person has the tab", async () => {
  const all = await new Desk().start();
  await all.signIn();
  const open = { no: 1, order: ACT, state: "waiting", cancelled: false } as const;
  all.server.lent = [wish({ state: "open", order: open })];
  const panel = new FakePanel(all.browser).open();
  await all.command({ kind: "checkLeases" });
  await panel.until(({ leases }) => leases.length === 1 && leases[0]?.tabId === null);
  assert.deepEqual(all.server.leaseSteps, []);

  const mine = await lent();
  await mine.all.command({ kind: "pauseLease", id: "l1", paused: true });
  await order(mine.all, ACT);
  await mine.all.command({ kind: "pauseLease", id: "l1", paused: false });
  await mine.all.server.request(1);
  assert.deepEqual(
    mine.all.server.leaseSteps.map(({ kind }) => kind),
    ["allow", "pause", "resume", "take"],
  );
});

test("a page that is another site by now is neither looked at nor worked on", async () => {
  const { all } = await lent();
  all.browser.tabList = [tab(7, "https://mail.example/")];
  for (const each of [ACT, { kind: "look" } as const]) {
    await order(all, each);
    const count = reports(all).length;
    await until(() => reports(all).length > count || reports(all).at(-1)?.fault !== undefined);
  }
  assert.ok(reports(all).every(({ fault, page }) => fault?.code === "SITE_NOT_LEASED" && !page));
  assert.equal(all.server.asked.length, 0);
});

test("ended while an action is under way: it is told, and nothing further is done", async () => {
  const { all, panel } = await lent();
  const acting = new Gate<{ success: true; noticed: typeof CALM }>();
  all.hands.next = () => acting.promise;
  await order(all, ACT);
  (await all.server.request(1)).gate.open(click());
  await until(() => all.hands.did.length === 1);
  assert.deepEqual(await all.command({ kind: "endLease", id: "l1" }), { ok: true });
  acting.open({ success: true, noticed: CALM });
  assert.deepEqual(
    all.server.leaseSteps.map(({ kind }) => kind),
    ["allow", "take", "report", "end"],
  );
  assert.equal(reports(all)[0]?.fault?.code, "LEASE_ENDED");
  await panel.until(({ leases }) => leases.length === 0);
  assert.equal(all.hands.did.length, 1);
  assert.equal(all.server.asked.length, 1);
});

test("the worker is killed: what it had taken up goes on, and is not begun twice", async () => {
  const { all } = await lent();
  await order(all, ACT);
  await all.server.request(1);
  await all.killAndRevive();
  const again = all;
  const repeated = await again.server.request(2);
  assert.equal(repeated.key, (await again.server.request(1)).key, "the same request under the same key");
  repeated.gate.open(click());
  (await again.server.request(3)).gate.open(done());
  await until(() => reports(again).length === 1);
  assert.equal(again.server.leaseSteps.filter(({ kind }) => kind === "take").length, 1);
});

test("the server was away when it was to be told: it is told when it is back", async () => {
  const { all } = await lent();
  all.eyes.next = async () => {
    all.server.down = true;
    return look(capture());
  };
  await order(all, { kind: "look" });
  await until(() => all.eyes.looks.length === 1);
  assert.deepEqual(reports(all), []);
  all.server.down = false;
  all.eyes.next = async () => look(capture());
  await all.command({ kind: "checkLeases" });
  await until(() => reports(all).length === 1);
});

test("what happens to leases is listened to once for each who signs in", async () => {
  const all = await new Desk().start();
  all.server.realtime = { key: "k", host: "agent.example", port: 443, tls: true };
  await all.signIn();
  const panel = new FakePanel(all.browser).open();
  await until(() => all.listening.length === 1);
  // What was joined and what is heard is looked up, and joins nothing anew.
  for (let turn = 0; turn < 3; turn++) {
    all.server.lent = [wish({ id: `l${turn}` })];
    all.listening[0]?.heard({});
    await panel.until(({ leases }) => leases[0]?.id === `l${turn}`);
  }
  assert.equal(all.listening.length, 1);
  await all.command({ kind: "signOut" });
  await all.signIn("ben@acme.example");
  await until(() => all.listening.length === 2);
});
