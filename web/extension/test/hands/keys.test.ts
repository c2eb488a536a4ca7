import assert from "node:assert/strict";
import { test } from "node:test";
import { chord, type Key, keyEvent, keyFor, keyNamed, pieces } from "../../src/hands/keys.ts";
import { clientCases } from "../fixture.ts";

test("keys are what the headless client takes them for", () => {
  for (const { name, is } of clientCases<{ name: string; is: Key | null }>("keys"))
    assert.deepEqual(keyNamed(name), is, name);
  assert.equal(keyFor("é"), null);
});

test("a sign of another keyboard writes itself, and a name has one spelling", () => {
  assert.deepEqual(keyNamed("é"), { key: "é", code: "", number: 0, text: "é", shifted: false });
  assert.equal(keyNamed("enter"), null);
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
