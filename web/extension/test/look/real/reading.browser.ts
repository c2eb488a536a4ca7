/** Pages as they are read in a real browser, with their frames, and places shown on them. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Real, start, type Unseen } from "./extension.ts";

let real: Real;

before(async () => (real = await start((path, [, other]) => PAGES[path]?.(other) ?? null)));
after(() => real.close());

const inner = (name: string, more = ""): string =>
  `<!doctype html><title>${name}</title><body style="margin:0"><p>In ${name}</p><button>Press ${name}</button>${more}`;

const PAGES: Record<string, (other: string) => string> = {
  "/kinds.html": (other) => `<!doctype html><title>Kinds</title><body>
    <h1>Top</h1>
    <iframe src="/same.html" width="400" height="190"></iframe>
    <iframe src="${other}/foreign.html" width="400" height="90"></iframe>
    <iframe srcdoc="<p>In srcdoc</p>" width="300" height="90"></iframe>
    <iframe sandbox="allow-scripts" src="/boxed.html" width="300" height="90"></iframe>
    <p style="margin-top:3000px">Far below</p>
    <div id="host"></div><script>host.attachShadow({ mode: "open" }).innerHTML = '<p>In the shadow</p><iframe src="/deep.html" width="200" height="80"></iframe>';</script>`,
  "/same.html": () =>
    inner("same", '<iframe src="/deep.html" width="200" height="80"></iframe><a href="/elsewhere">Away</a>'),
  "/deep.html": () => inner("deep"),
  "/boxed.html": () => inner("boxed"),
  "/foreign.html": () => inner("foreign"),
};

function idBefore(html: string, words: string): string {
  return /.*data-llm-id="([^"]+)"/s.exec(html.slice(0, html.indexOf(words)))?.[1] ?? "";
}

test("a page is read with the frames of its own site in their places, of others the origin", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/kinds.html`);
  await page
    .frames()
    .find((frame) => frame.url().includes("deep"))
    ?.waitForLoadState();
  const { html, title, url, cut } = await real.ask("read", tabId);
  assert.deepEqual([title, new URL(url).pathname, cut], ["Kinds", "/kinds.html", false]);
  const order = ["Top", "In same", "In deep", "Away", "In srcdoc", "Far below", "In the shadow"].map((words) =>
    html.indexOf(words),
  );
  assert.deepEqual(
    order,
    [...order].sort((a, b) => a - b),
  );
  assert.ok(
    order.every((at) => at >= 0),
    html,
  );
  assert.equal(html.match(/In deep/g)?.length, 2);
  assert.ok(!html.includes("In foreign") && !html.includes("In boxed"));
  assert.ok(html.includes(`data-cross-origin="${real.origin(1)}"`));
  assert.match(idBefore(html, "Press same"), /^f\d+_\d+$/);
  assert.equal(await page.evaluate("document.querySelectorAll('[data-llm-id]').length"), 0);
  await page.close();
});

test("controls of frames are vouched for, and acted on under the same id", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/kinds.html`);
  await page
    .frames()
    .find((frame) => frame.url().includes("deep"))
    ?.waitForLoadState();
  const { html } = await real.ask("read", tabId);
  const id = idBefore(html, "Press same");
  assert.deepEqual(await real.ask("vouch", tabId, id), {
    ok: true,
    id: id.replace(/^f\d+_/, ""),
    role: "btn",
    name: "Press same",
  });
  const frame = await real.ask("frameOf", tabId, id);
  assert.ok(frame && (await real.ask("locate", tabId, frame.frameId, frame.id)).ok);
  assert.deepEqual(await real.ask("vouch", tabId, "f999_1"), { ok: false, refusal: "stale" });
  await page.reload();
  assert.deepEqual(await real.ask("vouch", tabId, "5"), { ok: false, refusal: "not_found" });
  await page.close();
});

test("a cited place is outlined where it stands, in frames too, and the outline goes again", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/kinds.html`);
  await page
    .frames()
    .find((frame) => frame.url().includes("deep"))
    ?.waitForLoadState();
  const { html } = await real.ask("read", tabId);
  const outlines = async (): Promise<number[]> =>
    Promise.all(
      page
        .frames()
        .map((frame) => frame.evaluate("document.querySelectorAll('[popover=manual]').length") as Promise<number>),
    );
  assert.equal(await real.ask("highlight", tabId, idBefore(html, "In same"), "in same"), true);
  assert.equal(
    (await outlines()).reduce((a, b) => a + b),
    1,
  );
  assert.equal(await real.ask("highlight", tabId, idBefore(html, "Far below"), "Far below"), true);
  assert.equal(
    (await outlines()).reduce((a, b) => a + b),
    1,
  );
  await page.waitForFunction("scrollY > 1000");
  await real.ask("unhighlight", tabId);
  assert.equal(
    (await outlines()).reduce((a, b) => a + b),
    0,
  );
  assert.equal(await real.ask("highlight", tabId, idBefore(html, "Far below"), "other words"), false);
  assert.equal(await real.ask("highlight", tabId, idBefore(html, "In same"), "in same"), true);
  await real.ask("unhighlightAnew", tabId);
  assert.equal(
    (await outlines()).reduce((a, b) => a + b),
    0,
  );
  await page.close();
});

test("selected links are found in the frame in which something is selected", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/kinds.html`);
  await page
    .frames()
    .find((frame) => frame.url().includes("deep"))
    ?.waitForLoadState();
  assert.deepEqual(await real.ask("links", tabId, 50), { urls: [], totalFound: 0 });
  await page
    .frames()
    .find((frame) => frame.url().includes("same"))
    ?.evaluate("getSelection().selectAllChildren(document.body)");
  assert.deepEqual(await real.ask("links", tabId, 50), { urls: [`${real.origin(0)}/elsewhere`], totalFound: 1 });
  await page.close();
});

test("a tab that is gone, and one that no extension may see, are told apart", async () => {
  await assert.rejects(real.ask("read", 999_999), (error: Unseen) => error.code === "TAB_GONE");
  const page = await real.context.newPage();
  await page.goto("chrome://version");
  const tabId = await real.ask("tab", "chrome://version");
  await assert.rejects(real.ask("read", tabId), (error: Unseen) => error.code === "RESTRICTED");
  await page.close();
});
