/** What goes wrong, and a worker that is killed at every phase. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Failure } from "../../src/ask/event.ts";
import { viewOf } from "../../src/ask/view.ts";
import { call, Loop, NOW, reply } from "./kit.ts";

const refusal = (status: number, code: string, more: object = {}): Failure => ({
  kind: "refused",
  status,
  code,
  message: "no",
  ...more,
});

function refused(loop: Loop, failure: Failure): Loop {
  return loop.take({ kind: "refused", turn: loop.state.turn, failure });
}

test("a server that cannot be reached is asked again with the same bytes, then the person is", () => {
  const loop = new Loop().ask().read();
  const body = loop.effect("ask").body;
  for (let tries = 1; tries <= 4; tries++) {
    refused(loop, { kind: "network" });
    const { at } = loop.effect("wakeAt");
    assert.ok(at >= NOW);
    loop.now = at - 1;
    assert.deepEqual(loop.take({ kind: "tick" }).effects, []);
    loop.now = at;
    assert.equal(loop.take({ kind: "tick" }).effect("ask").body, body);
  }
  refused(loop, { kind: "network" });
  assert.deepEqual([viewOf(loop.state).status, viewOf(loop.state).problem?.code], ["waiting", "NETWORK_ERROR"]);
  assert.equal(loop.take({ kind: "retry" }).effect("ask").body, body);
});

test("a run that another request holds is waited for as long as the server says", () => {
  const loop = refused(new Loop().ask().read(), refusal(409, "RUN_BUSY", { retryAfter: 30 }));
  assert.equal(loop.effect("wakeAt").at, NOW + 30_000);
});

test("what stands between us and the server ends no question", () => {
  for (const status of [502, 503, 504])
    assert.ok(refused(new Loop().ask().read(), refusal(status, "UNKNOWN")).effect("wakeAt"));
  assert.equal(refused(new Loop().ask().read(), refusal(503, "NO_MODEL")).state.phase.name, "idle");
});

test("a refusal ends the question and says why", () => {
  for (const code of ["RUN_NOT_OPEN", "NO_MODEL", "INVALID_PACKET", "TOO_LARGE", "MODEL_TIMEOUT"]) {
    const loop = refused(new Loop().ask().read(), refusal(400, code));
    assert.deepEqual([loop.state.phase.name, viewOf(loop.state).problem?.code], ["idle", code]);
  }
});

test("signed out: it waits, and goes on with the same bytes", () => {
  const loop = new Loop().ask().read();
  const body = loop.effect("ask").body;
  refused(loop, refusal(401, "UNAUTHORIZED"));
  assert.equal(loop.effect("signedOut").problem.code, "UNAUTHORIZED");
  assert.equal(loop.take({ kind: "retry" }).effect("ask").body, body);
});

test("a page that cannot be read stops a question that begins, and not one that has results to tell", () => {
  const first = new Loop().ask();
  first.take({ kind: "unread", turn: first.state.turn, why: "silent", message: "It does not answer." });
  assert.equal(viewOf(first.state).problem?.code, "NO_ANSWER");
  assert.equal(first.take({ kind: "retry" }).effect("read").tabId, 7);
  const later = new Loop()
    .ask("autopilot")
    .read()
    .answer(reply("Going", [call("a", "browser.back")]))
    .did({ status: "ok" });
  later.take({ kind: "unread", turn: later.state.turn, why: "restricted", message: "Not this page." });
  assert.deepEqual([later.sent().context.documents.length, later.results()], [1, [["a", "ok", null]]]);
});

test("killed while it reads: it reads again", () => {
  assert.equal(new Loop().ask().take({ kind: "revived" }).effect("read").tabId, 7);
});

test("killed while it asks: the same bytes are sent, or the page is read again where they were not kept", () => {
  const loop = new Loop().ask().read();
  const body = loop.effect("ask").body;
  assert.equal(loop.take({ kind: "revived" }).effect("ask").body, body);
  loop.state = { ...loop.state, phase: { name: "asking", body: "" } };
  assert.equal(loop.take({ kind: "revived" }).effect("read").tabId, 7);
});

test("killed while it acts: the tool is never performed again, and told as unknown", () => {
  const loop = new Loop()
    .ask("autopilot")
    .read()
    .answer(reply("I act", [call("a", "browser.scroll", { deltaY: 1 }), call("b", "browser.scroll", { deltaY: 1 })]));
  const turn = loop.state.turn;
  loop.take({ kind: "revived" });
  assert.equal(
    loop.effects.some(({ kind }) => kind === "perform"),
    false,
  );
  // What the killed worker's hands still report is ignored.
  assert.deepEqual(loop.take({ kind: "performed", turn, outcome: { status: "ok" } }).effects, []);
  assert.deepEqual(loop.read().results(), [
    ["a", "error", "UNKNOWN"],
    ["b", "cancelled", "SKIPPED"],
  ]);
});

test("killed while the person is asked, or it waits: it still is", () => {
  const asking = new Loop()
    .ask()
    .read()
    .answer(reply("Shall I?", [call("c", "browser.back", {}, "ask")]));
  assert.deepEqual([asking.take({ kind: "revived" }).effects, viewOf(asking.state).approvals.length], [[], 1]);
  const pausing = refused(new Loop().ask().read(), { kind: "network" });
  const { at } = pausing.effect("wakeAt");
  assert.deepEqual(pausing.take({ kind: "revived" }).effects, [{ kind: "wakeAt", at }]);
});

test("a question does not go on for ever", () => {
  const loop = new Loop().ask("autopilot").read();
  for (let step = 1; step < 12; step++)
    loop
      .answer(reply(`${step}`, [call(`c${step}`, "browser.scroll", { deltaY: 1 })]))
      .did({ status: "ok" })
      .read();
  loop.answer(reply("more", [call("last", "browser.scroll", { deltaY: 1 })]));
  assert.deepEqual([loop.state.phase.name, viewOf(loop.state).problem?.code], ["idle", "MAX_STEPS_EXCEEDED"]);
});
