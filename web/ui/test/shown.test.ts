import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Citation, Doc } from "@screen-agent/api/packets";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { COMPONENTS, contextOf, launch, open } from "./browser.ts";
import type { Case } from "./page/case.ts";

declare const PACKAGE: string;

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const URL_OF = "https://lamps.example.org/test";

const CITATIONS: Citation[] = [
  { doc_id: "d:1", quote: "49.90 €", check: { verified: true, url: URL_OF, title: "The lamp test" } },
  {
    doc_id: "d:2",
    quote: "the brightest lamp of all",
    check: { verified: false, fault: "quote_not_found", url: URL_OF, title: "The lamp test" },
  },
  { doc_id: "d:3", check: { verified: false, fault: "unknown_document" } },
];

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const tree = (name: string): Doc =>
  JSON.parse(readFileSync(join(PACKAGE, `../../fixtures/render/trees/${name}.json`), "utf8")) as Doc;

/** Shows answers on a page of its own. */
async function shown(
  cases: Case[],
  look: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const { context, refused } = await contextOf(browser, COMPONENTS, options);
  const errors: string[] = [];
  try {
    const page = await open(context);
    page.on("pageerror", (error) => errors.push(error.message));
    // As text: deep values are slow to hand over.
    await page.evaluate((all) => stage.show(JSON.parse(all)), JSON.stringify(cases));
    await look(page);
    assert.deepEqual(errors, []);
    assert.deepEqual(refused, []);
  } finally {
    await context.close();
  }
}

const answer = (doc: Doc, citations: Citation[] = []): Case => ({ title: "An answer", doc, citations });

/** Element names, deeper ones further in; words of leaves behind them. */
function outline(page: Page): Promise<string> {
  return page.evaluate(() => {
    const lines = (element: Element, depth: number): string[] => {
      const words = element.children.length === 0 ? ` ${JSON.stringify(element.textContent)}` : "";
      return [
        `${" ".repeat(depth)}${element.localName}${words}`,
        ...Array.from(element.children).flatMap((child) => lines(child, depth + 1)),
      ];
    };
    const tree = document.querySelector(".tree-of-answer");
    return tree
      ? Array.from(tree.children)
          .flatMap((child) => lines(child, 0))
          .join("\n")
      : "";
  });
}

test("a tree becomes the elements that it names", async () => {
  const doc = tree("answer");
  await shown([answer({ type: "doc", children: doc.children.slice(0, 6) })], async (page) => {
    assert.equal(
      await outline(page),
      `h3 "Summary"
p
 a
  bdi "the maker’s site"
ul
 li "Key point A"
 li
  p "Key point B"
  ul
   li "a detail"
   li
    p "another one"
    ol
     li "first"
     li "second"
 li "Key point C"
blockquote
 p "“The brightest lamp of the year.”"
 p "— a reviewer"
pre
 code "fn main() {\\n\\tprintln!(\\"<lamp>\\");\\n}\\n"
div
 table
  thead
   tr
    th "Lamp"
    th "Price"
    th "Light"
  tbody
   tr
    td "Aurora 3"
    td "49.90 €"
    td "810 lm"
   tr
    td "Borealis, the long name of a lamp that does not fit"
    td "129.00 €"
    td "1 200 lm"
   tr
    td
     a
      bdi "Corona"
    td "—"
    td "unknown"`,
    );
    const link = page.locator("a").first();
    assert.equal(await link.getAttribute("href"), "https://lamps.example.org/test?year=2026&kind=desk");
    assert.equal(await link.getAttribute("rel"), "noopener noreferrer");
    assert.equal(await page.locator("code").getAttribute("class"), "language-rust");
  });
});

test("what is no tree is not shown, and breaks nothing", async () => {
  const strange = [
    { type: "doc" },
    { type: "doc", children: null },
    {
      type: "doc",
      children: [null, 7, "x", [], {}, { type: "script", children: [{ type: "text", text: "alert(1)" }] }],
    },
    {
      type: "doc",
      children: [
        { type: "heading", level: "x", children: "no list" },
        { type: "list", items: [{}] },
        { type: "table", rows: [{}, { cells: 7 }] },
      ],
    },
    {
      type: "doc",
      children: [
        {
          type: "paragraph",
          children: [
            { type: "text", text: { type: "b", props: { children: "x" } } },
            { type: "link", href: {}, children: [{ text: "words" }] },
          ],
        },
      ],
    },
    { type: "doc", children: [{ type: "code_block", language: 'x" onload="y', text: ["z"] }] },
  ];
  await shown(
    strange.map((doc) => answer(doc as unknown as Doc)),
    async (page) => {
      assert.equal(await page.locator(".tree-of-answer").count(), strange.length);
      assert.equal((await page.locator(".tree-of-answer").allTextContents()).join(""), "words");
      assert.equal(await page.locator("script").count(), 1);
    },
  );
});

test("a tree that goes on and on is cut", async () => {
  let block: Doc["children"][number] = { type: "paragraph", children: [{ type: "text", text: "deep" }] };
  for (let level = 0; level < 60; level++) block = { type: "blockquote", children: [block] };
  await shown([answer({ type: "doc", children: [block] })], async (page) => {
    assert.equal(await page.locator(".tree-of-answer").textContent(), "…");
  });
});

test("a citation is told while it is pointed at or focused, once", async () => {
  await shown([answer(tree("answer"), CITATIONS)], async (page) => {
    const told = (): Promise<string[]> => page.evaluate(() => stage.told.splice(0));
    const places = page.locator("button.citation-place");
    await places.nth(0).focus();
    await places.nth(0).hover();
    assert.deepEqual(await told(), ["focus 1"]);
    await page.mouse.move(0, 0);
    assert.deepEqual(await told(), []);
    await page.keyboard.press("Enter");
    assert.deepEqual(await told(), ["choose 1"]);
    await page.keyboard.press("Tab");
    assert.deepEqual(await told(), ["blur 1"]);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("href")), URL_OF);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    assert.deepEqual(await told(), ["focus 2", "blur 2"]);
    await places.nth(2).hover();
    assert.deepEqual(await told(), ["focus 3"]);
    await page.evaluate(() => stage.show([]));
    assert.deepEqual(await told(), ["blur 3"]);
  });
});

test("what is unverified is said in words", async () => {
  await shown([answer(tree("answer"), CITATIONS)], async (page) => {
    const texts = await page.locator(".citation").allInnerTexts();
    assert.deepEqual(
      texts.map((text) => text.replace(/\s+/g, " ").trim()),
      [
        "[1] “49.90 €” The lamp test lamps.example.org",
        "[2] “the brightest lamp of all” The lamp test Unverified: the source does not say so lamps.example.org",
        "[3] d:3 Unverified: there is no such source",
      ],
    );
  });
});

test("many sources are shown when they are asked for", async () => {
  const many = Array.from({ length: 9 }, (_, index) => ({ doc_id: `d:${index + 1}` }));
  await shown([answer(tree("answer"), many)], async (page) => {
    assert.equal(await page.locator(".citation").count(), 4);
    await page.getByRole("button", { name: "Show all 9 sources" }).click();
    assert.equal(await page.locator(".citation").count(), 9);
    assert.equal(await page.evaluate("document.activeElement.textContent"), "Show fewer sources");
    await page.getByRole("button", { name: "Show fewer sources", expanded: true }).click();
    assert.equal(await page.locator(".citation").count(), 4);
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [252, 320, 720]) {
    test(`nothing is in the way of anybody, ${colorScheme}, ${width} px`, async () => {
      const cases = ["answer", "lists", "markup", "scripts"].map((name) => answer(tree(name), CITATIONS));
      await shown(
        cases,
        async (page) => {
          await page.evaluate(AXE);
          const found = await page.evaluate(async () => {
            const axe = (
              globalThis as unknown as {
                axe: {
                  run(
                    root: Document,
                    options: object,
                  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
                };
              }
            ).axe;
            const { violations } = await axe.run(document, { rules: { "page-has-heading-one": { enabled: false } } });
            const wide = document.documentElement.scrollWidth > innerWidth ? ["wider than the window"] : [];
            return [...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`), ...wide];
          });
          assert.deepEqual(found, []);
          if (process.env.SHOTS)
            await page.screenshot({
              path: join(process.env.SHOTS, `answer-${colorScheme}-${width}.png`),
              fullPage: true,
            });
        },
        { colorScheme, viewport: { width, height: 800 } },
      );
    });
  }
}
