import assert from "node:assert/strict";
import { test } from "node:test";
import { merge, missingAfter, readSince, totalOf } from "../src/realtime/conversation.ts";
import { said } from "./kit.ts";

const numbers = (messages: readonly { sequenceNumber: number }[]): number[] =>
  messages.map((message) => message.sequenceNumber);
const none: ReadonlySet<number> = new Set();

test("messages come together in order of their numbers, each once", () => {
  const known = [said(0), said(3)];
  assert.deepEqual(numbers(merge(known, [said(2), said(3), said(1)])), [0, 1, 2, 3]);
});

test("what brings nothing new changes nothing, not even the array", () => {
  const known = [said(0), said(1)];
  assert.equal(merge(known, [said(1), said(0)]), known);
  assert.equal(merge(known, []), known);
});

test("what became of an action is learned, and not forgotten by a late reading", () => {
  const open = said(0, { status: "pending" });
  const done = said(0, { status: "success" });
  assert.deepEqual(merge([open], [done]), [done]);
  assert.deepEqual(merge([done], [open]), [done]);
  assert.deepEqual(merge([done], [said(0, { status: "failure" })]), [said(0, { status: "failure" })]);
});

test("a gap is found between messages and before the total", () => {
  for (const [held, total, expected] of [
    [[], 0, null],
    [[], 3, null],
    [[0, 1, 2], 3, null],
    [[0, 1, 3], 4, 1],
    [[0, 1], 4, 1],
    [[5, 6], 7, null],
    [[0, 2, 4], 5, 0],
  ] as const) {
    assert.equal(
      missingAfter(
        held.map((number) => said(number)),
        total,
        none,
      ),
      expected,
      `${held.join()} of ${total}`,
    );
  }
});

test("what the server has no more is not missed", () => {
  const messages = [said(0), said(2), said(5)];
  assert.equal(missingAfter(messages, 6, new Set([0])), 2);
  assert.equal(missingAfter(messages, 6, new Set([0, 2])), null);
});

test("news is read since the oldest action that is still open, else since the last message", () => {
  assert.equal(readSince([]), undefined);
  assert.equal(readSince([said(0), said(1)]), said(1).timestamp);
  const messages = [
    said(0, { actionString: "click(1)", status: "success" }),
    said(1, { actionString: "click(2)", status: "pending" }),
    said(2),
    said(3),
  ];
  assert.equal(readSince(messages), said(1).timestamp);
});

test("an action left open long ago is not waited for", () => {
  const messages = Array.from({ length: 60 }, (_, at) => said(at, at === 0 ? { actionString: "click(1)" } : {}));
  assert.equal(readSince(messages), said(59).timestamp);
});

test("the total is what was told, or heard since", () => {
  assert.equal(totalOf([], 0), 0);
  assert.equal(totalOf([said(0), said(7)], 5), 8);
  assert.equal(totalOf([said(0)], 5), 5);
});
