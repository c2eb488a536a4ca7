/** The client's own check of an action. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageCapture } from "@screen-agent/api";
import { type Done, sentinel } from "../../src/look/sentinel.ts";
import { type Piece, page } from "./page.ts";

const field = (v?: string, s?: string): Piece => ({
  i: "1",
  r: "inp",
  n: "Name",
  ...(v ? { v } : {}),
  ...(s ? { s } : {}),
});
const button: Piece = { i: "2", r: "btn", n: "Send" };
const form = (v?: string, s?: string, more: Partial<PageCapture> = {}): PageCapture =>
  page([{ c: ["Name ", field(v, s)] }, { c: [button] }], more);
const gone = (url: string): Partial<PageCapture> => ({ url });

const CASES: [name: string, done: Done, before: PageCapture, after: PageCapture, passed: boolean, message: string][] = [
  [
    "a field that holds its value",
    { action: 'setValue(1, "Ines")' },
    form(),
    form("Ines", "focused"),
    true,
    "the field holds its value",
  ],
  ["a masked value", { action: 'setValue(1, "5551234")' }, form(), form("555-1234"), true, "the field holds its value"],
  [
    "a field left empty",
    { action: 'setValue(1, "Ines")' },
    form(),
    form(undefined, "focused"),
    false,
    '"Name" is still empty',
  ],
  [
    "a secret field",
    { action: 'setValue(1, "x")' },
    form(),
    form(undefined, "filled"),
    true,
    "the field holds its value",
  ],
  [
    "a field that turns words into chips",
    { action: 'setValue(1, "x")' },
    form(),
    page([{ c: ["Name ", field()] }, { c: ["x", button] }]),
    true,
    "the field holds its value",
  ],
  [
    "a field that has gone",
    { action: 'setValue(1, "x")' },
    form(),
    page(["Thank you"]),
    true,
    "the field holds its value",
  ],
  ["a dead click", { action: "click(2)" }, form(), form(), false, "nothing changed"],
  [
    "a dead click that the page answered elsewhere",
    { action: "click(2)", noticed: { network: true, dom: false, url: false } },
    form(),
    form(),
    true,
    "the page changed",
  ],
  ["a click that did something", { action: "click(2)" }, form(), page(["Done"]), true, "the page changed"],
  [
    "a click that should lead on and did not",
    {
      action: "click(2)",
      outcome: {
        description: "",
        domChanges: { urlShouldChange: true, textToAppear: [], elementsToAppear: [], attributeChanges: [] },
      },
    },
    form(),
    page(["Done"]),
    false,
    "the address did not change",
  ],
  [
    "a click that led on",
    {
      action: "click(2)",
      outcome: {
        description: "",
        domChanges: { urlShouldChange: true, textToAppear: [], elementsToAppear: [], attributeChanges: [] },
      },
    },
    form(),
    form("", "", gone("https://shop.example/next")),
    true,
    "the address changed",
  ],
  [
    "a click that should stay but left the site",
    {
      action: "click(2)",
      outcome: {
        description: "",
        domChanges: { urlShouldChange: false, textToAppear: [], elementsToAppear: [], attributeChanges: [] },
      },
    },
    form(),
    form("", "", gone("https://other.example/")),
    false,
    "the page was left for another site",
  ],
  [
    "words that did not appear on a page that stood still",
    {
      action: "wait(1)",
      outcome: {
        description: "",
        domChanges: { textToAppear: ["Welcome"], elementsToAppear: [], attributeChanges: [] },
      },
    },
    form(),
    form(),
    false,
    '"Welcome" did not appear',
  ],
  [
    "other words than foretold",
    {
      action: "click(2)",
      outcome: {
        description: "",
        domChanges: { textToAppear: ["Welcome"], elementsToAppear: [], attributeChanges: [] },
      },
    },
    form(),
    page(["Hello again"]),
    true,
    "the page changed",
  ],
  [
    "going to another address",
    { action: 'navigate("https://a.example/")' },
    form(),
    form("", "", gone("https://a.example/")),
    true,
    "the address changed",
  ],
  ["going nowhere", { action: 'navigate("https://a.example/")' }, form(), form(), false, "the address did not change"],
  ["scrolling at the end", { action: "scroll(true, 1)" }, form(), form(), true, "nothing had to change"],
  ["a question to the page", { action: "getText(1)" }, form(), form(), true, "nothing had to change"],
  ["an action nobody knows", { action: "whatever" }, form(), form(), true, "nothing had to change"],
];

for (const [name, done, before, after, passed, message] of CASES) {
  test(name, () => {
    const checked = sentinel(done, before, after);
    assert.deepEqual({ passed: checked.passed, message: checked.message }, { passed, message });
  });
}

test("what should appear is found, or missing only where all stayed as it was", () => {
  const opens = (domChanges: object): Done => ({
    action: "click(2)",
    // As the wire has it: an older server leaves empty lists out.
    outcome: { description: "", domChanges: domChanges as never },
  });
  const options = page([{ c: [button] }, { c: [{ i: "3", r: "opt", n: "Blue" }] }]);
  const found = (done: Done, after: PageCapture) => sentinel(done, form(), after).found;
  assert.equal(found(opens({ elementsToAppear: ["opt"] }), options), true);
  assert.equal(found(opens({ textToAppear: ["Blue"] }), options), true);
  assert.equal(found(opens({ elementsToAppear: ["opt"] }), form()), false);
  assert.equal(found(opens({ elementsToAppear: ["opt"] }), page(["Done"])), null);
  assert.equal(found(opens({ urlShouldChange: false }), options), null);
});

test("a box is checked, or not", () => {
  const box = (s?: string): PageCapture => page([{ c: [{ i: "f7_1", r: "chk", n: "Terms", ...(s ? { s } : {}) }] }]);
  assert.equal(sentinel({ action: 'check("f7_1")' }, box(), box("checked,focused")).passed, true);
  assert.equal(sentinel({ action: 'check("f7_1")' }, box(), box("focused")).message, '"Terms" is not checked');
  assert.equal(
    sentinel({ action: 'uncheck("f7_1")' }, box("checked"), box("checked")).message,
    '"Terms" is still checked',
  );
});

test("an error that came beats everything, also one that has gone again; an old one is none", () => {
  const wrong = { k: "alert", c: ["The card was declined"] };
  const before = page([{ c: [button] }]);
  const shown = sentinel({ action: "click(2)" }, before, page([{ c: [button] }, wrong, { k: "status", c: ["Saved"] }]));
  assert.deepEqual(shown, {
    passed: false,
    message: 'the page says "The card was declined"',
    errors: ["The card was declined"],
    successes: ["Saved"],
    found: null,
    moved: false,
  });
  const vanished = sentinel(
    { action: "click(2)" },
    before,
    page([{ c: [button] }], { recentEvents: ["[1s ago] Error: 'Out of stock'"] }),
  );
  assert.deepEqual(vanished.errors, ["Out of stock"]);
  const old = sentinel(
    { action: "click(2)" },
    page([wrong], { recentEvents: ["[1s ago] Error: 'Out of stock'"] }),
    page([wrong, "more"], { recentEvents: ["[3s ago] Error: 'Out of stock'"] }),
  );
  assert.deepEqual(old.errors, []);
  assert.equal(old.passed, true);
});

test("prose about errors is no error", () => {
  const checked = sentinel(
    { action: "click(2)" },
    page([{ c: [button] }]),
    page(["How to avoid a failed payment", "Invalid tickets are refused"]),
  );
  assert.deepEqual(checked.errors, []);
});

test("what is sent keeps to its limits", () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ k: "alert", c: [`Error ${at} ${"x".repeat(400)}`] }));
  const { errors, message } = sentinel({ action: "click(2)" }, page([]), page(many));
  assert.equal(errors.length, 10);
  assert.ok(errors.every((error) => error.length <= 200) && message.length <= 500);
});
