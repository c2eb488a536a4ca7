import assert from "node:assert/strict";
import test from "node:test";
import { viewOf } from "../../src/task/view.ts";
import { click, look, Play, SESSION, TASK, told } from "./kit.ts";

/** A task that has asked in its second turn. */
const asked = () => new Play().looked().answered(click()).performed().looked();

test("a server that cannot be reached is tried again with the same key and body, ever later", () => {
  const play = asked();
  const { body, key } = play.effect("ask");
  const waits: number[] = [];
  for (let times = 0; times < 6; times++) {
    play.offline();
    assert.equal(viewOf(play.state).activity, "reconnecting");
    const { at } = play.effect("wakeAt");
    assert.equal(viewOf(play.state).problem?.retryAt, at);
    waits.push(at - play.now);
    play.now = at - 1;
    assert.deepEqual(play.tell({ kind: "tick" }).effects, [], "not before its time");
    play.now = at;
    play.tell({ kind: "tick" });
    assert.deepEqual([play.effect("ask").body, play.effect("ask").key], [body, key]);
  }
  assert.deepEqual(waits, [750, 1500, 3000, 6000, 12000, 22500]);
  play.offline();
  assert.deepEqual([play.phase, viewOf(play.state).status, play.effects], ["stuck", "waiting", []]);
  play.tell({ kind: "retry" });
  assert.deepEqual([play.effect("ask").body, play.effect("ask").key], [body, key]);
  assert.equal(play.answered(click()).state.tries, 0);
});

test("whoever waits may try again at once", () => {
  assert.deepEqual(asked().offline().tell({ kind: "retry" }).kinds(), ["ask"]);
});

test("what the server says about when, is kept to", () => {
  for (const [after, wait] of [
    [3, 3000],
    [0, 100],
    [999, 60_000],
    [undefined, 1000],
  ] as const) {
    const play = asked().refused(429, "RATE_LIMIT", after);
    assert.equal(play.effect("wakeAt").at - play.now, wait);
  }
});

test("a turn that failed is asked for again, under a fresh key; one that is unknown, under the same", () => {
  for (const [status, code, again] of [
    [502, "LLM_ERROR", true],
    [504, "TIMEOUT", true],
    [422, "IDEMPOTENCY_MISMATCH", true],
    [503, "DATABASE_ERROR", false],
    [503, "SERVER_BUSY", false],
    [500, "INTERNAL_ERROR", false],
    [502, "UNKNOWN", false],
    [409, "TASK_BUSY", false],
    [409, "IDEMPOTENCY_IN_FLIGHT", false],
  ] as const) {
    const play = asked();
    const { key } = play.effect("ask");
    play.refused(status, code);
    assert.equal(play.phase, "pausing", code);
    play.now = play.effect("wakeAt").at;
    play.tell({ kind: "tick" });
    if (again) {
      play.looked();
      assert.equal(play.body().lastActionStatus, "success", "how the action went is told again");
      assert.notEqual(play.effect("ask").key, key, code);
    } else {
      assert.equal(play.effect("ask").key, key, code);
    }
  }
});

test("a model that always fails is not asked for ever", () => {
  const play = asked();
  for (let times = 0; play.phase !== "stuck" && times < 20; times++) {
    play.refused(502, "LLM_ERROR");
    play.now += 60_000;
    if (play.phase === "pausing") play.tell({ kind: "tick" }).looked();
  }
  assert.equal(play.phase, "stuck");
});

test("without a token it stands still until somebody signs in", () => {
  const play = asked();
  const { key } = play.effect("ask");
  play.refused(401, "UNAUTHORIZED");
  assert.deepEqual(play.kinds(), ["signedOut"]);
  assert.equal(viewOf(play.state).status, "waiting");
  assert.equal(play.tell({ kind: "retry" }).effect("ask").key, key);
});

test("an end is told as what it is", () => {
  for (const [status, code, expected] of [
    [409, "TASK_STOPPED", "stopped"],
    [409, "SESSION_ARCHIVED", "failed"],
    [404, "TASK_NOT_FOUND", "failed"],
    [404, "SESSION_NOT_FOUND", "failed"],
    [400, "MAX_STEPS_EXCEEDED", "failed"],
  ] as const) {
    const play = asked().refused(status, code);
    assert.equal(viewOf(play.state).status, expected, code);
    assert.equal(play.kinds().includes("stopOnServer"), false);
  }
});

test("a task that has ended already ended in some way, which is asked for", () => {
  for (const [status, expected] of [
    ["completed", "success"],
    ["failed", "failed"],
    ["interrupted", "stopped"],
  ] as const) {
    const play = asked().refused(409, "TASK_COMPLETED");
    assert.deepEqual(play.effects, [{ kind: "inquire", sessionId: SESSION, taskId: TASK }]);
    assert.equal(viewOf(play.state).status, "waiting", "nothing is claimed yet");
    play.tell(told(status, { result: "It said so." }));
    assert.deepEqual([viewOf(play.state).status, viewOf(play.state).result], [expected, "It said so."]);
  }
});

test("a body that is not taken is not sent again by itself", () => {
  for (const [status, code] of [
    [400, "VALIDATION_ERROR"],
    [413, "PAYLOAD_TOO_LARGE"],
    [429, "QUOTA_EXCEEDED"],
  ] as const) {
    const play = asked().refused(status, code);
    assert.deepEqual([play.phase, play.effects], ["stuck", []], code);
    assert.deepEqual(play.tell({ kind: "retry" }).kinds(), ["look"]);
  }
});

test("a page that does not answer is looked at again, three times", () => {
  const play = new Play();
  for (let times = 0; times < 3; times++) {
    play.tell({
      kind: "unseen",
      turn: play.state.turn,
      why: "silent",
      url: "https://shop.example/",
      message: "the page does not answer",
    });
    assert.equal(play.phase, "pausing");
    play.now = play.effect("wakeAt").at;
    play.tell({ kind: "tick" });
    assert.equal(play.phase, "looking");
  }
  play.tell({
    kind: "unseen",
    turn: play.state.turn,
    why: "silent",
    url: "https://shop.example/",
    message: "the page does not answer",
  });
  assert.deepEqual([play.phase, viewOf(play.state).problem?.code], ["stuck", "PAGE_NOT_SEEN"]);
  assert.equal(play.tell({ kind: "retry" }).looked(look()).phase, "asking");
});
