import assert from "node:assert/strict";
import test from "node:test";
import type { ClientCheck, PageCapture } from "@screen-agent/api";
import { check } from "../../src/task/check.ts";
import { sameValue } from "../../src/task/same_value.ts";
import { capture, node } from "./kit.ts";

const page = (phone: object = {}, gift: object = {}): PageCapture =>
  capture([node("1", "Phone", phone), node("f1_2", "Gift", { r: "chk", ...gift })]);
const saying = (words: string): PageCapture => capture([], { pageText: [{ c: [words] }] });

test("spellings of one value are the same", () => {
  for (const [wanted, held] of [
    ["Ann", "Ann"],
    ["ann", "ANN"],
    ["a  b", "a b "],
    ["", ""],
    ["1200", "$1,200.00"],
    ["5551234567", "(555) 123-4567"],
    ["4111111111111111", "4111 1111 1111 1111"],
    ["03/04/2026", "2026-03-04"],
    ["3.4.2026", "04/03/2026"],
    ["14:30", "2:30 PM"],
    ["12:05 am", "00:05"],
    ["a long name that goes on", "a long name that"],
  ] as const) {
    assert.equal(sameValue(wanted, held), true, `${wanted} ${held}`);
  }
});

test("other values are not", () => {
  for (const [wanted, held] of [
    ["Ann", "Anna"],
    ["Ann", ""],
    ["", "Ann"],
    ["12", "120"],
    ["1.5", "15"],
    ["03/04/2026", "2027-03-04"],
    ["14:30", "2:30 am"],
    ["a long name that goes on", "a long"],
    ["abc", "a"],
  ] as const) {
    assert.equal(sameValue(wanted, held), false, `${wanted} ${held}`);
  }
});

test("a value is the same however the field spells it; a secret one is filled", () => {
  const wanted: ClientCheck = { type: "value_matches", elementId: 1, expectedValue: "5551234567" };
  assert.equal(check(wanted, page(), page({ v: "(555) 123-4567" })), null);
  assert.equal(check(wanted, page(), page({ s: "filled" })), null);
  assert.equal(check(wanted, page(), page({ v: "555" })), "the field does not hold what was entered");
  assert.equal(check(wanted, page(), page()), "the field does not hold what was entered");
  assert.equal(check(wanted, page(), capture([])), "the control is not in view any more");
});

test("a state has to change, and having the keyboard is none", () => {
  const wanted: ClientCheck = { type: "state_changed", elementId: "f1_2" };
  assert.equal(check(wanted, page(), page({}, { s: "checked,focused" })), null);
  assert.equal(check(wanted, page(), page({}, { s: "focused" })), "its state is what it was");
  assert.equal(
    check(wanted, page({}, { s: "checked, expanded" }), page({}, { s: "expanded,checked" })),
    "its state is what it was",
  );
});

test("a control has to be there to be seen and used", () => {
  const visible: ClientCheck = { type: "element_visible", elementId: 1 };
  const enabled: ClientCheck = { type: "element_enabled", elementId: 1 };
  assert.equal(check(visible, page(), page()), null);
  assert.notEqual(check(visible, page(), page({ occ: true })), null);
  assert.equal(check(enabled, page(), page()), null);
  assert.notEqual(check(enabled, page(), page({ s: "required,disabled" })), null);
  assert.notEqual(check(enabled, page(), capture([])), null);
});

test("only a new message counts", () => {
  const [calm, failing] = [capture([]), capture([], { hasErrors: true })];
  const [saved, wrong] = [saying("All saved."), saying("Invalid code")];
  const cases: [
    ClientCheck["type"] & ("no_error_message" | "success_message"),
    string | undefined,
    PageCapture,
    PageCapture,
    boolean,
  ][] = [
    ["no_error_message", undefined, calm, failing, false],
    ["no_error_message", undefined, failing, failing, true],
    ["no_error_message", "invalid", calm, wrong, false],
    ["no_error_message", "invalid", wrong, wrong, true],
    ["no_error_message", "invalid", calm, failing, true],
    ["success_message", undefined, calm, saved, false],
    ["success_message", "saved", calm, saved, true],
    ["success_message", "saved", calm, wrong, false],
  ];
  for (const [type, textPattern, before, after, passes] of cases) {
    assert.equal(check({ type, textPattern }, before, after) === null, passes, `${type} ${textPattern}`);
  }
});
