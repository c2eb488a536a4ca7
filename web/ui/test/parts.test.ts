import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { citationWords } from "../src/render/citation-words.ts";
import { hostBeside, safeHref } from "../src/render/href.ts";
import { cleanText, oneLine } from "../src/render/text.ts";

declare const PACKAGE: string;

interface LinkCase {
  href: string;
  cleaned: string | null;
}

test("an address is followed here exactly where the server follows it", () => {
  const lines = readFileSync(join(PACKAGE, "../../fixtures/render/links.jsonl"), "utf8").trim().split("\n");
  const cases = lines.map((line) => JSON.parse(line) as LinkCase);
  assert.ok(cases.length > 50);
  assert.deepEqual(
    cases.map(({ href }) => ({ href, cleaned: safeHref(href) })),
    cases,
  );
});

test("what is no text is no address", () => {
  for (const raw of [undefined, null, 7, {}, ["https://a.example/"]]) assert.equal(safeHref(raw), null);
});

test("the host is shown beside words that look like another one", () => {
  for (const [words, href, beside] of [
    ["the bank", "https://bank.example.com/", null],
    ["bank.example.com", "https://bank.example.com/x", null],
    ["https://www.example.com", "https://bank.example.com/x", null],
    ["example.com", "https://www.example.com/", null],
    ["paypal.com", "https://bank.example.com/", "bank.example.com"],
    ["https://paypal.com@example.com", "https://example.com/", "example.com"],
    ["version 1.2.3", "https://example.com/", null],
    ["a@b.example", "mailto:a@b.example", null],
    ["a@b.example", "mailto:a@c.example", "c.example"],
  ] as const) {
    assert.equal(hostBeside(words, href), beside, `${words} ${href}`);
  }
});

test("what hides something is dropped", () => {
  assert.equal(cleanText("a\u202eb\u2066c\u0000\u001b[1m\u009b\u{e0041}d"), "abc[1md");
  assert.equal(cleanText("one\r\ntwo\rthree\u2028four\tfive"), "one\ntwo\nthree\nfour\tfive");
  assert.equal(cleanText("می\u200cخواهم 👩\u200d🔬"), "می\u200cخواهم 👩\u200d🔬");
  assert.equal(cleanText({ toString: () => "x" }), "");
  assert.equal(oneLine("  one\n two  ", 40), "one two");
  assert.equal(oneLine("👍".repeat(9), 4), "👍👍👍…");
});

test("a citation is put into words", () => {
  const url = "https://lamps.example.org/test";
  assert.deepEqual(citationWords({ doc_id: "d", quote: "49.90 €", check: { verified: true, url, title: "Lamps" } }), {
    quote: "49.90 €",
    title: "Lamps",
    host: "lamps.example.org",
    href: url,
    doubt: null,
  });
  assert.deepEqual(citationWords({ doc_id: "d", check: { verified: false, fault: "quote_not_found", url } }), {
    quote: "",
    title: "lamps.example.org",
    host: "",
    href: url,
    doubt: "Unverified: the source does not say so",
  });
  assert.deepEqual(citationWords({ doc_id: "src:1", check: { verified: true, url: "javascript:alert(1)" } }), {
    quote: "",
    title: "src:1",
    host: "",
    href: null,
    doubt: null,
  });
  assert.equal(citationWords({ doc_id: "src:1" }).doubt, "Unverified");
});
