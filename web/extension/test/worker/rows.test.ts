import assert from "node:assert/strict";
import test from "node:test";
import { ApiError } from "@screen-agent/api";
import type { PanelState, RowsView } from "../../src/shared/protocol.ts";
import { CALM, data } from "../task/kit.ts";
import { Desk, FakePanel, Gate, TASK, until } from "./fake.ts";

const TABLE = {
  columns: ["Name", "City"],
  rows: [
    ["Ann", "Oslo"],
    ["Bo", ""],
    ["Cy", "Rome"],
  ],
};
const FORM = "https://shop.example/form";

const done = (verified = true) =>
  data({
    status: "completed",
    action: 'finish("Sent.")',
    actionDetails: { name: "finish", args: { text: "Sent." } },
    verified,
  });
const fails = () =>
  data({ status: "failed", action: 'fail("No form.")', actionDetails: { name: "fail", args: { text: "No form." } } });

/** Signed in, with an open panel; whoever goes somewhere arrives there. */
async function desk(): Promise<{ all: Desk; panel: FakePanel }> {
  const all = await new Desk().start();
  await all.signIn();
  arriving(all);
  return { all, panel: new FakePanel(all.browser).open() };
}

function arriving(all: Desk): void {
  all.hands.next = async () => {
    all.browser.onCommitted.fire({ tabId: 7, frameId: 0 });
    return { success: true, noticed: CALM };
  };
}

const begin = (all: Desk, query: string, table = TABLE) =>
  all.command({ kind: "startRows", tabId: 7, query, file: "people.csv", table });

const rows =
  (seen: (rows: RowsView) => boolean) =>
  (state: PanelState): boolean =>
    state.rows !== null && seen(state.rows);

const outcomes = (state: PanelState): string[] =>
  state.rows?.lines.map(({ row, outcome, result }) => `${row} ${outcome} ${result}`.trim()) ?? [];

test("an order is carried out for each row, a task a row from where the first began, with a report", async () => {
  const { all, panel } = await desk();
  assert.deepEqual(await begin(all, "Set Name to {Name}, then press Send"), { ok: true });
  const first = await all.server.request(1);
  assert.equal(first.body.query, 'Set Name to "Ann", then press Send');
  assert.equal((await panel.until(rows(({ row }) => row === 1))).rows?.total, 3);
  first.gate.open(done());
  const second = await all.server.request(2);
  assert.equal(second.body.query, 'Set Name to "Bo", then press Send');
  assert.equal(second.body.sessionId, first.body.sessionId);
  assert.deepEqual(all.hands.did, [{ tabId: 7, action: `navigate("${FORM}")` }]);
  second.gate.open(done(false));
  (await all.server.request(3)).gate.open(fails());
  const end = await panel.until(rows(({ standing }) => standing === "done"));
  assert.deepEqual(outcomes(end), ["1 done Sent.", "2 done, not verified Sent.", "3 not done No form."]);
  assert.equal(end.rows?.lines[0]?.order, 'Set Name to "Ann", then press Send');
  assert.deepEqual(all.server.files, []);
  await until(() => all.browser.alarmsSet.size === 0);
});

test("words that name no column fill the form from the row, as from a file of one record", async () => {
  const { all, panel } = await desk();
  await begin(all, "Fill in the form and press Send");
  const first = await all.server.request(1);
  assert.equal(first.body.query, "Fill in the form and press Send");
  assert.equal(first.body.attachment?.filename, "people, row 1.json");
  first.gate.open(done());
  assert.equal((await all.server.request(2)).body.attachment?.s3Key, "uploads/1/people, row 2.json");
  assert.deepEqual(all.server.files, [
    'people, row 1.json application/json {"Name":"Ann","City":"Oslo"}',
    'people, row 2.json application/json {"Name":"Bo"}',
  ]);
  const state = await panel.until(rows(({ row }) => row === 2));
  assert.equal(state.rows?.lines[0]?.order, "Fill in the form and press Send (Ann, Oslo)");
});

test("what cannot begin is refused, and leaves nothing behind", async () => {
  const { all, panel } = await desk();
  const refused = async (query: string, table: unknown = TABLE): Promise<string> => {
    const answer = await begin(all, query, table as typeof TABLE);
    return answer.ok ? "" : `${answer.problem.code} ${answer.problem.message}`;
  };
  assert.equal(await refused("Set it to {Size}"), "NO_COLUMN The table has no column “Size”.");
  assert.match(await refused("Set it", { columns: ["a"], rows: [[1]] }), /NO_TABLE/);
  assert.match(await refused("  "), /NO_WORDS/);
  all.server.down = true;
  assert.match(await refused("Set Name to {Name}"), /NETWORK_ERROR/);
  all.server.down = false;
  all.browser.tabList[0]!.url = "chrome://settings/";
  assert.match(await refused("Set Name to {Name}"), /NO_PAGE/);
  assert.equal(panel.states.at(-1)?.rows, null);
  all.browser.tabList[0]!.url = FORM;
  await begin(all, "Set Name to {Name}");
  await all.server.request(1);
  assert.match(await refused("Set Name to {Name}"), /TASK_UNDER_WAY/);
});

test("a stop is heard in a row and between two; a row that was broken off is done again only if that is wanted", async () => {
  const { all, panel } = await desk();
  await begin(all, "Set Name to {Name}");
  (await all.server.request(1)).gate.open(done());
  await all.server.request(2);
  assert.deepEqual(await all.command({ kind: "stop", tabId: 7 }), { ok: true });
  const stopped = await panel.until(rows(({ standing, lines }) => standing === "stopped" && lines.length === 2));
  assert.deepEqual(outcomes(stopped), ["1 done Sent.", "2 begun"]);
  await all.command({ kind: "goOnWithRows", tabId: 7, again: false });
  const third = await all.server.request(3);
  assert.equal(third.body.query, 'Set Name to "Cy"');
  third.gate.open(done());
  await panel.until(rows(({ standing }) => standing === "done"));
  // Between two rows: the page is still being loaded.
  const loading = new Gate<never>();
  all.hands.next = () => loading.promise;
  await all.command({ kind: "goOnWithRows", tabId: 7, again: true });
  await until(() => all.hands.did.length === 3);
  const other = await all.command({ kind: "start", tabId: 7, query: "something else" });
  assert.equal(other.ok, false, "the tab is taken");
  assert.deepEqual(await all.command({ kind: "stop", tabId: 7 }), { ok: true });
  const last = await panel.until(rows(({ standing }) => standing === "stopped"));
  assert.deepEqual(outcomes(last), ["1 done Sent.", "3 done Sent."]);
  await all.command({ kind: "forgetRows", tabId: 7 });
  await panel.until((state) => state.rows === null);
  assert.deepEqual(all.browser.local.kept.rows, []);
});

test("three rows one after the other that come to nothing are enough; those are tried again", async () => {
  const { all, panel } = await desk();
  const table = { columns: ["Name"], rows: ["a", "b", "c", "d"].map((name) => [name]) };
  await begin(all, "Set Name to {Name}", table);
  for (const count of [1, 2, 3]) (await all.server.request(count)).gate.open(fails());
  const { rows: view } = await panel.until(rows(({ standing }) => standing === "stopped"));
  assert.equal(view?.why, "3 rows one after the other came to nothing.");
  await all.command({ kind: "goOnWithRows", tabId: 7, again: false });
  assert.equal((await all.server.request(4)).body.query, 'Set Name to "a"');
});

test("a page that does not come again ends it before anything is done there", async () => {
  const { all, panel } = await desk();
  // It asks whether it may be left, so that nothing is gone to.
  all.hands.next = async () => ({ success: true, state: "the page asks whether to leave", noticed: CALM });
  await begin(all, "Set Name to {Name}");
  (await all.server.request(1)).gate.open(done());
  const { rows: view } = await panel.until(rows(({ standing }) => standing === "stopped"));
  assert.equal(view?.why, "The page to begin on did not load again.");
  assert.deepEqual(view?.lines.length, 1);
  assert.equal(all.server.asked.length, 1);
});

test("a server that has enough for now is waited for", async () => {
  const { all } = await desk();
  all.server.full = [new ApiError(429, { code: "RATE_LIMIT", message: "later", retryAfter: 9 })];
  const begun = begin(all, "Fill in the form");
  await until(() => all.server.full.length === 0 && all.time.waits(9_000));
  all.time.pass(9_000);
  assert.deepEqual(await begun, { ok: true });
  assert.equal(all.server.files.length, 1);
});

test("a worker that was killed goes on with the row that is under way, and with the next", async () => {
  const { all } = await desk();
  await begin(all, "Set Name to {Name}");
  await all.server.request(1);
  await all.killAndRevive();
  arriving(all);
  const again = await all.server.request(2);
  assert.equal(again.body.query, 'Set Name to "Ann"');
  again.gate.open(done());
  assert.equal((await all.server.request(3)).body.query, 'Set Name to "Bo"');
});

test("after the browser was closed the row that was under way is told, and the others go on when that is wanted", async () => {
  const { all } = await desk();
  await begin(all, "Set Name to {Name}");
  await all.server.request(1);
  all.browser.session.kept = {};
  await all.killAndRevive();
  arriving(all);
  const panel = new FakePanel(all.browser).open();
  const state = await panel.until(rows(({ standing }) => standing === "stopped"));
  assert.deepEqual([outcomes(state), state.rows?.why], [["1 begun"], "The browser was closed meanwhile."]);
  await all.command({ kind: "goOnWithRows", tabId: 7, again: false });
  assert.equal((await all.server.request(2)).body.query, 'Set Name to "Bo"');
});

test("whoever signs in next finds no rows of somebody else", async () => {
  const { all, panel } = await desk();
  await begin(all, "Set Name to {Name}");
  await all.server.request(1);
  all.server.open = [{ taskId: TASK, query: 'Set Name to "Ann"', status: "executing" }];
  await all.command({ kind: "signOut" });
  await panel.until((state) => state.account === null);
  assert.deepEqual(all.browser.local.kept.rows, []);
  await all.signIn("other@acme.example");
  assert.equal((await panel.until((state) => state.account !== null)).rows, null);
});
