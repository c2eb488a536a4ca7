import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CATALOG } from "../../src/hands/catalog.ts";
import { type Action, ParseError, parse, targetOf } from "../../src/hands/parse.ts";

declare const PACKAGE: string;

/** The grammar's own cases, which the server is tested with, too. */
function fixture<T>(name: string): T[] {
  const lines = readFileSync(join(PACKAGE, `../../fixtures/actions/${name}.jsonl`), "utf8").split("\n");
  return lines.filter(Boolean).map((line) => JSON.parse(line) as T);
}

function parts(text: string): Action["parts"] {
  return parse(text).parts;
}

const SERVER = /^(?:remember|recall|googleSearch|verifySuccess|exportToSession)\(/;

test("what the server prints is read, except for what it does itself", () => {
  for (const { printed } of fixture<{ printed: string }>("spellings")) {
    if (SERVER.test(printed)) assert.throws(() => parse(printed), ParseError, printed);
    else assert.doesNotThrow(() => parse(printed), printed);
  }
});

test("what is not one action is refused, and never repeated in the refusal", () => {
  for (const { written } of fixture<{ written: string }>("refusals"))
    assert.throws(() => parse(written), ParseError, written);
  assert.throws(
    () => parse('click("hunter2'),
    (error: Error) => !error.message.includes("hunter2"),
  );
});

test("spellings that no server prints are refused", () => {
  for (const written of [
    "dblclick(3)",
    "double_click(3)",
    "click(id=12)",
    "click(f1_5)",
    'scroll("down")',
    "CLICK(1)",
    "finish",
    '{"name":"click","id":"1"}',
    "dismissOverlay()",
    "press(Enter)",
    'wait("3")',
    "constructor()",
    "__proto__()",
    "click.call(1)",
  ]) {
    assert.throws(() => parse(written), ParseError, written);
  }
});

test("values mean what the server meant", () => {
  assert.deepEqual(parts("click(007)"), { id: "007" });
  assert.deepEqual(parts('click("f1_5")'), { id: "f1_5" });
  assert.deepEqual(parts(`setValue(5, 'a, b) "c"')`), { id: "5", text: 'a, b) "c"' });
  assert.deepEqual(parts(String.raw`setValue(5, "C:\dir")`), { id: "5", text: String.raw`C:\dir` });
  assert.deepEqual(parts(String.raw`setValue(5, "C:\\new")`), { id: "5", text: String.raw`C:\new` });
  assert.deepEqual(parts(String.raw`setValue(5, "a\nb\u0007\ud83d\ude00\ud83d")`), {
    id: "5",
    text: `a\nb\u0007😀${String.raw`\ud83d`}`,
  });
  assert.deepEqual(parts('press("a", "ctrl+shift")'), { key: "a", modifiers: ["control", "shift"] });
  assert.deepEqual(parts('selectDropdown(4, "", "Netherlands")'), {
    id: "4",
    choice: { value: null, text: "Netherlands", several: [] },
  });
  assert.deepEqual(parts('selectDropdown(4, "", "", ["a","b"])'), {
    id: "4",
    choice: { value: null, text: null, several: ["a", "b"] },
  });
  assert.deepEqual(parts("scroll(false, 0.5)"), { down: false, pages: 0.5, id: null });
  assert.deepEqual(parts('uploadFile(9, "a.pdf", "b.pdf")'), { id: "9", files: ["a.pdf", "b.pdf"] });
  assert.deepEqual(
    parts(`wait_for('{"type":"element_count","value":"li:nth-child(2):3","timeout":10,"pollInterval":500}')`),
    { awaited: { type: "element_count", selector: "li:nth-child(2)", count: 3 }, timeoutMs: 10, pollMs: 500 },
  );
  assert.deepEqual(parts('waitForDialog(30000, "dismiss")'), { timeoutMs: 30_000, accept: false });
  assert.deepEqual(parts("wait()"), { seconds: 3 });
});

test("limits count characters", () => {
  assert.doesNotThrow(() => parse(`type("${"😀".repeat(10_000)}")`));
  assert.throws(() => parse(`type("${"x".repeat(10_001)}")`), ParseError);
  assert.throws(() => parse(`click("${"x".repeat(101)}")`), ParseError);
  assert.throws(() => parse(`mockResponse("*", '${"[".repeat(100)}${"]".repeat(100)}')`), ParseError);
  assert.throws(() => parse(`mockResponse("*", '{"a":1,"a":2}')`), ParseError);
});

test("the target is the first element", () => {
  assert.equal(targetOf(parse("dragAndDrop(1, 2)")), "1");
  assert.equal(targetOf(parse("scroll(true, 1)")), null);
  assert.equal(targetOf(parse('scroll(true, 1, "f2_7")')), "f2_7");
});

test("every action has its name alone", () => {
  for (const [name, { params }] of Object.entries(CATALOG)) {
    if (params.every(({ otherwise }) => otherwise !== undefined) && name !== "wait_for")
      assert.equal(parse(`${name}()`).name, name);
  }
});
