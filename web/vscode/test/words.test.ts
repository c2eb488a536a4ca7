/** What is shown is text: of the server, of models, of people. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@screen-agent/api";
import type { PlanReport } from "@screen-agent/api/ide";
import { CommandFault } from "../src/command.ts";
import { plain } from "../src/plain.ts";
import { answerOf, countsOf, rowsOf } from "../src/shown.ts";
import { choices } from "../src/tasks.ts";
import { NotReady, SET_KEY, troubleOf } from "../src/trouble.ts";

const AGAIN = { title: "Try Again", command: "screenAgent.ask" };
const SERVER = "http://agent.example";
const told = (error: unknown) => {
  const { words, remedies } = troubleOf(error, SERVER, AGAIN);
  return [words, ...remedies.map(({ title }) => title)];
};

test("neither links nor icons are made of words", () => {
  for (const [text, expected] of [
    ["[Log in](command:workbench.action.quit)", "[Log in] (command:workbench.action.quit)"],
    ["$(zap) fast\n\tand\u202e\u0007 plain", "$ (zap) fast and plain"],
    ["]((", "] (("],
    ["a [b] (c) $1", "a [b] (c) $1"],
  ] as const)
    assert.equal(plain(text), expected);
  assert.equal(plain("x".repeat(400)).length, 300);
});

test("what goes wrong is told with what to do", () => {
  const fault = (code: "config" | "validation" | "apply" | "network") =>
    new CommandFault("Why.", { ok: false, code, message: "Why.", conflicts: [] });
  for (const [error, ...expected] of [
    [
      new TypeError("fetch failed"),
      `No server answers at ${SERVER}. Start it, or set its address.`,
      "Try Again",
      "Open Settings",
    ],
    [new ApiError(401, { message: "no" }), `${SERVER} does not take your key. Set one that it takes.`, "Set the Key"],
    [new ApiError(429, { message: "Too many.", retryAfter: 7 }), "Too many. Try again in 7 s.", "Try Again"],
    [
      new ApiError(400, { message: "Not so.", details: { field: "ui_json", reason: "is no screen" } }),
      "Not so. (ui_json is no screen)",
      "Try Again",
    ],
    [new NotReady("No key.", SET_KEY), "No key.", "Set the Key"],
    [fault("config"), "Why.", "Choose a Project", "Set the Key"],
    [fault("network"), "Why.", "Try Again", "Open Settings"],
    [fault("validation"), "Why.", "Try Again"],
    [
      new CommandFault("spawn x ENOENT", null),
      "The command screen-agent could not be run (spawn x ENOENT). Install it, or set where it is.",
      "Open Settings",
      "Try Again",
    ],
    [new Error("Else."), "Else.", "Try Again"],
  ] as const)
    assert.deepEqual(told(error), expected);
});

const REPORT: PlanReport = {
  ok: true,
  plan: {
    actions: [
      { id: "a", command: "echo", args: [], skipped: ["app/variables/7.json#/#a"], says: "Scenario: x\nGiven" },
    ],
    operations: [],
    files: [],
    fingerprint: "",
  },
  changes: { added: 1, modified: 0, removed: 0 },
  files: [{ file: "app/$(x).json", change: "added", diff: "", after: "{}" }],
};

test("a request is rows of plain words: how it stands, what its trace told, what it changes", () => {
  const events = [
    { event: "progress", seq: 1, fields: { note: "[a](command:b)" } },
    { event: "llm.delta", seq: 2, fields: { token: "word" } },
    { event: "done", seq: 3, fields: { response: "$(zap) done" } },
  ];
  const rows = rowsOf({ words: "[x](command:y)", standing: "answered", events, report: REPORT });
  const open = { title: "Open What Was Answered", command: "screenAgent.open" };
  const preview = { title: "Preview Changes", command: "screenAgent.preview", about: "app/$(x).json" };
  assert.deepEqual(rows, [
    {
      label: "[x] (command:y)",
      about: "answered",
      icon: "pass",
      rows: [
        { label: "progress", about: "[a] (command:b)", icon: "circle-small-filled" },
        { label: "done", about: "$ (zap) done", icon: "circle-small-filled" },
      ],
    },
    { label: "$ (zap) done", about: "", icon: "comment", opens: open },
    {
      label: "Changes",
      about: "",
      icon: "diff-multiple",
      rows: [
        { label: "app/$ (x).json", about: "added", icon: "diff-added", opens: preview },
        { label: "app/variables/7.json#/#a", about: "stays: something else stands there", icon: "circle-slash" },
      ],
    },
  ]);
  assert.equal(answerOf({ words: "", standing: "answered", events, report: REPORT }), "Scenario: x\nGiven");
  assert.equal(answerOf({ words: "", standing: "answered", events, report: null }), "$(zap) done");
});

test("what failed says why, and of many events the last are shown", () => {
  const error = { event: "error", seq: 2, fields: { message: "It is too large." } };
  const [first, problem] = rowsOf({ words: "x", standing: "failed", events: [error], report: null });
  assert.deepEqual([first?.about, problem?.label], ["failed", "It is too large."]);
  const many = Array.from({ length: 500 }, (_, seq) => ({ event: `e${seq}`, seq, fields: {} }));
  const [asking] = rowsOf({ words: "x", standing: "asking", events: many, report: null });
  assert.deepEqual([asking?.rows?.length, asking?.rows?.at(-1)?.label], [200, "e499"]);
});

test("files are counted by what becomes of them, and tasks are those that a server has", () => {
  assert.equal(countsOf(REPORT.files), "1 added");
  assert.equal(countsOf([]), "");
  const known = choices(["variables_derive", "design_generate", "moon"]);
  assert.deepEqual(
    known.map(({ task, field }) => [task, field]),
    [
      ["design_generate", "ui_json"],
      ["variables_derive", "ui_json"],
    ],
  );
});
