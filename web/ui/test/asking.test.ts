import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConversationData, ConversationMessage } from "@screen-agent/api/packets";
import { keptTurns } from "../src/ask/kept.ts";
import { everythingGiven, toolGiven, toolName, whyWords } from "../src/ask/tool-words.ts";
import { addressesIn } from "../src/collections/addresses.ts";
import { csvOf, recordsOf, tableOf } from "../src/render/table.ts";

test("addresses are read out of what was pasted, each once", () => {
  for (const [text, urls, others] of [
    ["https://a.example/x\nhttp://b.example", ["https://a.example/x", "http://b.example/"], 0],
    ["see (https://a.example/x), and <https://a.example/x>;", ["https://a.example/x"], 2],
    ["b.example/path?q=1 münchen.example", ["https://b.example/path?q=1", "https://xn--mnchen-3ya.example/"], 0],
    ["javascript:alert(1) file:///etc/passwd data:text/html,x ftp://a.example", [], 4],
    ["https://me:secret@a.example/", [], 1],
    ["1.2 e.g. word", [], 3],
    ["  \n ", [], 0],
  ] as const) {
    assert.deepEqual(addressesIn(text), { urls, others }, text);
  }
});

test("a table of an answer is CSV and records, without the marks of its sources", () => {
  const cell = (text: string) => ({
    type: "table_cell" as const,
    header: false,
    children: [{ type: "text" as const, text }],
  });
  const table = (...rows: string[][]) => ({
    type: "doc" as const,
    children: [
      { type: "table" as const, rows: rows.map((row) => ({ type: "table_row" as const, cells: row.map(cell) })) },
    ],
  });
  const rows = tableOf(table(["name", "price [2]"], ['Lamp, "old" [1]', "$5 [1, 2]"], ["=1+1", "not found"]));
  assert.equal(csvOf(rows), 'name,price\r\n"Lamp, ""old""",$5\r\n"\'=1+1",not found\r\n');
  assert.equal(csvOf([[" =1", "＝1", "-12.5%", "-A1"]]), '"\' =1","\'＝1",-12.5%,"\'-A1"\r\n');
  assert.deepEqual(recordsOf(rows), [
    { name: 'Lamp, "old"', price: "$5" },
    { name: "=1+1", price: null },
  ]);
  assert.deepEqual(recordsOf(tableOf(table(["Field", "Value"], ["sku", "A-1 [1]"]))), [{ sku: "A-1" }]);
  assert.deepEqual(tableOf({ type: "doc", children: [] }), []);
});

test("tools are said in plain words, and strangers' names in one line", () => {
  assert.equal(toolName("browser.click"), "Click on the page");
  assert.equal(toolName("constructor"), "constructor");
  assert.equal(toolName("\u202eevil\nname"), "evil name");
  assert.equal(toolGiven({ handleId: "12", text: "two\nlines\u202e" }), "two lines");
  assert.equal(toolGiven({ handleId: "12" }), "");
  assert.deepEqual(everythingGiven({ integration: "notes", payload: { text: "a\u202e" } }), [
    { name: "integration", shown: "notes" },
    { name: "payload", shown: '{\n  "text": "a"\n}' },
  ]);
  assert.deepEqual(everythingGiven({ handleId: "12", text: "a" }), [{ name: "text", shown: "a" }]);
  const long = "x".repeat(4_001);
  assert.deepEqual(everythingGiven({ text: long }), [{ name: "text", shown: `${"x".repeat(2_000)}…`, whole: long }]);
  assert.equal(whyWords("STALE_HANDLE"), "the page has changed");
  assert.equal(whyWords("sensitive_field_blocked"), "sensitive field blocked");
  assert.equal(whyWords("toString"), "tostring");
});

const kept = (id: string, packetType: string, packet: Record<string, unknown>): ConversationMessage => ({
  id,
  turn: 1,
  createdAt: "2026-01-01T00:00:00Z",
  senderRole: "user",
  packetType,
  packet,
});
const data = (...messages: ConversationMessage[]): ConversationData => ({
  conversation: { id: "c", title: "t", createdAt: "", updatedAt: "", messageCount: messages.length },
  messages,
});

test("a kept conversation is read turn by turn, a question once however often it was sent", () => {
  const ask = { input: { user_message: { id: "q", text: "Why?" }, task: { name: "web.answer" } } };
  const render = { type: "doc", children: [] };
  const turns = keptTurns(
    data(
      kept("r1", "request", ask),
      kept("s1", "response", {
        assistant: { title: null, render, citations: [] },
        tool_calls: [
          {
            id: "c1",
            name: "browser.click",
            arguments: {},
            policy: { decision: "deny", reason_code: "x", text: "No." },
          },
        ],
      }),
      kept("t1", "tool", { anything: true }),
      kept("r2", "request", ask),
      kept("s2", "response", { assistant: { title: "So", render } }),
    ),
  );
  const at = "2026-01-01T00:00:00Z";
  assert.deepEqual(turns, [
    { from: "person", id: "q", at, text: "Why?", task: "web.answer" },
    {
      from: "agent",
      id: "s1",
      at,
      title: null,
      render,
      citations: [],
      tools: [
        {
          callId: "c1",
          name: "browser.click",
          arguments: {},
          decision: "deny",
          reason: "x",
          text: "No.",
          state: "denied",
        },
      ],
    },
    { from: "agent", id: "s2", at, title: "So", render, citations: [], tools: [] },
  ]);
});

test("what was kept otherwise than it should be is left out, and breaks nothing", () => {
  const odd = [
    {},
    { assistant: null },
    { assistant: { render: "doc" } },
    { assistant: { render: { type: "doc" }, citations: 7 }, tool_calls: "x" },
    { assistant: { render: { type: "doc" } }, tool_calls: [null, 3] },
  ];
  const turns = keptTurns(
    data(
      ...odd.map((packet, at) => kept(`s${at}`, "response", packet)),
      kept("r", "request", { input: { user_message: { id: 1 } } }),
    ),
  );
  assert.deepEqual(
    turns.map((turn) => [turn.id, turn.from === "agent" ? turn.tools.length : -1]),
    [
      ["s3", 0],
      ["s4", 2],
    ],
  );
});
