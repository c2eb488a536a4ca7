/** What must never leave the page, and what a page must not be able to forge. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DocumentCapture } from "../src/contract.ts";
import { onPage } from "./browser.ts";

const SECRETS = ["hunter-two", "4000", "0002", "998877"];

async function everything(run: <T>(expression: string) => Promise<T>, capture: DocumentCapture): Promise<string> {
  const ids = capture.interactiveTree.map((node) => node.i);
  const reads = await run<unknown[]>(
    `Promise.all(${JSON.stringify(ids)}.flatMap((id) => ["getText", "readBack"].map((name) => __screenAgent.act(name, [id])).concat(__screenAgent.act("getAttribute", [id, "value"]))))`,
  );
  return [
    // One is drawn at random, the other follows from the port: their digits may be anything.
    JSON.stringify({ ...capture, document: "", hash: "" }).replaceAll(capture.origin, ""),
    JSON.stringify(reads),
    await run<string>("__screenAgent.fullDom()"),
    await run<string>("__screenAgent.skeleton()"),
  ].join("\n");
}

for (const [name, act] of [
  ["as loaded", ""],
  ["with the password revealed", "document.getElementById('reveal').click()"],
] as const) {
  test(`secret values stay in the page ${name}`, () =>
    onPage("secrets.html", async ({ page, world }) => {
      if (act) await page.evaluate(act);
      const capture = await world.observe();
      const text = await everything((expression) => world.run(expression), capture);
      assert.deepEqual(
        SECRETS.filter((secret) => text.includes(secret)),
        [],
      );
      assert.ok(text.includes("dora@example.test"));
      const secret = capture.interactiveTree.filter((node) =>
        ["Password", "Card number", "CVC", "Code"].includes(node.n),
      );
      assert.deepEqual(
        secret.map((node) => [node.v, node.s]),
        [
          [undefined, "filled"],
          [undefined, "filled"],
          [undefined, "filled"],
          [undefined, "filled"],
        ],
      );
    }));
}

test("names and lines are one line each, without control or direction characters", () =>
  onPage("hostile-names.html", async ({ world }) => {
    const capture = await world.observe();
    const strings = [
      capture.pageTitle,
      ...capture.interactiveTree.flatMap((node) => [node.n, node.v ?? ""]),
      ...capture.pageText.flatMap((line) => line.c.filter((run) => typeof run === "string")),
    ];
    assert.deepEqual(
      strings.filter((text) =>
        /[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/.test(text),
      ),
      [],
    );
    assert.deepEqual(
      capture.interactiveTree.filter((node) => node.n.length > 50),
      [],
    );
  }));

test("names given to elements do not answer for the document", () =>
  onPage("clobbered.html", async ({ page, world }) => {
    const capture = await world.observe();
    const order = capture.interactiveTree.find((node) => node.n === "Order");
    assert.deepEqual([capture.pageTitle, new URL(capture.url).pathname], ["Clobbered", "/clobbered.html"]);
    assert.deepEqual(order?.d, {
      tag: "button",
      submit: true,
      method: "post",
      action: `${new URL(capture.url).origin}/order`,
      form: 3,
      wrote: true,
      sel: 'button[name="getBoundingClientRect"]',
    });
    const at = await world.locate(order?.i ?? "");
    assert.ok(at.ok);
    assert.equal(
      await page.evaluate(
        ([x, y]) => Document.prototype.elementFromPoint.call(document, x as number, y as number)?.textContent,
        [at.x, at.y],
      ),
      "Order",
    );
  }));

for (const [name, act, text] of [
  ["an empty page", "document.body.replaceChildren()", ""],
  ["a page without a body", "document.body.remove()", ""],
  ["a text of 5 MB", "document.body.textContent = 'word '.repeat(1e6)", "word"],
  [
    "a document nested deeply",
    "let at = document.body; at.textContent = ''; for (let i = 0; i < 400; i++) at = at.appendChild(document.createElement('div')); at.textContent = 'bottom'",
    "bottom",
  ],
] as const) {
  test(`${name} is looked at without trouble`, () =>
    onPage("dialogs.html", async ({ page, world }) => {
      await page.evaluate(`(() => { ${act} })()`);
      const capture = await world.observe();
      assert.deepEqual(capture.interactiveTree, []);
      const said = capture.pageText.flatMap((line) => line.c).join(" ");
      assert.ok(text === "" ? said === "" : said.startsWith(text));
      assert.ok(said.length < 20_000);
    }));
}

test("facts come from the document, credentials removed, and fields do not answer for their form", () =>
  onPage("hostile-names.html", async ({ world }) => {
    const capture = await world.observe();
    const facts = (name: string): unknown => capture.interactiveTree.find((node) => node.n === name)?.d;
    assert.deepEqual(facts("Zerowidthlink"), { tag: "a", href: "https://example.test/path?q=1", sel: "#zero" });
    const url = new URL(capture.url);
    assert.deepEqual(facts("Send it"), {
      tag: "button",
      submit: true,
      method: "post",
      action: `${url.origin}/send`,
      form: 0,
      wrote: true,
    });
  }));
