import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { cleanText } from "../../src/render/text.ts";
import { COMPONENTS, launch, page } from "../browser.ts";
import { OWN } from "./own.ts";
import { type Payloads, payloads } from "./sets.ts";
import { everywhere } from "./slots.ts";
import { Watch } from "./watch.ts";

declare const PACKAGE: string;

/** Answers on one page at a time. */
const BATCH = 150;

/** What our server writes of an answer, in HTML. */
interface Html {
  /** Of the tree as it came. */
  raw: string;
  /** Of the tree that was cleaned. */
  cleaned: string;
  /** Of the payload, as if a model had written it instead of a tree. */
  lenient: string;
  citations: string;
}

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** HTML by the renderer of the server: built, or the built program that RENDER_HTML names. */
function rendered(words: string[]): Html[] {
  const built = process.env.RENDER_HTML;
  const cargo = ["run", "--quiet", "--locked", "--package", "screen-agent-answer", "--example", "render-html"];
  const lines = words.map((one) => JSON.stringify({ ...everywhere(one), written: one }));
  const answer = execFileSync(built ?? "cargo", built === undefined ? cargo : [], {
    cwd: join(PACKAGE, "../.."),
    input: `${lines.join("\n")}\n`,
    encoding: "utf8",
    maxBuffer: 512 << 20,
    stdio: ["pipe", "pipe", "inherit"],
  });
  return answer
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Html);
}

function* batches<Item>(items: Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += BATCH) yield items.slice(from, from + BATCH);
}

const within = (answers: string[]): string =>
  page("", `<main id="app">${answers.map((answer) => `<section>${answer}</section>`).join("")}</main>`);

/** Looks at every batch, and stops at the first that is not safe. */
async function safeInBatches<Item>(
  items: Item[],
  look: (watch: Watch, batch: Item[]) => Promise<void>,
  start = within([]),
): Promise<void> {
  const watch = await Watch.on(browser, start);
  try {
    for (const batch of batches(items)) {
      await look(watch, batch);
      assert.deepEqual(await watch.faultsAmong(batch.length), []);
    }
  } finally {
    await watch.close();
  }
}

async function htmlIsSafe(words: string[]): Promise<void> {
  const forms = rendered(words);
  assert.equal(forms.length, words.length);
  for (const form of ["raw", "cleaned", "lenient"] as const) {
    await safeInBatches(forms, async (watch, batch) => {
      await watch.reopen(within(batch.map((one) => one[form] + one.citations)));
    });
  }
  await safeInBatches(
    words.map((one, index) => ({ one, html: forms[index] })),
    async (watch, batch) => {
      // As a page puts it into itself, and once more what came of it: nothing changes its meaning on the way.
      const answers = batch.map(({ html }) => `<section>${html?.raw}${html?.citations}</section>`).join("");
      await watch.do((value) => {
        const app = document.getElementById("app");
        if (!app) return;
        app.innerHTML = JSON.parse(value);
        const once = app.innerHTML;
        app.innerHTML = once;
        if (app.innerHTML !== once) app.append(document.createElement("changed"));
      }, answers);
      // Words come out as they went in: all of them are words.
      const code = batch.map(({ one }) => cleanText(one));
      assert.deepEqual(await watch.texts("#app pre code"), code);
      assert.deepEqual(
        await watch.texts("#app > section > h2"),
        code.map((one) => one.replaceAll("\t", " ")),
      );
    },
  );
}

async function treesAreSafe(words: string[]): Promise<void> {
  await safeInBatches(
    words,
    async (watch, batch) => {
      await watch.do((value) => stage.show(JSON.parse(value)), batch.map(everywhere));
      const expected = batch.map((one) => cleanText(one));
      assert.deepEqual(await watch.texts("#app pre code"), expected);
      assert.deepEqual(await watch.texts("#app > section > h2"), expected);
    },
    COMPONENTS.replace('class="sa"', ""),
  );
}

let found: Payloads | undefined;
/** The fetched sets; what is missing of them is said once. */
function sets(): Payloads {
  if (found === undefined) {
    found = payloads();
    for (const missing of found.missing) console.log(`payload set left out: ${missing}`);
    console.log(`${found.payloads.length} fetched payloads in every place of an answer`);
  }
  return found;
}

test("HTML of what anybody would try is safe", () => htmlIsSafe(OWN));
test("trees of what anybody would try are safe", () => treesAreSafe(OWN));

test("HTML of the fetched payloads is safe", async (context) => {
  const { payloads: words, missing } = sets();
  if (words.length === 0)
    return context.skip(`no payload set could be fetched, so they prove nothing here: ${missing.join("; ")}`);
  await htmlIsSafe(words);
});

test("trees of the fetched payloads are safe", async (context) => {
  const { payloads: words, missing } = sets();
  if (words.length === 0)
    return context.skip(`no payload set could be fetched, so they prove nothing here: ${missing.join("; ")}`);
  await treesAreSafe(words);
});

test("what is not safe is seen", async () => {
  for (const [unsafe, expected] of [
    ["<script>alert(1)</script>", "ran: alert"],
    ["<img src=x onerror=alert(1)>", "ran: alert"],
    ['<img src="http://out.test/x">', "request: http://out.test/x"],
    ['<a href="javascript:alert(1)">x</a>', "ran: alert"],
    ['<a href="data:text/html,x">x</a>', "attribute: a.href=data:text/html,x"],
    ['<p onmouseover="fetch(1)">x</p>', "ran: fetch"],
    ["<iframe srcdoc='x'></iframe>", "element: <iframe"],
    ["<style>p { color: red }</style>", "element: <style"],
    ['<p style="color: red">x</p>', "attribute: p.style=color: red"],
    ["</section></main><p>out</p>", "outside: <p>out</p>"],
    ["<!-- x -->", "a comment"],
    ["</section><section>", "2 answers instead of 1"],
  ] as const) {
    const watch = await Watch.on(browser, within([unsafe]));
    try {
      const faults = await watch.faultsAmong(1);
      assert.ok(
        faults.some((fault) => fault.startsWith(expected)),
        `${unsafe} gave ${JSON.stringify(faults)}`,
      );
    } finally {
      await watch.close();
    }
  }
});
