import assert from "node:assert/strict";
import test from "node:test";
import { ApiError, type KnowledgeSourcesData } from "@screen-agent/api";
import type { PanelState } from "../../src/shared/protocol.ts";
import { CALM, capture, click, data, look, NOW } from "../task/kit.ts";
import { Desk, EXTENSION, FakeHands, FakePanel, Gate, TASK, tab, until } from "./fake.ts";

const done = () =>
  data({ status: "completed", action: 'finish("Done.")', actionDetails: { name: "finish", args: { text: "Done." } } });
const asks = () => data({ status: "needs_user_input", userQuestion: "Which size?" });

/** Signed in, with an open panel. */
async function desk(): Promise<{ desk: Desk; panel: FakePanel }> {
  const all = await new Desk().start();
  assert.deepEqual(await all.signIn(), { ok: true });
  return { desk: all, panel: new FakePanel(all.browser).open() };
}

test("a task goes from the words to the end, and the panel sees it all", async () => {
  const { desk: all, panel } = await desk();
  await all.begin();
  const first = await all.server.request(1);
  assert.deepEqual(
    all.server.inits.map(({ initialQuery, url, tabId }) => [initialQuery, url, tabId]),
    [["fill it in", "https://shop.example/form", 7]],
  );
  assert.equal(first.body.sessionId, all.server.inits[0]?.sessionId);
  assert.equal((await panel.until((state) => state.task?.activity === "thinking")).sessionId, first.body.sessionId);
  first.gate.open(click());
  const second = await all.server.request(2);
  assert.deepEqual(all.hands.did, [{ tabId: 7, action: "click(2)" }]);
  assert.equal(second.body.lastActionStatus, "success");
  assert.notEqual(second.key, first.key);
  second.gate.open(done());
  const end = await panel.until((state) => state.task?.status === "success");
  assert.deepEqual([end.task?.result, end.task?.steps.length, end.task?.problem], ["Done.", 1, null]);
  await until(() => all.hands.released.length > 0);
  assert.deepEqual(all.hands.released, [7]);
  await until(() => all.browser.alarmsSet.size === 0);
});

test("the state is kept before anything is done about it", async () => {
  const { desk: all } = await desk();
  const before = { looks: 0, acts: 0 };
  const kept = (): string =>
    JSON.parse(
      JSON.stringify((all.browser.session.kept["task:7"] as { phase: { name: string } } | undefined)?.phase.name ?? ""),
    ) as string;
  all.eyes.next = async () => {
    before.looks += 1;
    assert.equal(kept(), "looking");
    return look(capture());
  };
  all.hands.next = async () => {
    before.acts += 1;
    assert.equal(kept(), "acting");
    return { success: true, noticed: CALM };
  };
  await all.begin();
  const first = await all.server.request(1);
  assert.equal(kept(), "asking");
  first.gate.open(click());
  await all.server.request(2);
  assert.deepEqual(before, { looks: 2, acts: 1 });
});

test("a panel is told when the browser keeps us away from websites, and when it does no longer", async () => {
  const { desk: all, panel } = await desk();
  assert.equal((await panel.until((state) => state.tab !== null)).access, true);
  all.browser.allowed = [];
  all.browser.onWithdrawn.fire({ origins: ["<all_urls>"] });
  await panel.until((state) => !state.access);
  // Allowed for the server and, as the address tells, for the page.
  all.browser.allowed = ["https://agent.example/*"];
  all.browser.onAdded.fire({ origins: all.browser.allowed });
  await panel.until((state) => state.access);
  const page = all.browser.tabList[0];
  assert.ok(page);
  page.url = "";
  all.browser.onUpdated.fire(7, { title: "" });
  await panel.until((state) => !state.access);
});

test("storage is closed to content scripts, and no panel is told the token", async () => {
  const { desk: all, panel } = await desk();
  assert.deepEqual([all.browser.local.level, all.browser.session.level], ["TRUSTED_CONTEXTS", "TRUSTED_CONTEXTS"]);
  await panel.until((state) => state.account !== null);
  assert.equal(JSON.stringify(all.browser.local.kept).includes("token-of-nora"), true);
  assert.equal(JSON.stringify(panel.states).includes("token-of-nora"), false);
});

test("only our own pages command and listen", async () => {
  const { desk: all } = await desk();
  for (const sender of [
    { id: EXTENSION, url: "https://shop.example/form" },
    { id: "other", url: `chrome-extension://${EXTENSION}/sidepanel.html` },
    { id: EXTENSION },
    { id: EXTENSION, url: `chrome-extension://${EXTENSION}.evil.example/` },
  ]) {
    await assert.rejects(all.command({ kind: "signOut" }, sender), /nobody answers/);
    assert.equal(new FakePanel(all.browser, sender).open().cut, true);
  }
  await assert.rejects(all.command({ kind: "start", tabId: "7" } as never), /nobody answers/);
  await assert.rejects(all.command({ kind: "toString" } as never), /nobody answers/);
});

test("a stop is heard at once, and at the server", async () => {
  const { desk: all, panel } = await desk();
  const acting = new Gate<never>();
  all.hands.next = () => acting.promise;
  await all.begin();
  (await all.server.request(1)).gate.open(click());
  await panel.until((state) => state.task?.activity === "acting");
  assert.deepEqual(await all.command({ kind: "stop", tabId: 7 }), { ok: true });
  await panel.until((state) => state.task?.status === "stopped");
  await until(() => all.server.stops.length > 0);
  assert.deepEqual(all.server.stops, [TASK]);
});

test("the keys to stop stop what is done in the tab in front, and everything where nothing is done there", async () => {
  const { desk: all } = await desk();
  all.browser.tabList.push({ ...tab(8, "https://other.example/"), active: false });
  const status = async (tabId: number) =>
    (await new FakePanel(all.browser).open({ tabId, windowId: null }).until((state) => state.task !== null)).task
      ?.status;
  await all.begin(7, "one");
  await all.begin(8, "two");
  await all.server.request(2);
  all.browser.onCommand.fire("stop");
  const front = new FakePanel(all.browser).open({ tabId: 7, windowId: null });
  await front.until((state) => state.task?.status === "stopped");
  assert.equal(await status(8), "running");
  all.browser.onCommand.fire("stop");
  const other = new FakePanel(all.browser).open({ tabId: 8, windowId: null });
  await other.until((state) => state.task?.status === "stopped");
});

test("a stop before the first answer breaks the request off and finds the task that it began", async () => {
  const { desk: all, panel } = await desk();
  await all.begin();
  const first = await all.server.request(1);
  all.server.open = [{ taskId: TASK, query: "fill it in", status: "executing" }];
  await all.command({ kind: "stop", tabId: 7 });
  await panel.until((state) => state.task?.status === "stopped");
  assert.equal(first.signal.aborted, true);
  await until(() => all.server.stops.length > 0);
  assert.deepEqual(all.server.stops, [TASK]);
});

test("what an action made is kept by the server, and told by its key", async () => {
  const { desk: all } = await desk();
  const file = { name: "page.pdf", mime: "application/pdf", data: btoa("%PDF-1") };
  all.hands.next = async () => ({ success: true, noticed: CALM, state: "application/pdf, 6 bytes", file });
  await all.begin();
  (await all.server.request(1)).gate.open(click());
  const told = await all.server.request(2);
  assert.deepEqual(all.server.files, ["page.pdf application/pdf %PDF-1"]);
  const actualState = "application/pdf, 6 bytes, kept as uploads/1/page.pdf";
  assert.deepEqual(told.body.lastActionResult, { success: true, actualState });
});

test("killed while it asks: the same bytes go out under the same key", async () => {
  const { desk: all } = await desk();
  await all.begin();
  const first = await all.server.request(1);
  await all.killAndRevive();
  const again = await all.server.request(2);
  assert.deepEqual([again.key, JSON.stringify(again.body)], [first.key, JSON.stringify(first.body)]);
  again.gate.open(click());
  await all.server.request(3);
  assert.equal(all.hands.did.length, 1);
});

test("killed while it acts: the act is not repeated, and said to be open", async () => {
  const { desk: all } = await desk();
  all.hands.next = () => new Gate<never>().promise;
  await all.begin();
  (await all.server.request(1)).gate.open(click());
  await until(() => all.hands.did.length > 0);
  const old = all.hands;
  all.hands = new FakeHands();
  await all.killAndRevive();
  const next = await all.server.request(2);
  assert.equal(next.body.lastActionStatus, "pending");
  assert.deepEqual([old.did.length, all.hands.did.length], [1, 0]);
});

test("killed while it looks: it looks again", async () => {
  const { desk: all } = await desk();
  const usual = all.eyes.next;
  all.eyes.next = () => new Gate<never>().promise;
  await all.begin();
  all.eyes.next = usual;
  await all.killAndRevive();
  assert.equal((await all.server.request(1)).body.query, "fill it in");
});

test("killed while it waits for the person: the question stands", async () => {
  const { desk: all, panel } = await desk();
  await all.begin();
  (await all.server.request(1)).gate.open(asks());
  await panel.until((state) => state.task?.status === "waiting");
  await all.killAndRevive();
  const after = new FakePanel(all.browser).open();
  const state = await after.until((state) => state.task !== null);
  assert.equal(state.task?.question?.text, "Which size?");
  assert.equal(state.account?.email, "nora@acme.example");
  assert.deepEqual(await all.command({ kind: "answer", tabId: 7, text: "Medium" }), { ok: true });
  assert.equal((await all.server.request(2)).body.query, "Medium");
});

test("killed while it waits for the server: the alarm wakes it", async () => {
  const { desk: all, panel } = await desk();
  await all.begin();
  const first = await all.server.request(1);
  first.gate.fail(new TypeError("fetch failed"));
  await panel.until((state) => state.task?.activity === "reconnecting");
  assert.deepEqual([...all.browser.alarmsSet], ["wake"]);
  await all.killAndRevive();
  all.time.now += 60_000;
  all.browser.onAlarm.fire({ name: "wake" });
  assert.equal((await all.server.request(2)).key, first.key);
});

test("an answer too big to keep is asked for again after a kill, and what became of it is said to be open", async () => {
  const { desk: all } = await desk();
  all.eyes.next = async () => look(capture(undefined, { pageTitle: "x".repeat(1_600_000) }));
  await all.begin();
  const first = await all.server.request(1);
  await all.killAndRevive();
  const again = await all.server.request(2);
  assert.notEqual(again.key, first.key);
  assert.equal(again.body.lastActionStatus, "pending");
});

test("what is given for a blocker is stored nowhere and shown to nobody", async () => {
  const { desk: all, panel } = await desk();
  await all.begin();
  const blockerInfo = {
    type: "login_failure" as const,
    description: "",
    userMessage: "",
    resolutionMethods: ["provide_in_chat" as const],
    requiredFields: [],
    confidence: 1,
    pausedAtStep: 0,
  };
  (await all.server.request(1)).gate.open(data({ status: "needs_user_input", userQuestion: "Password?", blockerInfo }));
  await panel.until((state) => state.task?.status === "waiting");
  await all.command({ kind: "resume", tabId: 7, values: { password: "violet-anvil-77" } });
  await all.server.request(2);
  assert.deepEqual(all.server.resumes, [
    { resolutionMethod: "provide_in_chat", resolutionData: { password: "violet-anvil-77" } },
  ]);
  const everything = JSON.stringify([
    all.browser.local.kept,
    all.browser.session.kept,
    panel.states,
    all.server.asked.map(({ body }) => body),
  ]);
  assert.equal(everything.includes("violet-anvil-77"), false);
});

test("an approval is asked for and answered; words are none", async () => {
  const { desk: all, panel } = await desk();
  all.time.now = NOW;
  await all.begin();
  const approval = {
    fingerprint: "f1",
    reason: "submit",
    text: "Send?",
    action: "click(2)",
    origin: "https://shop.example",
    expiresAt: NOW + 60_000,
  };
  (await all.server.request(1)).gate.open(data({ status: "needs_user_input", approval }));
  assert.deepEqual(
    (await panel.until((state) => state.task?.approval !== null && state.task !== null)).task?.approval,
    approval,
  );
  const said = await all.command({ kind: "answer", tabId: 7, text: "yes" });
  assert.equal(!said.ok && said.problem.code, "APPROVAL_NEEDED");
  const other = await all.command({ kind: "approve", tabId: 7, fingerprint: "f2", allow: true, scope: "once" });
  assert.equal(!other.ok && other.problem.code, "NOT_ASKED");
  await all.command({ kind: "approve", tabId: 7, fingerprint: "f1", allow: true, scope: "once" });
  assert.deepEqual((await all.server.request(2)).body.approval, { fingerprint: "f1", allow: true, scope: "once" });
});

test("a click on what is outlined on its page answers a question, from that tab alone, with an offer alone", async () => {
  const { desk: all, panel } = await desk();
  await all.begin();
  const offers = [
    { words: "Add, in Milk", elementId: 3 },
    { words: "Add, in Eggs", elementId: 4 },
  ];
  const question = { status: "needs_user_input" as const, userQuestion: "Which?", offers };
  (await all.server.request(1)).gate.open(data(question));
  await panel.until((state) => state.task?.status === "waiting");
  await all.command({ kind: "mark", tabId: 7, ids: ["3", "4"] });
  assert.deepEqual(all.reader.outlined.splice(0), ["3 4, to be chosen"]);
  const told = (chosen: unknown, tabId = 7, id = EXTENSION): unknown =>
    all.browser.onMessage.fire({ chosen }, { id, url: "https://shop.example/", tab: { id: tabId } }, () => {});
  for (const nothing of ["5", ["4"], null]) told(nothing);
  told("4", 8);
  told("4", 7, "other");
  told("4");
  const next = await all.server.request(2);
  assert.equal(next.body.query, "Add, in Eggs");
  assert.equal(all.server.asked.length, 2);
});

test("several tabs work at once, each in a conversation of its own", async () => {
  const { desk: all, panel } = await desk();
  all.browser.tabList.push({ ...tab(8, "https://other.example/"), active: false });
  await all.begin(7, "one");
  await all.begin(8, "two");
  const [first, second] = [await all.server.request(1), await all.server.request(2)];
  assert.notEqual(first.body.sessionId, second.body.sessionId);
  assert.deepEqual((await panel.until((state) => state.elsewhere.length === 1)).elsewhere, [
    { tabId: 8, query: "two", status: "running" },
  ]);
  second.gate.open(done());
  await panel.until((state) => state.elsewhere.length === 0);
  first.gate.open(click());
  assert.equal((await all.server.request(3)).body.query, "one");
  const twice = await all.command({ kind: "start", tabId: 7, query: "another" });
  assert.equal(!twice.ok && twice.problem.code, "TASK_UNDER_WAY");
});

test("a task goes on in the tab that it opened, and the panel with it", async () => {
  const { desk: all, panel } = await desk();
  all.hands.next = async () => {
    all.browser.tabList.push(tab(9, "https://shop.example/popup"));
    return { success: true, noticed: CALM, tabId: 9 };
  };
  await all.begin();
  (await all.server.request(1)).gate.open(click());
  const next = await all.server.request(2);
  assert.equal(next.body.tabId, 9);
  const state = await panel.until((state) => state.tab?.id === 9);
  assert.equal(state.sessionId, next.body.sessionId);
  assert.equal(state.task?.status, "running");
  const beside = await new FakePanel(all.browser)
    .open({ tabId: 9, windowId: null })
    .until((state) => state.task !== null);
  assert.equal(beside.task?.query, "fill it in");
  assert.deepEqual(
    Object.keys(all.browser.session.kept).filter((name) => name.startsWith("task:")),
    ["task:9"],
  );
  assert.deepEqual(await all.command({ kind: "stop", tabId: 7 }), { ok: true });
});

test("two tasks never come to work on one tab", async () => {
  const { desk: all } = await desk();
  all.browser.tabList.push(tab(8));
  await all.begin(8, "two");
  await all.server.request(1);
  all.hands.next = async () => ({ success: true, noticed: CALM, tabId: 8 });
  await all.begin(7, "one");
  (await all.server.request(2)).gate.open(click());
  const next = await all.server.request(3);
  assert.deepEqual([next.body.tabId, next.body.lastActionStatus], [7, "failure"]);
});

test("a tab that is closed takes its task and its conversation's place with it", async () => {
  const { desk: all } = await desk();
  await all.begin();
  (await all.server.request(1)).gate.open(asks());
  await new FakePanel(all.browser).open().until((state) => state.task?.status === "waiting");
  all.browser.closeTab(7);
  await until(
    () => !("task:7" in all.browser.session.kept) && JSON.stringify(all.browser.local.kept.tabSessions) === "{}",
  );
  assert.deepEqual(all.server.stops, [TASK]);
});

test("a token that is not taken any more signs out; signing in again goes on", async () => {
  const { desk: all, panel } = await desk();
  await all.begin();
  const first = await all.server.request(1);
  first.gate.fail(new ApiError(401, { code: "UNAUTHORIZED", message: "no" }));
  const out = await panel.until((state) => state.signedOut !== null);
  assert.deepEqual([out.account, out.task, out.signedOut?.code], [null, null, "UNAUTHORIZED"]);
  assert.equal("account" in all.browser.local.kept, false);
  await all.signIn();
  assert.equal((await all.server.request(2)).key, first.key);
  assert.equal((await panel.until((state) => state.task !== null)).signedOut, null);
});

test("another person is shown nothing of it", async () => {
  const { desk: all, panel } = await desk();
  await all.begin();
  (await all.server.request(1)).gate.fail(new ApiError(401, { code: "UNAUTHORIZED", message: "no" }));
  await panel.until((state) => state.signedOut !== null);
  await all.signIn("mallory@acme.example");
  const state = await panel.until((state) => state.account?.email === "mallory@acme.example");
  assert.deepEqual([state.task, state.sessionId, all.server.asked.length], [null, null, 1]);
});

test("signing out stops what is under way and forgets the token here and there", async () => {
  const { desk: all, panel } = await desk();
  await all.begin();
  (await all.server.request(1)).gate.open(asks());
  await panel.until((state) => state.task?.status === "waiting");
  await all.command({ kind: "signOut" });
  const state = await panel.until((state) => state.account === null);
  assert.deepEqual([state.task, state.signedOut, all.server.logouts, all.server.stops], [null, null, 1, [TASK]]);
  const start = await all.command({ kind: "start", tabId: 7, query: "more" });
  assert.equal(!start.ok && start.problem.code, "UNAUTHORIZED");
});

test("a wrong password, a server that is down and an address that is none are told apart", async () => {
  const all = await new Desk().start();
  const code = async (server: string, password: string): Promise<string | false> => {
    const answer = await all.command({ kind: "signIn", server, email: "nora@acme.example", password });
    return !answer.ok && answer.problem.code;
  };
  assert.equal(await code("https://agent.example", "wrong"), "INVALID_CREDENTIALS");
  assert.equal(await code("ftp://agent.example", "right"), "INVALID_SERVER");
  assert.equal(await code("https://nora:pw@agent.example", "right"), "INVALID_SERVER");
  assert.equal(await code("agent", "right"), "INVALID_SERVER");
  all.server.down = true;
  assert.equal(await code("https://agent.example", "right"), "NETWORK_ERROR");
  assert.deepEqual(all.browser.local.kept, {});
});

test("the token goes to its own server only", async () => {
  const { desk: all, panel } = await desk();
  await panel.until((state) => state.account !== null);
  await all.command({ kind: "settings", settings: { theme: "dark" } });
  assert.notEqual((await panel.until((state) => state.settings.theme === "dark")).account, null);
  await all.command({ kind: "settings", settings: { server: "https://other.example/path" } });
  const state = await panel.until((state) => state.settings.server === "https://other.example");
  assert.equal(state.account, null);
});

test("what the organisation knows of the site in the tab is told, and nobody is told the site for it", async () => {
  const source = { chunks: 3, domain: "*.acme.example" };
  const of = async (url: string, allowedDomains: string[], sources: object[]): Promise<PanelState["knowledge"]> => {
    const all = new Desk();
    all.browser.tabList = [tab(7, url)];
    all.server.knowledge = { allowedDomains, sources, editable: false } as KnowledgeSourcesData;
    await all.start();
    await all.signIn();
    return (await new FakePanel(all.browser).open().until((state) => state.hasModel !== null)).knowledge;
  };
  const listed = ["*.acme.example", "shop.example"];
  assert.equal(await of("https://www.acme.example/a", listed, [source]), "here");
  assert.equal(await of("https://help.acme.example/a", listed, [source]), "here");
  assert.equal(await of("https://notacme.example/a", listed, [source]), "elsewhere");
  assert.equal(await of("https://shop.example/", listed, [source]), "elsewhere");
  assert.equal(await of("https://shop.example/", listed, [{ chunks: 1 }]), "here");
  assert.equal(await of("https://shop.example/", [], []), "none");
  assert.equal(await of("https://shop.example/", listed, [{ chunks: 0 }]), null);
});

test("a token that has run out is none", async () => {
  const all = new Desk();
  all.server.expiresAt = new Date(all.time.now + 1000).toISOString();
  await all.start();
  await all.signIn();
  all.time.now += 2000;
  const state = await new FakePanel(all.browser).open().until(() => true);
  assert.equal(state.account, null);
});

test("an end elsewhere is looked up when it is heard of", async () => {
  const { desk: all, panel } = await desk();
  await all.begin();
  (await all.server.request(1)).gate.open(asks());
  await panel.until((state) => state.task?.status === "waiting");
  all.server.says = {
    task: { taskId: TASK, query: "", status: "interrupted", stepCount: 1, createdAt: "", updatedAt: "" },
    steps: [],
  };
  await all.command({ kind: "heard", tabId: 7, taskId: "another", status: "interrupted" });
  await all.command({ kind: "heard", tabId: 7, taskId: TASK, status: "interrupted" });
  assert.equal((await panel.until((state) => state.task?.status !== "waiting")).task?.status, "stopped");
});

test("a request under way keeps the worker alive", async () => {
  const { desk: all } = await desk();
  await all.begin();
  const first = await all.server.request(1);
  all.time.pass(20_000);
  all.time.pass(20_000);
  assert.equal(all.browser.pings, 2);
  first.gate.open(asks());
  await new FakePanel(all.browser).open().until((state) => state.task?.status === "waiting");
  all.time.pass(20_000);
  assert.equal(all.browser.pings, 2, "who waits for the person may be suspended");
});

test("an answer that never comes is given up", async () => {
  const { desk: all, panel } = await desk();
  await all.begin();
  const first = await all.server.request(1);
  all.time.pass(150_000);
  assert.equal(first.signal.aborted, true);
  assert.equal(
    (await panel.until((state) => state.task?.activity === "reconnecting")).task?.problem?.code,
    "NETWORK_ERROR",
  );
});

test("storage that is full holds nobody up", async () => {
  const { desk: all } = await desk();
  const usual = all.browser.session.set.bind(all.browser.session);
  all.browser.session.set = async (values) => {
    if (JSON.stringify(values).length > 3_000) throw new Error("QUOTA_BYTES quota exceeded");
    return usual(values);
  };
  all.eyes.next = async () => look(capture(undefined, { pageTitle: "x".repeat(3_000) }));
  await all.begin();
  await all.server.request(1);
  await all.killAndRevive();
  assert.equal((await all.server.request(2)).body.lastActionStatus, "pending");
});

test("a tab that went while the worker slept ends its task", async () => {
  const { desk: all } = await desk();
  all.browser.tabList.push(tab(8));
  const act = all.hands.next;
  all.hands.next = () => new Gate<never>().promise;
  await all.begin();
  (await all.server.request(1)).gate.open(click());
  await until(() => all.hands.did.length > 0);
  all.hands.next = act;
  all.browser.tabList = [tab(8)];
  await all.killAndRevive();
  await until(() => all.server.stops.length > 0);
  await until(() => !("task:7" in all.browser.session.kept));
});

test("an account is taken away by the server's own no only", async () => {
  const { desk: all, panel } = await desk();
  assert.deepEqual(await all.command({ kind: "checkAccount" }), { ok: true });
  all.server.down = true;
  const unknown = await all.command({ kind: "checkAccount" });
  assert.equal(!unknown.ok && unknown.problem.code, "NETWORK_ERROR");
  assert.notEqual((await panel.until((state) => state.account !== null)).account, null);
  [all.server.down, all.server.revoked] = [false, true];
  await all.command({ kind: "checkAccount" });
  assert.equal((await panel.until((state) => state.account === null)).signedOut?.code, "UNAUTHORIZED");
});

test("a panel that is opened learns whether the token still counts", async () => {
  const { desk: all, panel } = await desk();
  await panel.until((state) => state.account !== null);
  all.server.revoked = true;
  const opened = new FakePanel(all.browser).open();
  assert.equal((await opened.until((state) => state.account === null)).signedOut?.code, "UNAUTHORIZED");
});

test("what is wrong is told by its own name", async () => {
  const { desk: all } = await desk();
  const code = async (tabId: number, query: string): Promise<string | false> => {
    const answer = await all.command({ kind: "start", tabId, query });
    return !answer.ok && answer.problem.code;
  };
  assert.equal(await code(99, "fill it in"), "TAB_CLOSED");
  assert.equal(await code(7, "  "), "NO_WORDS");
  all.server.down = true;
  assert.equal(await code(7, "fill it in"), "NETWORK_ERROR");
});
