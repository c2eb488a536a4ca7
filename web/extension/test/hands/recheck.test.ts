import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { ActionDetails } from "@screen-agent/api";
import { CATALOG } from "../../src/hands/catalog.ts";
import { recheck, webAddress } from "../../src/hands/recheck.ts";
import { Trouble } from "../../src/hands/trouble.ts";

declare const PACKAGE: string;

const ORIGIN = "https://shop.example";
const PAGE = "https://shop.example/cart?x=1#top";
const refused = (error: unknown): boolean => error instanceof Trouble && error.code === "REFUSED";

test("an action that is as decided, where it was decided, is taken apart", () => {
  const details = { name: "setValue", elementId: 7, args: { value: "Ada" } };
  assert.deepEqual(recheck({ action: 'setValue(7, "Ada")', details, origin: ORIGIN }, PAGE), {
    name: "setValue",
    parts: { id: "7", text: "Ada" },
  });
});

test("details may come in every form that the server gives them", () => {
  for (const [action, details] of [
    ["click(12)", { name: "click", elementId: 12 }],
    ['click("f1_5")', { name: "click", elementId: "f1_5" }],
    ["click(007)", { name: "click", elementId: "007" }],
    ['press("a", "ctrl")', { name: "press", args: { key: "a", modifiers: ["control"] } }],
    ["dragAndDrop(1, 2)", { name: "dragAndDrop", elementId: 1, args: { from: "1", to: "2" } }],
    ["scroll(true, 1)", { name: "scroll", args: { down: true, pages: 1.0 } }],
    [
      'selectDropdown(4, "nl")',
      { name: "selectDropdown", elementId: 4, args: { choice: { value: "nl", text: null, several: [] } } },
    ],
    ["goBack()", { name: "goBack" }],
    ["switch(2)", { name: "switch", args: { index: 2 } }],
  ] as const) {
    assert.doesNotThrow(
      () => recheck({ action, details: structuredClone(details) as never, origin: ORIGIN }, PAGE),
      action,
    );
  }
});

test("what the server takes apart is what is read, for every form that it prints", () => {
  const lines = readFileSync(join(PACKAGE, "../../fixtures/actions/details.jsonl"), "utf8").split("\n").filter(Boolean);
  const served = lines
    .map((line) => JSON.parse(line) as { printed: string; details: ActionDetails })
    .filter(({ details }) => Object.hasOwn(CATALOG, details.name));
  assert.ok(served.length > 50);
  for (const { printed, details } of served)
    assert.doesNotThrow(() => recheck({ action: printed, details, origin: ORIGIN }, PAGE), printed);
});

test("an action that differs from its details is refused", () => {
  for (const details of [
    { name: "click", elementId: 7, args: { value: "Ada" } },
    { name: "setValue", elementId: 8, args: { value: "Ada" } },
    { name: "setValue", args: { value: "Ada" } },
    { name: "setValue", elementId: 7, args: { value: "Eve" } },
    { name: "setValue", elementId: 7 },
    { name: "setValue", elementId: 7, args: { value: "Ada", more: true } },
    { name: "setValue", elementId: 7, args: { text: "Ada" } },
  ]) {
    assert.throws(
      () => recheck({ action: 'setValue(7, "Ada")', details, origin: ORIGIN }, PAGE),
      refused,
      JSON.stringify(details),
    );
  }
});

test("a tab that is elsewhere is refused", () => {
  for (const url of [
    "https://evil.example/cart",
    "http://shop.example/cart",
    "https://shop.example:8443/cart",
    "https://shop.example.evil.example/",
    "about:blank",
    "",
    "chrome://settings",
  ]) {
    assert.throws(() => recheck({ action: "click(1)", origin: ORIGIN }, url), refused, url);
  }
});

test("text that is no single known action is refused", () => {
  for (const action of [
    "",
    "click(1) click(2)",
    "drop(1)",
    'remember("a", "b")',
    "evaluate(\"eval('1')\")",
    "setValue(1)",
  ]) {
    assert.throws(() => recheck({ action, origin: ORIGIN }, PAGE), refused, action);
  }
});

test("only whole web addresses without disguise are gone to", () => {
  for (const [url, fine] of [
    ["https://a.example/?q=a,b(c)", true],
    ["http://127.0.0.1:8080/x", true],
    ["javascript:alert(1)", false],
    ["file:///etc/passwd", false],
    ["data:text/html,x", false],
    ["chrome://settings", false],
    ["about:blank", false],
    ["/relative", false],
    ["//a.example", false],
    ["https:a.example", false],
    ["https://user@a.example/", false],
    ["https://user:pass@a.example/", false],
    ["https://a.example\\@evil.example/", false],
    ["https://a.example/\u0000", false],
    ["https://a.exa\tmple/", false],
    [" https://a.example/", false],
    ["https://", false],
  ] as const) {
    if (fine) assert.doesNotThrow(() => webAddress(url), url);
    else assert.throws(() => webAddress(url), refused, url);
    const action = `navigate(${JSON.stringify(url)})`;
    if (!fine) assert.throws(() => recheck({ action, origin: ORIGIN }, PAGE), refused, url);
  }
  assert.throws(() => recheck({ action: 'createTab("ftp://a.example/")', origin: ORIGIN }, PAGE), refused);
  assert.doesNotThrow(() => recheck({ action: "createTab()", origin: ORIGIN }, PAGE));
});
