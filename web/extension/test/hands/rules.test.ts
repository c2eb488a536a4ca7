import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, changesOf, matches, treat } from "../../src/hands/rules.ts";
import { isEntry } from "../../src/hands/verbs/field.ts";
import { bytesIn } from "../../src/hands/verbs/tools.ts";
import { searchAddress } from "../../src/hands/verbs/travel.ts";

test("patterns match whole addresses", () => {
  for (const [pattern, address, fits] of [
    ["*", "http://a/b", true],
    ["*/api/*", "http://a/api/x", true],
    ["*/api/*", "http://a/app/x", false],
    ["http://a/?", "http://a/b", true],
    ["http://a/?", "http://a/bc", false],
    ["*a*b", "xaxbxb", true],
    ["*a*b", "xaxbxc", false],
    ["a**", "a", true],
    ["", "", true],
    ["", "x", false],
  ] as const) {
    assert.equal(matches(pattern, address), fits, `${pattern} ${address}`);
  }
});

test("the newest rule decides, and no rule lets go on", () => {
  const paused = { requestId: "1", request: { url: "http://a/" } };
  const block = { pattern: "*", treatment: { how: "block" } } as const;
  const pass = { pattern: "*", treatment: { how: "continue" } } as const;
  assert.equal(treat([block, pass], paused)?.[0], "Fetch.continueRequest");
  assert.equal(treat([block], paused)?.[0], "Fetch.failRequest");
  assert.equal(treat([], paused)?.[0], "Fetch.continueRequest");
  assert.equal(treat([block], {}), null);
});

test("only known parts of a request can be changed", () => {
  for (const [text, expected] of [
    ['{"method":"PUT"}', { method: "PUT" }],
    ['{"headers":{"x-a":"1"},"postData":"hi"}', { headers: [{ name: "x-a", value: "1" }], postData: "aGk=" }],
    ['{"requestId":"7"}', null],
    ['{"headers":{"x-a":1}}', null],
    ["[]", null],
  ] as const) {
    assert.deepEqual(changesOf(text), expected, text);
  }
  assert.equal(answerOf('{"status":99}'), null);
});

test("a query cannot leave its parameter", () => {
  assert.equal(searchAddress("a&b=c #d", null), "https://duckduckgo.com/?q=a%26b%3Dc+%23d");
  assert.throws(() => searchAddress("x", "constructor"));
});

test("pages may format and shorten but not replace", () => {
  for (const [holds, wanted, same] of [
    ["Ada", "Ada", true],
    ["(555) 123-4567", "5551234567", true],
    ["$1,200.00", "1200", true],
    ["ABC", "abcdef", true],
    ["", "", true],
    ["old", "", false],
    ["", "new", false],
    ["other", "new", false],
    ["--", "--", true],
  ] as const) {
    assert.equal(isEntry(holds, wanted), same, `${holds} / ${wanted}`);
  }
});

test("bytes are counted without decoding", () => {
  for (const text of ["", "a", "ab", "abc", "abcd"])
    assert.equal(bytesIn(Buffer.from(text).toString("base64")), text.length);
});
