import assert from "node:assert/strict";
import { test } from "node:test";
import { address } from "../src/realtime/address.ts";
import { eventOf, Seen } from "../src/realtime/event.ts";
import { coolDown, nudgeAfter, pollAfter, retryAfter } from "../src/realtime/patience.ts";
import { SESSION, said } from "./kit.ts";

test("the stream is at the API's address unless the server says otherwise", () => {
  const common = { cluster: "", enabledTransports: ["ws"], enableStats: false };
  const key = "app";
  for (const [data, api, expected] of [
    [
      { key },
      "http://127.0.0.1:8787",
      { ...common, forceTLS: false, wsHost: "127.0.0.1", wsPort: 8787, wssPort: 8787, wsPath: "" },
    ],
    [
      { key },
      "https://agent.example/",
      { ...common, forceTLS: true, wsHost: "agent.example", wsPort: 443, wssPort: 443, wsPath: "" },
    ],
    [
      { key },
      "https://example.org:8443/agent/",
      { ...common, forceTLS: true, wsHost: "example.org", wsPort: 8443, wssPort: 8443, wsPath: "/agent" },
    ],
    [
      { key },
      "http://[::1]:8787",
      { ...common, forceTLS: false, wsHost: "[::1]", wsPort: 8787, wssPort: 8787, wsPath: "" },
    ],
    [
      { key, host: "ws.example" },
      "http://127.0.0.1:8787",
      { ...common, forceTLS: true, wsHost: "ws.example", wsPort: 443, wssPort: 443, wsPath: "" },
    ],
    [
      { key, host: "ws.example", port: 6001, tls: false },
      "https://a.example",
      { ...common, forceTLS: false, wsHost: "ws.example", wsPort: 6001, wssPort: 6001, wsPath: "" },
    ],
    [{ key, cluster: "eu" }, "http://127.0.0.1:8787", { ...common, cluster: "eu", forceTLS: true }],
  ] as const) {
    assert.deepEqual(address(data, new URL(api)), expected, `${JSON.stringify(data)} beside ${api}`);
  }
});

test("events that are none of ours are passed over", () => {
  const message = said(1);
  const round = { taskId: "t", status: "executing", currentStepIndex: 0 };
  for (const [data, expected] of [
    [null, null],
    ["new_message", null],
    [{ type: "new_message", eventId: "e", message }, null],
    [{ type: "new_message", sessionId: SESSION, eventId: "e", message: { messageId: "1" } }, null],
    [{ type: "interact_response", sessionId: SESSION, eventId: "e", data: { taskId: "t" } }, null],
    [{ type: "subscription_count", sessionId: SESSION }, null],
    [{ type: "new_message", sessionId: SESSION, message }, null],
    [
      { type: "new_message", sessionId: SESSION, eventId: "e", message },
      { type: "new_message", sessionId: SESSION, eventId: "e", message, truncated: false },
    ],
    [
      { type: "new_message", sessionId: SESSION, eventId: "e", message, truncated: true },
      { type: "new_message", sessionId: SESSION, eventId: "e", message, truncated: true },
    ],
    [
      { type: "interact_response", sessionId: SESSION, eventId: "t-1", data: round },
      { type: "interact_response", sessionId: SESSION, eventId: "t-1", data: round, truncated: false },
    ],
  ] as const) {
    assert.deepEqual(eventOf(data), expected, JSON.stringify(data));
  }
});

test("an event is new once, however often it comes; only so many are remembered", () => {
  const seen = new Seen();
  assert.deepEqual(
    ["a", "a", "b"].map((id) => seen.isNew(id)),
    [true, false, true],
  );
  for (let at = 0; at < 200; at += 1) seen.isNew(`later-${at}`);
  assert.equal(seen.isNew("later-199"), false);
  assert.equal(seen.isNew("a"), true);
});

test("a refused token rests a minute, five from the third time on", () => {
  assert.deepEqual([1, 2, 3, 9].map(coolDown), [60_000, 60_000, 300_000, 300_000]);
});

test("a token that counts is tried again at once, then ever more slowly", () => {
  assert.deepEqual([0, 1, 2, 3, 99].map(retryAfter), [0, 5_000, 30_000, 60_000, 60_000]);
});

test("polls are seldom when nobody looks or nobody answers", () => {
  assert.equal(pollAfter(true, 0), 3_000);
  assert.equal(pollAfter(true, 2), 12_000);
  assert.equal(pollAfter(true, 50), 60_000);
  assert.equal(pollAfter(false, 0), 30_000);
  assert.equal(pollAfter(true, 1, 90_000), 90_000);
});

test("a socket is tried again soon, then less and less often", () => {
  assert.deepEqual([0, 1, 4, 99].map(nudgeAfter), [2_000, 4_000, 32_000, 300_000]);
});
