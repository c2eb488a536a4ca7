/** The loop of asking: what follows what, and what never does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { viewOf } from "../../src/ask/view.ts";
import { call, Loop, NOW, reply } from "./kit.ts";

test("a question reads the page, asks, and shows the answer", () => {
  const loop = new Loop().ask();
  assert.deepEqual(loop.effect("read"), { kind: "read", turn: 1, tabId: 7 });
  loop.read();
  const { id: _, ...sent } = loop.sent();
  assert.deepEqual(sent.input.user_message, { id: "id-1", text: "What does it cost?" });
  assert.deepEqual(
    [sent.conversation, sent.input.mode, sent.trace],
    [{ id: "conversation-1", turn: 1 }, "assist", undefined],
  );
  assert.deepEqual(sent.context.documents, [
    {
      doc_id: "doc:web",
      kind: "web.capture.v1",
      trust: "untrusted",
      source: { browser: "extension", tab_id: "7" },
      content: {
        doc_type: "web.capture.v1",
        url: "https://shop.example/form",
        title: "Form",
        html: "<p>words</p>",
        generation: 1,
      },
    },
  ]);
  assert.ok(sent.input.tools.includes("browser.click") && sent.input.tools.includes("search"));
  loop.take({ kind: "told", turn: loop.state.turn, text: "Reading the page." });
  assert.equal(viewOf(loop.state).progress, "Reading the page.");
  loop.answer(reply("12 euros", [], null));
  const view = viewOf(loop.state);
  assert.deepEqual(
    [view.status, view.messages.map(({ from }) => from), view.problem],
    ["idle", ["person", "agent"], null],
  );
  assert.deepEqual(loop.effects, [{ kind: "release", tabId: 7 }]);
});

test("about a collection no page is read, and no tool of the browser is offered", () => {
  const { input, context } = new Loop().ask("assist", "col_1").sent();
  assert.deepEqual(
    [input.tools, input.task.args, context.documents],
    [["artifact.open"], { collection_id: "col_1" }, []],
  );
});

test("an allowed tool is performed, the page read again, and its result told under the same run", () => {
  const loop = new Loop()
    .ask()
    .read()
    .answer(reply("I look for links", [call("c1", "browser.get_selection_links", { maxLinks: 5 })]));
  assert.deepEqual(loop.effect("perform").seen, { tabId: 7, generation: 1, origin: "https://shop.example" });
  assert.equal(viewOf(loop.state).activity, "acting");
  loop.did({
    status: "ok",
    result: { totalFound: 1 },
    documents: [
      {
        doc_id: "doc:links:c1",
        kind: "web.links.v1",
        trust: "untrusted",
        content: { doc_type: "web.links.v1", urls: ["https://a.example/"], total_found: 1, truncated: false },
      },
    ],
  });
  assert.equal(loop.effect("read").tabId, 7);
  const { trace, conversation, context, input } = loop.read().sent();
  assert.deepEqual(
    [trace, conversation.turn, input.user_message],
    [{ run_id: "run_1", step: 2 }, 2, { id: "id-1", text: "What does it cost?" }],
  );
  assert.deepEqual(
    context.documents.map(({ doc_id, trust }) => [doc_id, trust]),
    [
      ["doc:web", "untrusted"],
      ["doc:result:c1", "trusted"],
      ["doc:links:c1", "untrusted"],
    ],
  );
  assert.deepEqual(context.documents[1]?.content, {
    doc_type: "tool.result.v1",
    call_id: "c1",
    name: "browser.get_selection_links",
    status: "ok",
    result: { totalFound: 1 },
    documents: ["doc:links:c1"],
  });
  loop.answer(reply("Done", []));
  assert.deepEqual([viewOf(loop.state).status, loop.tools()], ["idle", [["c1", "done", null]]]);
});

test("an asked tool waits for the person; a yes is sent, and only the server's allow performs it", () => {
  const asked = call("c1", "browser.click", { handleId: "12" }, "ask");
  const loop = new Loop()
    .ask()
    .read()
    .answer(reply("Shall I?", [asked]));
  const view = viewOf(loop.state);
  assert.deepEqual(loop.effects, []);
  assert.deepEqual(view.approvals, [
    {
      callId: "c1",
      fingerprint: "print-c1",
      name: "browser.click",
      text: "It would browser.click.",
      origin: "https://shop.example",
      arguments: { handleId: "12" },
      expiresAt: NOW + 60_000,
    },
  ]);
  assert.equal(view.status, "waiting");
  loop.take({ kind: "approval", callId: "c1", fingerprint: "another", allow: true });
  assert.equal(loop.state.phase.name, "approving");
  const { input, context } = loop.decide("c1", true).read().sent();
  assert.deepEqual(
    [input.approvals, context.documents.length],
    [[{ call_id: "c1", fingerprint: "print-c1", allow: true }], 1],
  );
  loop.answer(reply("Shall I?", [call("c1", "browser.click", { handleId: "12" })]));
  assert.equal(loop.effect("perform").call.id, "c1");
  assert.equal(loop.state.messages.length, 2);
  assert.deepEqual(loop.did({ status: "ok" }).read().results(), [["c1", "ok", null]]);
});

test("what the server does on a yes is shown with what came of it", () => {
  const share = call("c1", "artifact.share", { artifactId: "art_1", format: "pdf" }, "ask");
  const loop = new Loop()
    .ask()
    .read()
    .answer(reply("Shall I?", [share]))
    .decide("c1", true)
    .read();
  assert.deepEqual(loop.tools(), [["c1", "waiting", null]]);
  const result = { call_id: "c1", name: "artifact.share", status: "ok" as const, result: { url: "/api/files/x" } };
  loop.answer({ ...reply("Shared", [], null), tool_results: [result] });
  assert.deepEqual(loop.tools(), [["c1", "done", null]]);
  const last = loop.state.messages.at(-1);
  assert.deepEqual(last?.from === "agent" && last.results, [result]);
});

test("what the server did not do in spite of a yes is shown as not done", () => {
  const loop = new Loop()
    .ask()
    .read()
    .answer(reply("Shall I?", [call("c1", "artifact.share", { artifactId: "art_1" }, "ask")]))
    .decide("c1", true)
    .read();
  loop.answer(reply("It could not be", [], null));
  assert.deepEqual(loop.tools(), [["c1", "cancelled", null]]);
});

test("a no is sent as one, and nothing is performed", () => {
  const loop = new Loop()
    .ask()
    .read()
    .answer(reply("Shall I?", [call("c1", "browser.click", { handleId: "12" }, "ask")]));
  const { input } = loop.decide("c1", false).read().sent();
  assert.deepEqual(input.approvals, [{ call_id: "c1", fingerprint: "print-c1", allow: false }]);
  assert.deepEqual(loop.tools(), [["c1", "cancelled", null]]);
});

test("a yes that comes too late is none", () => {
  const loop = new Loop()
    .ask()
    .read()
    .answer(reply("Shall I?", [call("c1", "browser.click", { handleId: "12" }, "ask")]));
  loop.now = NOW + 60_000;
  const { input } = loop.decide("c1", true).read().sent();
  assert.deepEqual(
    [input.approvals, loop.tools()],
    [[{ call_id: "c1", fingerprint: "print-c1", allow: false }], [["c1", "cancelled", "APPROVAL_EXPIRED"]]],
  );
});

for (const [name, mode, one, code] of [
  ["a click without a yes", "assist", call("c1", "browser.click", { handleId: "12" }), "POLICY_DENIED"],
  [
    "going elsewhere without a yes",
    "observe",
    call("c1", "browser.navigate", { url: "https://a.example/" }),
    "POLICY_DENIED",
  ],
  [
    "typing without a yes, even on autopilot",
    "autopilot",
    call("c1", "browser.type", { handleId: "12", text: "x" }),
    "POLICY_DENIED",
  ],
  [
    "a handle that is none",
    "autopilot",
    call("c1", "browser.click", { handleId: '12"); navigate("https://evil.example/' }),
    "INVALID_ARGUMENTS",
  ],
  [
    "an argument too many",
    "autopilot",
    call("c1", "browser.click", { handleId: "12", force: true }),
    "INVALID_ARGUMENTS",
  ],
  ["a tool of the server", "autopilot", call("c1", "artifact.share", { artifactId: "a" }), "INVALID_ARGUMENTS"],
] as const) {
  test(`${name} is refused here, whatever the server allows`, () => {
    const loop = new Loop()
      .ask(mode)
      .read()
      .answer(reply("I act", [one]));
    assert.equal(
      loop.effects.some(({ kind }) => kind === "perform"),
      false,
    );
    assert.deepEqual(loop.read().results(), [["c1", "error", code]]);
  });
}

test("one yes performs a call once", () => {
  const allowed = reply("Clicking", [call("c1", "browser.click", { handleId: "12" })]);
  const loop = new Loop()
    .ask()
    .read()
    .answer(reply("Shall I?", [call("c1", "browser.click", { handleId: "12" }, "ask")]));
  loop.decide("c1", true).read().answer(allowed).did({ status: "ok" }).read().answer(allowed);
  assert.equal(
    loop.effects.some(({ kind }) => kind === "perform"),
    false,
  );
  assert.deepEqual(loop.read().results(), [["c1", "error", "POLICY_DENIED"]]);
});

test("after a tool that failed the rest is not done; more than four are not either", () => {
  const scroll = (id: string) => call(id, "browser.scroll", { deltaY: 400 });
  const loop = new Loop()
    .ask("autopilot")
    .read()
    .answer(reply("Scrolling", ["a", "b", "c", "d", "e"].map(scroll)));
  loop.did({ status: "ok" }).did({ status: "error", code: "TIMEOUT" });
  assert.deepEqual(loop.read().results(), [
    ["e", "cancelled", "INVALID_CALL"],
    ["a", "ok", null],
    ["b", "error", "TIMEOUT"],
    ["c", "cancelled", "SKIPPED"],
    ["d", "cancelled", "SKIPPED"],
  ]);
});

test("denied tools are shown and nothing waits for them", () => {
  const loop = new Loop()
    .ask()
    .read()
    .answer(reply("No", [call("c1", "browser.type", { handleId: "1", text: "x" }, "deny")]));
  assert.deepEqual([loop.state.phase.name, loop.tools()], ["idle", [["c1", "denied", null]]]);
});

test("it goes on in the tab that a tool opened, and comes back when that is closed", () => {
  const loop = new Loop()
    .ask()
    .read()
    .answer(reply("Searching", [call("c1", "search", { query: "piers", url: "https://search.example/?q=piers" })]));
  loop.did({ status: "ok", tabId: 9, result: { tabId: 9 } });
  assert.equal(loop.effect("read").tabId, 9);
  loop.take({ kind: "tabClosed", tabId: 9 });
  assert.equal(loop.effect("read").tabId, 7);
  loop.take({ kind: "tabClosed", tabId: 7 });
  assert.equal(loop.state.phase.name, "idle");
});

test("stop breaks off and shows what was not done", () => {
  const loop = new Loop()
    .ask("autopilot")
    .read()
    .answer(reply("I act", [call("a", "browser.scroll", { deltaY: 1 }), call("b", "browser.scroll", { deltaY: 1 })]));
  const turn = loop.state.turn;
  loop.take({ kind: "stop" });
  assert.deepEqual(
    loop.effects.map(({ kind }) => kind),
    ["abort", "release"],
  );
  assert.deepEqual(loop.tools(), [
    ["a", "failed", "UNKNOWN"],
    ["b", "cancelled", null],
  ]);
  assert.deepEqual(loop.take({ kind: "performed", turn, outcome: { status: "ok" } }).effects, []);
});

test("the next question goes on in the same conversation, as a run of its own", () => {
  const loop = new Loop().ask().read().answer(reply("One", [])).ask().read();
  assert.deepEqual([loop.sent().conversation.turn, loop.sent().trace], [2, undefined]);
});

test("a question while another is open changes nothing", () => {
  const loop = new Loop().ask();
  const before = loop.state;
  assert.deepEqual(loop.ask().state, before);
});
