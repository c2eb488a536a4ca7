import assert from "node:assert/strict";
import test from "node:test";
import { examplesOf } from "../../src/look/examples.ts";
import { page } from "./page.ts";

test("examples are of what stands on the page, of as many kinds as there are, and of nothing grave", () => {
  const shop = page([
    { k: "h1", c: ["Harbour books"] },
    {
      c: [
        { i: "1", r: "inp", n: "Search books", d: { type: "search" } },
        { i: "2", r: "sel", n: "Sort by", v: "Title", d: { opts: ["Title", "Price"] } },
        { i: "3", r: "chk", n: "In stock only" },
        { i: "4", r: "link", n: "Basket", d: { href: "https://shop.example/basket" } },
        { i: "5", r: "btn", n: "Buy" },
      ],
    },
    { k: "li", c: ["Lighthouses of the north"] },
  ]);
  assert.deepEqual(examplesOf(shop), [
    'Search for "Lighthouses"',
    'Choose "Price" in "Sort by"',
    'Tick "In stock only"',
    'Go to "Basket"',
  ]);
});

test("a form of fields alone gives more than one, and secrets and consequences give none", () => {
  const form = page([
    {
      c: [
        { i: "1", r: "inp", n: "First name" },
        { i: "2", r: "inp", n: "E-mail", d: { type: "email" } },
        { i: "3", r: "inp", n: "Password", d: { type: "password" } },
        { i: "4", r: "radio", n: "Online" },
        { i: "5", r: "link", n: "Delete account", d: { href: "https://shop.example/delete" } },
      ],
    },
  ]);
  assert.deepEqual(examplesOf(form), [
    'Enter "Ada" into "First name"',
    'Choose "Online"',
    'Enter "ada@example.org" into "E-mail"',
  ]);
  assert.deepEqual(examplesOf(page(["Nothing to do here."])), []);
});
