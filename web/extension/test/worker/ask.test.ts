/** Asking and collections through the worker: messages in, panel states and requests out. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestPacket, ToolCall } from "@screen-agent/api/packet";
import type { Command } from "../../src/shared/protocol.ts";
import { call, reply } from "../ask/kit.ts";
import { Desk, FakePanel, type FakeTab, Gate, tab, turn, until } from "./fake.ts";

async function desk(): Promise<Desk> {
  const made = await new Desk().start();
  await made.signIn();
  return made;
}

const answer = (words: string, calls: ToolCall[] = []): Response => Response.json(reply(words, calls));

async function asks(at: Desk, more: object = {}): Promise<void> {
  assert.deepEqual(await at.command({ kind: "ask", tabId: 7, text: "What does it cost?", ...more }), { ok: true });
}

/** Answers a question that was asked; what was asked comes back. */
async function answers(at: Desk, count: number, words: string, calls: ToolCall[] = []): Promise<RequestPacket> {
  const { gate, body } = await at.packets.question(count);
  gate.open(answer(words, calls));
  return body as RequestPacket;
}

const results = (packet: RequestPacket): unknown[] =>
  packet.context.documents.flatMap(({ content }) =>
    content.doc_type === "tool.result.v1" ? [[content.call_id, content.status, content.error?.code ?? null]] : [],
  );

test("a question is answered in the panel", async () => {
  const at = await desk();
  const panel = new FakePanel(at.browser).open();
  await asks(at);
  const sent = await answers(at, 1, "12 euros");
  assert.equal(sent.context.documents[0]?.kind, "web.capture.v1");
  const { ask } = await panel.until(({ ask }) => ask?.status === "idle" && ask.messages.length === 2);
  assert.deepEqual(
    ask?.messages.map(({ from }) => from),
    ["person", "agent"],
  );
  const again = at.command({ kind: "ask", tabId: 7, text: "  " });
  assert.deepEqual(await again, {
    ok: false,
    problem: { code: "NO_WORDS", message: "There are no instructions.", advice: "Say what you want to know." },
  });
});

test("an approved click is vouched for on the page and performed by the hands, with what it was taken for", async () => {
  const at = await desk();
  const panel = new FakePanel(at.browser).open();
  await asks(at);
  await answers(at, 1, "Shall I?", [call("c1", "browser.click", { handleId: "12" }, "ask")]);
  const asked = await panel.until(({ ask }) => ask?.approvals.length === 1);
  assert.equal(asked.ask?.approvals[0]?.text, "It would browser.click.");
  // The approval's time is that of the tests' own clock.
  assert.deepEqual(
    await at.command({ kind: "approveTool", tabId: 7, callId: "c1", fingerprint: "print-c1", allow: true }),
    { ok: true },
  );
  const yes = await answers(at, 2, "Clicking", [call("c1", "browser.click", { handleId: "12" })]);
  assert.deepEqual(yes.input.approvals, [{ call_id: "c1", fingerprint: "print-c1", allow: true }]);
  const told = await answers(at, 3, "Clicked");
  assert.deepEqual([at.reader.vouched, at.hands.did], [["12"], [{ tabId: 7, action: 'click("12")' }]]);
  assert.deepEqual(results(told), [["c1", "ok", null]]);
  assert.equal(told.trace?.run_id, "run_1");
});

for (const [name, go] of [
  ["its own history", (at: Desk) => at.browser.onHistoryStateUpdated.fire({ tabId: 7, frameId: 0 })],
  ["another document", (at: Desk) => at.browser.onCommitted.fire({ tabId: 7, frameId: 0 })],
  ["another origin", (at: Desk) => (at.browser.tabList = [tab(7, "https://evil.example/form")])],
] as const) {
  test(`what was decided on a page that has gone on to ${name} is not performed`, async () => {
    const at = await desk();
    await asks(at, { mode: "autopilot" });
    const { gate } = await at.packets.question(1);
    go(at);
    await turn();
    gate.open(answer("Clicking", [call("c1", "browser.click", { handleId: "12" })]));
    const told = await answers(at, 2, "Oh");
    assert.deepEqual([at.hands.did, results(told)], [[], [["c1", "error", "STALE_HANDLE"]]]);
  });
}

test("a page that goes elsewhere while it is read is read again", async () => {
  const at = await desk();
  const text = at.reader.next;
  at.reader.next = async (tabId) => {
    if (at.reader.reads.length === 1) at.browser.onCommitted.fire({ tabId, frameId: 0 });
    await turn();
    return text(tabId);
  };
  await asks(at, { mode: "autopilot" });
  await answers(at, 1, "Clicking", [call("c1", "browser.click", { handleId: "12" })]);
  assert.deepEqual(results(await answers(at, 2, "Done")), [["c1", "ok", null]]);
  assert.deepEqual(at.reader.reads, [7, 7, 7]);
});

test("frames that go elsewhere, and other tabs, do not count", async () => {
  const at = await desk();
  await asks(at, { mode: "autopilot" });
  const { gate } = await at.packets.question(1);
  at.browser.onCommitted.fire({ tabId: 7, frameId: 3 });
  at.browser.onCommitted.fire({ tabId: 8, frameId: 0 });
  at.browser.onCommitted.fire({ tabId: 7, frameId: 0, documentLifecycle: "prerender" });
  await turn();
  gate.open(answer("Clicking", [call("c1", "browser.click", { handleId: "12" })]));
  assert.deepEqual(results(await answers(at, 2, "Done")), [["c1", "ok", null]]);
});

test("a control that is another one now is not acted on", async () => {
  const at = await desk();
  at.reader.answer = { ok: false, refusal: "stale" };
  await asks(at, { mode: "autopilot" });
  await answers(at, 1, "Clicking", [call("c1", "browser.click", { handleId: "12" })]);
  assert.deepEqual([results(await answers(at, 2, "Oh")), at.hands.did], [[["c1", "error", "STALE_HANDLE"]], []]);
});

test("a search that is left to the client opens behind, and is read there", async () => {
  const at = await desk();
  await asks(at);
  await answers(at, 1, "Searching", [call("s", "search", { query: "piers", url: "https://search.example/?q=piers" })]);
  const told = await answers(at, 2, "Found");
  assert.deepEqual(results(told), [["s", "ok", null]]);
  const opened = at.browser.tabList.at(-1) as FakeTab;
  assert.deepEqual(
    [opened.url, opened.active, told.context.documents[0]?.source?.tab_id, at.reader.reads],
    ["https://search.example/?q=piers", false, String(opened.id), [7, opened.id]],
  );
});

for (const url of ["javascript:alert(1)", "https://a@evil.example/", "file:///etc/passwd", "https://a.example/\\b"]) {
  test(`${url} is never opened`, async () => {
    const at = await desk();
    await asks(at);
    await answers(at, 1, "Searching", [call("s", "search", { query: "x", url })]);
    assert.deepEqual(
      [results(await answers(at, 2, "Oh")), at.browser.tabList.length],
      [[["s", "error", "INVALID_URL"]], 1],
    );
  });
}

test("a tool that takes too long may have been done, and is told so", async () => {
  const at = await desk();
  at.hands.next = () => new Promise(() => undefined);
  at.hands.perform = (_tabId, _decision) =>
    new Promise((_resolve, reject) => {
      giveUp = reject;
    });
  let giveUp: (error: unknown) => void = () => undefined;
  await asks(at, { mode: "autopilot" });
  await answers(at, 1, "Clicking", [call("c1", "browser.click", { handleId: "12" })]);
  await until(() => at.reader.vouched.length === 1);
  await turn();
  at.time.pass(60_000);
  giveUp(new Error("stopped"));
  assert.deepEqual(results(await answers(at, 2, "Oh")), [["c1", "error", "TIMEOUT"]]);
});

test("killed while the hands are at work: never performed again", async () => {
  const at = await desk();
  at.hands.perform = (tabId, decision) => {
    at.hands.did.push({ tabId, action: decision.action });
    return new Promise(() => undefined);
  };
  await asks(at, { mode: "autopilot" });
  await answers(at, 1, "Clicking", [call("c1", "browser.click", { handleId: "12" })]);
  await until(() => at.hands.did.length === 1);
  await at.killAndRevive();
  assert.deepEqual(results(await answers(at, 2, "Oh")), [["c1", "error", "UNKNOWN"]]);
  assert.equal(at.hands.did.length, 1);
});

test("killed while the server answers: the same bytes are sent again", async () => {
  const at = await desk();
  await asks(at);
  const { body } = await at.packets.question(1);
  await at.killAndRevive();
  assert.deepEqual((await at.packets.question(2)).body, body);
});

test("progress is shown as it comes", async () => {
  const at = await desk();
  const panel = new FakePanel(at.browser).open();
  await asks(at);
  const { gate } = await at.packets.question(1);
  const events = new TransformStream<Uint8Array, Uint8Array>();
  const writer = events.writable.getWriter();
  gate.open(new Response(events.readable, { headers: { "Content-Type": "text/event-stream" } }));
  void writer.write(new TextEncoder().encode('event: progress\ndata: {"text":"Reading two pages.","step":1}\n\n'));
  assert.equal((await panel.until(({ ask }) => ask?.progress != null)).ask?.progress, "Reading two pages.");
  void writer.write(new TextEncoder().encode(`event: packet\ndata: ${JSON.stringify(reply("Done", []))}\n\n`));
  await panel.until(({ ask }) => ask?.status === "idle");
});

test("stop breaks the request off", async () => {
  const at = await desk();
  await asks(at);
  const { signal } = await at.packets.question(1);
  assert.deepEqual(await at.command({ kind: "stopAsking", tabId: 7 }), { ok: true });
  assert.equal(signal?.aborted, true);
  assert.equal((await at.command({ kind: "stopAsking", tabId: 7 })).ok, false);
});

test("a task and a question do not work on one tab at once", async () => {
  const at = await desk();
  await asks(at);
  const started = await at.command({ kind: "start", tabId: 7, query: "do it" });
  assert.equal(!started.ok && started.problem.code, "ASKING_UNDER_WAY");
  await at.command({ kind: "stopAsking", tabId: 7 });
  await at.begin();
  const asked = await at.command({ kind: "ask", tabId: 7, text: "and now?" });
  assert.equal(!asked.ok && asked.problem.code, "TASK_UNDER_WAY");
});

test("of a task and a question, and of two questions, that begin at once one is begun", async () => {
  for (const other of [
    { kind: "start", tabId: 7, query: "do it" },
    { kind: "ask", tabId: 7, text: "And who?" },
  ] as const) {
    const at = await desk();
    const answers = await Promise.all([
      at.command(other),
      at.command({ kind: "ask", tabId: 7, text: "What does it cost?" }),
    ]);
    assert.deepEqual(answers.map((one) => (one.ok ? "begun" : one.problem.code)).sort(), ["ASKING_UNDER_WAY", "begun"]);
  }
});

test("a question goes on where there is no room to keep it, and nothing old is taken up", async () => {
  const at = await desk();
  const panel = new FakePanel(at.browser).open();
  await asks(at);
  await at.packets.question(1);
  const set = at.browser.session.set.bind(at.browser.session);
  at.browser.session.set = async (values) => {
    if (Object.keys(values).some((name) => name.startsWith("ask:"))) throw new Error("quota exceeded");
    return set(values);
  };
  await answers(at, 1, "12 euros");
  assert.equal(
    (await panel.until(({ ask }) => ask?.status === "idle" && ask.messages.length === 2)).ask?.problem,
    null,
  );
  assert.deepEqual(
    Object.keys(at.browser.session.kept).filter((name) => name.startsWith("ask:")),
    [],
  );
});

test("a page that no extension may see is refused with words", async () => {
  const at = await desk();
  at.browser.tabList = [tab(7, "chrome://settings")];
  const panel = new FakePanel(at.browser).open();
  await asks(at);
  assert.equal((await panel.until(({ ask }) => ask?.problem != null)).ask?.problem?.code, "RESTRICTED");
  assert.equal(at.packets.asked.length, 0);
});

test("in a private window nothing is begun, collected or kept", async () => {
  const at = await desk();
  const before = structuredClone([at.browser.local.kept, at.browser.session.kept]);
  at.browser.tabList = [{ ...tab(7), incognito: true }];
  const refused = async (command: Command): Promise<void> => {
    const told = await at.command(command);
    assert.equal(!told.ok && told.problem.code, "PRIVATE_WINDOW", command.kind);
  };
  await refused({ kind: "ask", tabId: 7, text: "What does it cost?" });
  await refused({ kind: "start", tabId: 7, query: "buy it" });
  await refused({ kind: "collectTab", tabId: 7, collectionId: "col-1" });
  await refused({ kind: "selectedLinks", tabId: 7 });
  await refused({ kind: "openConversation", tabId: 7, conversationId: "c-1" });
  assert.deepEqual([at.browser.local.kept, at.browser.session.kept], before);
  assert.deepEqual([at.packets.asked.length, at.server.inits.length], [0, 0]);
  at.browser.tabList = [tab(7)];
  await asks(at);
});

test("who signs out leaves nothing to whoever comes next", async () => {
  const at = await desk();
  const panel = new FakePanel(at.browser).open();
  await asks(at);
  await answers(at, 1, "12 euros");
  await panel.until(({ ask }) => ask?.messages.length === 2);
  await at.command({ kind: "signOut" });
  assert.deepEqual(
    Object.keys(at.browser.session.kept).filter((name) => name.startsWith("ask:")),
    [],
  );
  await at.signIn("ida@acme.example");
  assert.deepEqual(
    (await panel.until(({ account, ask }) => account?.email === "ida@acme.example" && ask !== null)).ask?.messages,
    [],
  );
});

test("what comes for one person after they have signed out is shown to nobody", async () => {
  const at = await desk();
  const panel = new FakePanel(at.browser).open();
  const loads = at.command({ kind: "loadCollections" });
  await until(() => at.packets.asked.length === 3);
  await at.command({ kind: "signOut" });
  await at.signIn("ida@acme.example");
  for (const { path, gate } of at.packets.asked)
    gate.open(
      Response.json(path === "/api/collections" ? { collections: [COLLECTION] } : { types: [], artifacts: [] }),
    );
  await loads;
  await at.browser.onUpdated.fire(7, { title: "Anew" });
  const { collections } = await panel.until(
    ({ account, collections }) => account?.email === "ida@acme.example" && collections?.busy === null,
  );
  assert.deepEqual([collections?.list, collections?.types], [null, []]);
  assert.ok(
    panel.states.every(
      ({ account, collections }) => account?.email !== "ida@acme.example" || collections?.list === null,
    ),
  );
});

test("a conversation that comes for one person after they have signed out is not the next one's", async () => {
  const at = await desk();
  const opens = at.command({ kind: "openConversation", tabId: 7, conversationId: "old" });
  await until(() => at.packets.asked.length === 1);
  await at.command({ kind: "signOut" });
  await at.signIn("ida@acme.example");
  at.packets.asked[0]?.gate.open(
    Response.json({
      conversation: { id: "old", title: "", createdAt: "", updatedAt: "", messageCount: 0 },
      messages: [],
    }),
  );
  const answer = await opens;
  assert.equal(!answer.ok && answer.problem.code, "UNAUTHORIZED");
});

test("who points at a citation for less time than it takes leaves no outline", async () => {
  const at = await desk();
  const drawn = new Gate<boolean>();
  at.reader.highlight = async (_tab, handle) => {
    const is = await drawn.promise;
    at.reader.outlined.push(handle);
    return is;
  };
  const points = at.command({ kind: "highlight", tabId: 7, handleId: "12" });
  await at.command({ kind: "unhighlight", tabId: 7 });
  drawn.open(true);
  await points;
  assert.deepEqual(at.reader.outlined, ["", "12", ""]);
});

test("a panel that closes leaves no outline on a page", async () => {
  const at = await desk();
  const panel = new FakePanel(at.browser).open();
  await panel.until(({ account }) => account !== null);
  await at.command({ kind: "highlight", tabId: 7, handleId: "12" });
  panel.close();
  await until(() => at.reader.outlined.length === 2);
  assert.deepEqual(at.reader.outlined, ["12", ""]);
});

test("a conversation is taken up from the server, and a new one begun", async () => {
  const at = await desk();
  const panel = new FakePanel(at.browser).open();
  const kept = (id: string, packetType: string, packet: object) => ({
    id,
    turn: 3,
    createdAt: "2026-01-01T00:00:00Z",
    senderRole: "user",
    packetType,
    packet,
  });
  at.packets.answers.set("GET /api/conversations/old", () => ({
    conversation: { id: "old", title: "Piers", createdAt: "", updatedAt: "", messageCount: 3 },
    messages: [
      kept("p1", "request", {
        input: { user_message: { id: "u1", text: "How long?" }, task: { name: "web.summarize" } },
      }),
      kept("r1", "response", { assistant: { render: { type: "doc", children: [] }, citations: [] } }),
      kept("p2", "request", { input: { user_message: { id: "u1", text: "How long?" } } }),
      kept("t1", "tool", { anything: 1 }),
    ],
  }));
  assert.deepEqual(await at.command({ kind: "openConversation", tabId: 7, conversationId: "old" }), { ok: true });
  const { ask } = await panel.until(({ ask }) => ask?.conversationId === "old");
  assert.deepEqual(
    ask?.messages.map(({ from, id }) => [from, id]),
    [
      ["person", "u1"],
      ["agent", "r1"],
    ],
  );
  await asks(at);
  assert.deepEqual(((await at.packets.question(1)).body as RequestPacket).conversation, { id: "old", turn: 4 });
  assert.equal((await at.command({ kind: "newConversation", tabId: 7 })).ok, false);
  await at.command({ kind: "stopAsking", tabId: 7 });
  await at.command({ kind: "newConversation", tabId: 7 });
  assert.equal((await panel.until(({ ask }) => ask?.conversationId === null)).ask?.messages.length, 0);
});

test("a citation is shown on its own page only", async () => {
  const at = await desk();
  assert.deepEqual(
    await at.command({
      kind: "highlight",
      tabId: 7,
      handleId: "12",
      quote: "words",
      url: "https://shop.example/form#part",
    }),
    { ok: true },
  );
  const elsewhere = await at.command({
    kind: "highlight",
    tabId: 7,
    handleId: "12",
    url: "https://shop.example/other",
  });
  assert.equal(!elsewhere.ok && elsewhere.problem.code, "NOT_HERE");
  await at.command({ kind: "unhighlight", tabId: 7 });
  assert.deepEqual(at.reader.outlined, ["12", ""]);
});

const COLLECTION = { id: "col_1", title: "Piers", tags: [], createdAt: "", updatedAt: "", sourceCount: 0 };
const source = (id: string, url: string) => ({
  id,
  collectionId: "col_1",
  kind: "url",
  url,
  title: "Form",
  status: "pending",
  characters: 0,
  preview: "",
});

/** A server with one collection. */
function library(at: Desk): { sources: object[]; artifacts: object[] } {
  const held: { sources: object[]; artifacts: object[] } = { sources: [], artifacts: [] };
  const data = () => ({ collection: { ...COLLECTION, sourceCount: held.sources.length }, sources: [...held.sources] });
  const { answers } = at.packets;
  answers.set("GET /api/collections", () => ({ collections: [COLLECTION] }));
  answers.set("GET /api/transforms", () => ({ types: [{ name: "timeline", title: "Timeline", description: "" }] }));
  answers.set("POST /api/collections", () => COLLECTION);
  answers.set("GET /api/collections/col_1", data);
  answers.set("GET /api/artifacts", () => ({ artifacts: held.artifacts }));
  answers.set("POST /api/collections/col_1/sources", () => {
    held.sources.push(source("src_1", "https://shop.example/form"));
    return data();
  });
  answers.set("POST /api/sources/src_1/capture", () => source("src_1", "https://shop.example/form"));
  return held;
}

test("a tab is collected: added, and captured from what the person sees", async () => {
  const at = await desk();
  library(at);
  const panel = new FakePanel(at.browser).open();
  await at.command({ kind: "loadCollections" });
  assert.deepEqual(await at.command({ kind: "createCollection", title: " Piers " }), { ok: true });
  assert.deepEqual(await at.command({ kind: "collectTab", tabId: 7, collectionId: "col_1" }), { ok: true });
  const { collections } = await panel.until(({ collections }) => collections?.open?.sources.length === 1);
  assert.deepEqual([collections?.list?.length, collections?.types.length], [1, 1]);
  const captured = at.packets.asked.find(({ path }) => path === "/api/sources/src_1/capture");
  assert.deepEqual(captured?.body, {
    capture: { url: "https://shop.example/form", title: "Form", html: "<p>1</p>", generation: 0 },
  });
});

test("selected links are looked over, then added; what is no address is not", async () => {
  const at = await desk();
  library(at);
  const panel = new FakePanel(at.browser).open();
  await at.command({ kind: "selectedLinks", tabId: 7 });
  assert.deepEqual((await panel.until(({ collections }) => collections?.links != null)).collections?.links, {
    tabId: 7,
    urls: ["https://a.example/"],
    totalFound: 1,
  });
  const bad = { type: "url", url: "javascript:alert(1)" } as const;
  assert.equal((await at.command({ kind: "addSources", collectionId: "col_1", sources: [bad] })).ok, false);
  await at.command({
    kind: "addSources",
    collectionId: "col_1",
    sources: [bad, { type: "url", url: "https://a.example/" }, { type: "note", text: "mine", title: "" }],
  });
  const added = at.packets.asked.find(({ method, path }) => method === "POST" && path.endsWith("/sources"));
  assert.deepEqual(added?.body, {
    sources: [
      { type: "url", url: "https://a.example/" },
      { type: "note", text: "mine" },
    ],
  });
});

test("what is made of a collection is looked after until it is there", async () => {
  const at = await desk();
  const held = library(at);
  const panel = new FakePanel(at.browser).open();
  const artifact = (status: string) => ({
    id: "art_1",
    collectionId: "col_1",
    type: "timeline",
    title: "Timeline",
    tags: [],
    status,
    createdAt: "",
    updatedAt: "",
  });
  at.packets.answers.set("POST /api/collections/col_1/transforms", () => artifact("pending"));
  at.packets.answers.set("GET /api/artifacts/art_1", () => ({
    artifact: artifact("completed"),
    doc: { type: "doc", children: [] },
    citations: [],
  }));
  await at.command({ kind: "openCollection", collectionId: "col_1" });
  await at.command({ kind: "transform", collectionId: "col_1", transform: "timeline" });
  await panel.until(({ collections }) => collections?.artifacts[0]?.status === "pending");
  held.artifacts = [artifact("running")];
  at.time.pass(2_000);
  await panel.until(({ collections }) => collections?.artifacts[0]?.status === "running");
  held.artifacts = [artifact("completed")];
  at.time.pass(2_000);
  await panel.until(({ collections }) => collections?.artifacts[0]?.status === "completed");
  await at.command({ kind: "openArtifact", artifactId: "art_1" });
  assert.equal(
    (await panel.until(({ collections }) => collections?.artifact != null)).collections?.artifact?.artifact.id,
    "art_1",
  );
});

test("what was saved by itself stands beside the collections, and goes when it is removed", async () => {
  const at = await desk();
  const held = library(at);
  const panel = new FakePanel(at.browser).open();
  const artifact = (id: string, more: object) => ({
    id,
    type: "note",
    title: "Note",
    tags: [],
    status: "completed",
    ...more,
  });
  held.artifacts = [artifact("art_1", { collectionId: "col_1" }), artifact("art_2", {})];
  at.packets.answers.set("DELETE /api/artifacts/art_2", () => ({}));
  await at.command({ kind: "loadCollections" });
  const { collections } = await panel.until(({ collections }) => collections?.list != null);
  assert.deepEqual(
    collections?.loose.map(({ id }) => id),
    ["art_2"],
  );
  await at.command({ kind: "removeArtifact", artifactId: "art_2" });
  await panel.until(({ collections }) => collections?.loose.length === 0);
});

test("commands without what they need are nobody's", async () => {
  const at = await desk();
  for (const command of [
    { kind: "ask", tabId: 7 },
    { kind: "approveTool", tabId: 7, callId: "c", fingerprint: "f", allow: "yes" },
    { kind: "highlight", tabId: "7", handleId: "1" },
    { kind: "addSources", collectionId: "c", sources: null },
  ]) {
    await assert.rejects(at.command(command as never), /nobody answers/);
  }
});
