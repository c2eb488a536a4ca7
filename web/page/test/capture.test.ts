/** What is captured of a whole document for reading, and what never is. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Vouched } from "../src/highlight/held.ts";
import type { Captured } from "../src/html/capture.ts";
import { joinCaptures } from "../src/html/stitch.ts";
import { onPage, origin, PAGES, type World, worldOf } from "./browser.ts";

const captured = (world: World, options: object = {}): Promise<Captured> =>
  world.run(`__screenAgent.capture(${JSON.stringify(options)})`);

/** The id that stands on the last tag before some words. */
function idBefore(html: string, words: string): string {
  const before = html.slice(0, html.indexOf(words));
  return /.*data-llm-id="([^"]+)"/s.exec(before)?.[1] ?? "";
}

test("a page as it can be read", () =>
  onPage("reading.html", async ({ world }) => {
    const { html } = await captured(world);
    const shown = `${html.replaceAll(origin(0), "http://site.test").replace(/></g, ">\n<")}\n`;
    const file = join(PAGES, "reading.capture.html");
    if (process.env.UPDATE || !existsSync(file)) writeFileSync(file, shown);
    assert.equal(shown, readFileSync(file, "utf8"));
  }));

test("values, secrets, scripts, comments and what nobody sees stay in the page", () =>
  onPage("reading.html", async ({ page, world }) => {
    await page.locator("[name=localName]").fill("typed just now");
    const { html } = await captured(world);
    const kept = [
      "typed",
      "hunter-two",
      "hidden-value",
      "private note",
      "a draft",
      "l-value",
      "checked",
      "abc123",
      "t0k3n",
      "secret@",
      "not-for-anybody",
      "secretScript",
      "comment",
      "steal",
      "javascript:",
      "style",
      "Hidden words",
      "nobody's",
      "Skip to",
      "Closed",
      "Folded",
      "Not to be seen",
      "No script",
      "film here",
    ];
    assert.deepEqual(
      kept.filter((word) => html.includes(word)),
      [],
    );
  }));

test("what is struck out stays struck, by a tag or by style; what only looks like it is left alone", () =>
  onPage("reading.html", async ({ page, world }) => {
    await page.evaluate(() => {
      document.body.innerHTML =
        "<style>.was { text-decoration: line-through }</style><p>Tin <s>30</s> <del>29</del> <span class=was>28</span> " +
        "<b style='text-decoration: line-through red'>27</b> <u>26</u> <span style='text-decoration: underline'>25</span></p>";
    });
    const { html } = await captured(world);
    const struck = [...html.matchAll(/<(s|del)\b[^>]*>(\d+)</g)].map(([, , words]) => words);
    assert.deepEqual(struck, ["30", "29", "28", "27"]);
    for (const words of ["26", "25"]) assert.ok(html.includes(words), html);
  }));

test("what is chosen of a list is told, unless it is nobody's business", () =>
  onPage("reading.html", async ({ page, world }) => {
    await page.evaluate('document.querySelector("[name=size]").autocomplete = "cc-exp-month"');
    const { html } = await captured(world);
    assert.ok(html.includes("<option>Large</option>"), html);
  }));

test("what can be seen is there, out of view too", () =>
  onPage("reading.html", async ({ page, world }) => {
    await page.evaluate(
      "document.body.insertAdjacentHTML('beforeend', '<p style=\"margin-top: 9000px\">Far below</p>')",
    );
    const { html } = await captured(world);
    for (const words of [
      "two kilometres",
      "but this is",
      "Shown once one scrolls",
      "12.50 dollars",
      "Without a box",
      "In a shadow",
      "Slotted words",
      "Far below",
      "Order now",
      "first line<br>second line",
      "&lt;script&gt;alert(1)",
    ])
      assert.ok(html.includes(words), words);
  }));

test("ids are ours: what a page writes is not copied, and a capture writes nothing into the page", () =>
  onPage("reading.html", async ({ page, world }) => {
    const before = await page.evaluate("document.documentElement.outerHTML");
    const first = await captured(world);
    assert.equal(await page.evaluate("document.documentElement.outerHTML"), before);
    assert.ok(!first.html.includes("forged"));
    await page.evaluate("for (const el of document.querySelectorAll('*')) el.setAttribute('data-llm-id', '1')");
    const second = await captured(world);
    assert.equal(second.html, first.html);
    const ids = [...first.html.matchAll(/data-llm-id="([^"]+)"/g)].map((found) => found[1]);
    assert.equal(new Set(ids).size, ids.length);
  }));

test("a control is vouched for while it is what was captured, and found under the same id by a look", () =>
  onPage("reading.html", async ({ page, world }) => {
    const { html } = await captured(world);
    const vouch = (id: string): Promise<Vouched> => world.run(`__screenAgent.vouch(${JSON.stringify(id)})`);
    const pay = idBefore(html, "Pay</button>");
    assert.deepEqual(await vouch(pay), { ok: true, id: pay, role: "btn", name: "Pay" });
    assert.ok(
      (
        await world.locate(pay, {
          document: "",
          origin: origin(0),
          target: { i: pay, r: "btn", n: "Pay" },
          harmless: true,
        })
      ).ok,
    );
    const look = await world.observe();
    assert.equal(look.interactiveTree.find((node) => node.n === "Pay")?.i, pay);
    await page.evaluate("document.forms[0].setAttribute('action', 'https://other.example/')");
    assert.deepEqual(await vouch(pay), { ok: false, refusal: "stale" });
    await page.evaluate("document.forms[0].setAttribute('action', '/order')");
    assert.ok((await vouch(pay)).ok);
    await page.evaluate("document.querySelector('button').setAttribute('formaction', 'https://other.example/')");
    assert.deepEqual(await vouch(pay), { ok: false, refusal: "stale" });
    assert.deepEqual(await vouch(idBefore(html, "Harbour opens a new pier</h1>")), {
      ok: false,
      refusal: "wrong_kind",
    });
    assert.deepEqual(await vouch("99999"), { ok: false, refusal: "not_found" });
    const works = await vouch(idBefore(html, "Works by hand"));
    assert.ok(works.ok && works.role === "clickable");
    await page.evaluate("document.getElementById('works').remove()");
    assert.deepEqual(await vouch(works.id), { ok: false, refusal: "stale" });
  }));

test("typing into a field does not make it another one", () =>
  onPage("reading.html", async ({ page, world }) => {
    const { html } = await captured(world);
    const id = /<input name="localName"[^>]*data-llm-id="(\d+)"/.exec(html)?.[1] ?? "";
    await page.locator("[name=localName]").fill("somebody");
    const answer = await world.run<Vouched>(`__screenAgent.vouch("${id}")`);
    assert.ok(answer.ok && answer.role === "inp");
  }));

test("frames of the same origin become part of the page, others are named by their origin", () =>
  onPage(`frames.html?other=${origin(1)}`, async ({ page, session, world }) => {
    await page.frameLocator("#same").frameLocator("iframe").locator("a").waitFor();
    await page.frameLocator("#other").locator("input").waitFor();
    const { frameTree } = await session.send("Page.getFrameTree");
    const inner = frameTree.childFrames?.find((child) => child.frame.url.includes("frame-inner"));
    assert.ok(inner);
    const top = await captured(world);
    const child = await captured(await worldOf(session, inner.frame.id), { prefix: "f3_" });
    const { html, cut } = joinCaptures(top, new Map([[0, { capture: child, fillings: new Map() }]]));
    assert.equal(cut, false);
    assert.match(html, /<section data-frame="same-origin">.*data-llm-id="f3_\d+".*<\/section>/s);
    assert.ok(html.includes(`data-cross-origin="${origin(1)}"`));
    const foreign = joinCaptures(
      top,
      new Map([[0, { capture: { ...child, origin: origin(1) }, fillings: new Map() }]]),
    );
    assert.match(foreign.html, new RegExp(`<iframe src="${origin(1)}/" data-cross-origin="${origin(1)}"></iframe>`));
    assert.ok(!foreign.html.includes("f3_"));
  }));

test("a page that is too long is cut with a mark, and stays whole HTML", () =>
  onPage("reading.html", async ({ page, world }) => {
    await page.evaluate(
      "document.body.append(...Array.from({ length: 4000 }, (_, i) => Object.assign(document.createElement('p'), { textContent: `ä paragraph ${i} of many`.repeat(20) })))",
    );
    const whole = await captured(world);
    assert.ok(whole.cut && Buffer.byteLength(whole.html) <= 2_000_000);
    const short = await captured(world, { limit: 20_000 });
    assert.ok(
      Buffer.byteLength(short.html) <= 20_000 &&
        short.html.includes("<hr data-cut>") &&
        short.html.endsWith("</body></html>"),
    );
    assert.equal((short.html.match(/<main/g) ?? []).length, (short.html.match(/<\/main>/g) ?? []).length);
  }));

test("what lies over the page, and what cannot be looked into, is said so", () =>
  onPage("reading.html", async ({ page, world }) => {
    await page.evaluate(`(() => {
      customElements.define("closed-card", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "closed" }).innerHTML = "<p>Nobody can read this</p>"; } });
      document.querySelector("main").append(Object.assign(document.createElement("closed-card"), { style: "display: block; width: 200px; height: 50px" }));
      document.body.insertAdjacentHTML("beforeend", '<div class="wall" style="position: fixed; inset: 0; color: red">Pay first</div><div class="hint" style="position: fixed; bottom: 0">Small</div>');
    })()`);
    const { html } = await captured(world);
    assert.match(html, /<closed-card><template shadowrootmode="closed"><\/template><\/closed-card>/);
    assert.match(html, /<div class="wall" style="position:fixed" data-llm-id="\d+">Pay first/);
    assert.match(html, /<div class="hint" data-llm-id="\d+">Small/);
  }));

for (const [name, act, said] of [
  ["without a body", "document.body.remove()", ""],
  [
    "nested deeply",
    "let at = document.body; for (let i = 0; i < 800; i++) at = at.appendChild(document.createElement('div')); at.textContent = 'bottom'",
    "bottom",
  ],
  [
    "behind a dialog that hides it from screen readers",
    "document.querySelector('main').setAttribute('aria-hidden', 'true')",
    "two kilometres",
  ],
] as const) {
  test(`a page ${name} is captured without trouble`, () =>
    onPage("reading.html", async ({ page, world }) => {
      await page.evaluate(`(() => { ${act} })()`);
      assert.ok((await captured(world)).html.includes(said));
    }));
}

test("an outline shows where words stand, without moving anything, and goes again", () =>
  onPage("reading.html", async ({ page, world }) => {
    await page.evaluate(
      "document.body.insertAdjacentHTML('beforeend', '<p id=far style=\"margin-top: 9000px\">Far below</p>')",
    );
    const { html } = await captured(world);
    const far = idBefore(html, "Far below");
    const before = await page.evaluate("[document.documentElement.scrollHeight, document.body.outerHTML]");
    assert.equal(await world.run(`__screenAgent.highlight("${far}")`), true);
    await page.waitForFunction("document.getElementById('far').getBoundingClientRect().bottom <= innerHeight");
    assert.deepEqual(await page.evaluate("[document.documentElement.scrollHeight, document.body.outerHTML]"), before);
    assert.equal(await page.evaluate("document.documentElement.lastElementChild.getAttribute('popover')"), "manual");
    await world.run(`__screenAgent.highlight("${idBefore(html, "Order now")}")`);
    assert.equal(await page.evaluate("document.querySelectorAll('[popover=manual]').length"), 1);
    await world.run("__screenAgent.unhighlight()");
    assert.equal(await page.evaluate("document.querySelectorAll('[popover=manual]').length"), 0);
    assert.equal(await world.run(`__screenAgent.highlight("424242")`), false);
    assert.equal(await world.run(`__screenAgent.highlight("${far}", "something else")`), false);
    assert.equal(await world.run(`__screenAgent.highlight("${far}", "Far, below!")`), true);
    await world.run(`__screenAgent.highlight("${far}")`);
    await page.evaluate("document.getElementById('far').remove()");
    await page.waitForFunction("document.querySelectorAll('[popover=manual]').length === 0");
  }));

test("a person's click on what is outlined chooses it and reaches no script; what a page plays chooses nothing", () =>
  onPage("reading.html", async ({ page, world }) => {
    await page.evaluate(`document.body.insertAdjacentHTML("afterbegin", "<button id=one>One</button> <button id=two>Two</button>");
      heard = [];
      for (const type of ["pointerdown", "mousedown", "click"])
        document.addEventListener(type, ({ target }) => heard.push(target.id || target.localName), true)`);
    const { html } = await captured(world);
    const ids = ["One", "Two"].map((name) => idBefore(html, name));
    const chosen = (): Promise<number[]> => world.run("globalThis.chosen ?? []");
    const marks = JSON.stringify(ids.map((id, at) => [id, `${at + 1}`]));
    const mark = (choose: string): Promise<number> => world.run(`__screenAgent.mark(${marks}${choose})`);
    assert.equal(await mark(", (place) => (globalThis.chosen ??= []).push(place)"), 2);
    await page.evaluate("two.click(); document.querySelector('[popover=manual]').click()");
    assert.deepEqual(await chosen(), []);
    assert.deepEqual(await page.evaluate("heard.splice(0)"), ["two", "div"]);
    // What has not stood still for a moment is not chosen yet, and not pressed either.
    while ((await chosen()).length === 0) await page.locator("#two").click();
    await page.locator("#two").dblclick();
    assert.deepEqual(await chosen(), [1, 1]);
    assert.deepEqual(await page.evaluate("heard"), []);
    await mark("");
    await page.locator("#two").click();
    assert.deepEqual(
      await page.evaluate("heard"),
      ["two", "two", "two"],
      "an outline that only shows is nobody's button",
    );
    assert.deepEqual(await chosen(), [1, 1]);
  }));

test("links in a selection: in order, each once, without secrets; nothing selected is no links", () =>
  onPage("reading.html", async ({ page, world }) => {
    const links = (limit = 50): Promise<{ urls: string[]; totalFound: number }> =>
      world.run(`__screenAgent.selectionLinks(${limit})`);
    assert.deepEqual(await links(), { urls: [], totalFound: 0 });
    await page.evaluate(
      "document.querySelector('main').insertAdjacentHTML('beforeend', '<a href=\"/\">Home again</a><a href=\"#headline\">Up</a><a href=\"mailto:a@b.example\">Mail</a>'); getSelection().selectAllChildren(document.body)",
    );
    assert.deepEqual(await links(), {
      urls: [`${origin(0)}/`, `${origin(0)}/news?page=2`, "https://ships.example/list"],
      totalFound: 3,
    });
    assert.deepEqual(await links(1), { urls: [`${origin(0)}/`], totalFound: 3 });
    await page.evaluate(
      "const text = document.querySelector('nav a').firstChild; getSelection().setBaseAndExtent(text, 1, text, 3)",
    );
    assert.deepEqual(await links(), { urls: [`${origin(0)}/`], totalFound: 1 });
  }));
