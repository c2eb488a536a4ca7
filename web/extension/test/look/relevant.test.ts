/** Cutting a huge view: what may matter is never dropped. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageCapture } from "@screen-agent/api";
import { MANY, ROOM, relevant } from "../../src/look/relevant.ts";
import { wordsOf } from "../../src/look/sentinel.ts";
import { tokensOf } from "../../src/look/words.ts";
import { page, rows, type Said } from "./page.ts";

const ids = (capture: PageCapture): string[] => capture.interactiveTree.map(({ i }) => i);
const said = (capture: PageCapture): string[] => capture.pageText.map(wordsOf);
const huge = (...special: Said[]): PageCapture => page([...rows(150), ...special, ...rows(150, 5000)]);

test("what fits is sent as it is: few controls, or few tokens", () => {
  for (const capture of [
    page(rows(MANY / 2)),
    page(Array.from({ length: 300 }, (_, at) => ({ c: [{ i: String(at), r: "btn", n: String(at) }] }))),
  ]) {
    const { capture: sent, filtered } = relevant(capture, "edit article 3");
    assert.equal(sent, capture);
    assert.equal(filtered, undefined);
  }
});

test("a huge view is cut to the room there is, and says so", () => {
  const whole = huge();
  const { capture, filtered } = relevant(whole, "edit article 77");
  assert.ok(capture.interactiveTree.length < whole.interactiveTree.length);
  assert.ok(capture.pageText.reduce((sum, line) => sum + tokensOf(wordsOf(line)), 0) <= ROOM);
  assert.equal(filtered?.originalNodes, whole.interactiveTree.length);
  assert.ok(
    filtered.reduction > 30 && filtered.reduction < 100 && filtered.reason.length <= 200,
    JSON.stringify(filtered),
  );
  assert.equal(capture.hash, whole.hash);
});

test("a line and its controls stand or fall together", () => {
  const { capture } = relevant(huge(), "edit article 77");
  const kept = new Set(ids(capture));
  const told = capture.pageText.flatMap(({ c }) =>
    c.flatMap((run) => (run !== null && typeof run === "object" ? [run.i] : [])),
  );
  assert.deepEqual([...kept].sort(), told.sort());
});

for (const [name, about, special] of [
  [
    "what the words name",
    "order the Zanzibar kettle",
    { c: ["A Zanzibar kettle, blue ", { i: "1", r: "btn", n: "Order" }] },
  ],
  ["a name alone", "press Checkout", { c: [{ i: "1", r: "btn", n: "Checkout" }] }],
  ["inflected words", "show the deliveries", { c: ["Next delivery: Monday ", { i: "1", r: "link", n: "More" }] }],
  ["accents", "open the cafe menu", { c: ["Café ", { i: "1", r: "link", n: "Menu" }] }],
  ["a value", "change nora@example.org", { c: [{ i: "1", r: "inp", n: "E-mail", v: "nora@example.org" }] }],
  [
    "a choice of a list",
    "choose Portugal",
    { c: [{ i: "1", r: "sel", n: "Country", d: { opts: ["Spain", "Portugal"] } }] },
  ],
  ["an alert", "edit article 3", { k: "alert", c: ["The card was declined ", { i: "1", r: "btn", n: "Dismiss" }] }],
  ["what has the focus", "edit article 3", { c: [{ i: "1", r: "inp", n: "Comment", s: "focused" }] }],
  ["an open menu", "edit article 3", { c: [{ i: "1", r: "menuitem", n: "Rename" }] }],
  ["a wrong field", "edit article 3", { c: [{ i: "1", r: "inp", n: "Zip", s: "invalid" }] }],
  ["what scrolls", "edit article 3", { c: [{ i: "1", r: "scroll", n: "", scr: { depth: "0%", h: true } }] }],
] satisfies [string, string, Said][]) {
  test(`never dropped: ${name}`, () => {
    const { capture, filtered } = relevant(huge(special), about);
    assert.ok(filtered);
    assert.ok(ids(capture).includes("1"));
  });
}

test("never dropped: the row that every word is about, though each word is common", () => {
  const { capture } = relevant(huge(), "history of article 140 of the warehouse");
  assert.ok(said(capture).some((line) => line.startsWith("Article 140 ")));
});

test("never dropped: what is in quotes", () => {
  const { capture } = relevant(huge(), 'open "counted last week by the night crew"');
  assert.equal(capture.interactiveTree.length, 600);
});

test("never dropped: the other fields and the button of the form under work", () => {
  const form: Said[] = ["Name", "Street", "Town"].map((n, at) => ({
    c: [`${n} `, { i: String(at + 1), r: "inp", n, d: { form: 2 } }],
  }));
  form.push({ c: [{ i: "4", r: "btn", n: "Go", d: { form: 2 } }] });
  const far: Said = { c: [{ i: "5", r: "chk", n: "Terms", d: { form: 2 } }] };
  const { capture, filtered } = relevant(
    page([...rows(100), ...form, ...rows(200, 5000), far]),
    "my street is Elm Road",
  );
  assert.ok(filtered);
  for (const id of ["1", "2", "3", "4", "5"]) assert.ok(ids(capture).includes(id), id);
});

test("never dropped: fields without a form around the one in focus", () => {
  const fields: Said[] = ["Name", "Street"].map((n, at) => ({
    c: [`${n} `, { i: String(at + 1), r: "inp", n, ...(at === 0 ? { s: "focused" } : {}) }],
  }));
  const { capture } = relevant(
    huge({ k: "h2", c: ["Where to"] }, ...fields, { c: [{ i: "3", r: "btn", n: "Next" }] }),
    "fly somewhere warm",
  );
  for (const id of ["1", "2", "3"]) assert.ok(ids(capture).includes(id), id);
});

test("never dropped: a dialog, with all that it says", () => {
  const dialog: Said[] = [
    { k: "dialog", c: ["Are you sure?"] },
    { c: ["It cannot be undone."] },
    {
      c: [
        { i: "1", r: "btn", n: "Yes" },
        { i: "2", r: "btn", n: "No" },
      ],
    },
  ];
  const below = rows(300).map((row) => ({ ...row, occ: true }));
  const { capture, filtered } = relevant(page([...below, ...dialog]), "edit article 3");
  assert.ok(filtered);
  assert.ok(ids(capture).includes("1") && ids(capture).includes("2"));
  assert.ok(said(capture).includes("It cannot be undone."));
});

test("a kept row keeps the head of its table", () => {
  const { capture } = relevant(page([{ k: "th", c: ["What", null, "Where"] }, ...rows(300)]), "where is article 288");
  assert.equal(capture.pageText[0]?.k, "th");
  assert.ok(said(capture).some((line) => line.startsWith("Article 288 ")));
});

test("the same view and words are cut the same way, in the page's order", () => {
  const whole = huge();
  const first = relevant(whole, "edit article 77").capture;
  assert.deepEqual(relevant(whole, "edit article 77").capture, first);
  const order = ids(whole);
  const places = ids(first).map((id) => order.indexOf(id));
  assert.deepEqual(
    places,
    [...places].sort((a, b) => a - b),
  );
});
