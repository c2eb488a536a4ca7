import assert from "node:assert/strict";
import { test } from "node:test";
import { chord, keyEvent, keyFor, keyNamed, pieces } from "../../src/hands/keys.ts";

test("every printable ASCII sign has a key that writes it", () => {
  for (let code = 32; code < 127; code++) {
    const sign = String.fromCharCode(code);
    const key = keyFor(sign);
    assert.deepEqual([key?.key, key?.text], [sign, sign]);
  }
  assert.equal(keyFor("é"), null);
});

test("keys are found by the names that are printed", () => {
  for (const [name, key, code, number] of [
    ["Enter", "Enter", "Enter", 13],
    ["ArrowDown", "ArrowDown", "ArrowDown", 40],
    ["Control", "Control", "ControlLeft", 17],
    ["Space", " ", "Space", 32],
    ["a", "a", "KeyA", 65],
    ["?", "?", "Slash", 191],
    ["F12", "F12", "F12", 123],
    ["é", "é", "", 0],
  ] as const) {
    const found = keyNamed(name);
    assert.deepEqual([found?.key, found?.code, found?.number], [key, code, number], name);
  }
  for (const name of ["Hyper", "enter", "", "\u0007", "constructor"]) assert.equal(keyNamed(name), null, name);
});

test("a letter writes and a shortcut does not", () => {
  const letter = keyFor("a");
  assert.ok(letter);
  assert.deepEqual(keyEvent(letter, true, 0), {
    type: "keyDown",
    key: "a",
    code: "KeyA",
    windowsVirtualKeyCode: 65,
    nativeVirtualKeyCode: 65,
    modifiers: 0,
    text: "a",
    unmodifiedText: "a",
  });
  assert.deepEqual(keyEvent(letter, true, 2), {
    type: "rawKeyDown",
    key: "a",
    code: "KeyA",
    windowsVirtualKeyCode: 65,
    nativeVirtualKeyCode: 65,
    modifiers: 2,
    commands: ["selectAll"],
  });
});

test("what is held goes down first and up last, each with the bits held so far", () => {
  const key = keyFor("k");
  assert.ok(key);
  const told = chord(key, ["control", "shift"]).map(
    ({ type, key: name, modifiers }) => `${String(type)} ${String(name)} ${String(modifiers)}`,
  );
  assert.deepEqual(told, [
    "rawKeyDown Control 2",
    "rawKeyDown Shift 10",
    "rawKeyDown k 10",
    "keyUp k 10",
    "keyUp Shift 2",
    "keyUp Control 0",
  ]);
});

test("signs without a key are inserted together, and of a long text all but the last", () => {
  const told = (text: string): string[] =>
    pieces(text).map((piece) => ("key" in piece ? `key ${piece.key.key}` : `text ${piece.text.length}`));
  assert.deepEqual(told("aé中b"), ["key a", "text 2", "key b"]);
  assert.deepEqual(told("x".repeat(301)), ["text 300", "key x"]);
  assert.deepEqual(told("a\r\nb"), ["key a", "key Enter", "key b"]);
});
