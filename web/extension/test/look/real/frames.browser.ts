/** Frames of all kinds, joined into one look; and where a point of theirs is on the page. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { PageCapture } from "@screen-agent/api";
import { type Real, start, Unseen } from "./extension.ts";

let real: Real;

before(async () => (real = await start(pages)));
after(() => real.close());

const inner = (name: string, more = ""): string =>
  `<!doctype html><title>${name}</title><body style="margin:0"><p>In ${name}</p><button>Press ${name}</button>${more}`;

const FRAMES: Record<string, (other: string) => string> = {
  "/kinds.html": (other) => `<!doctype html><title>Kinds</title><body style="margin:0">
    <h1>Top</h1>
    <iframe src="/same.html" width="400" height="90"></iframe>
    <iframe src="${other}/foreign.html" width="400" height="180"></iframe>
    <iframe srcdoc="<button>Press srcdoc</button>" width="300" height="90"></iframe>
    <iframe sandbox="allow-scripts" src="/boxed.html" width="300" height="90"></iframe>
    <iframe id="blank" width="300" height="90"></iframe>
    <p>Bottom</p>
    <script>blank.contentDocument.write("<button>Press blank</button>"); blank.contentDocument.close();</script>`,
  "/same.html": () => inner("same"),
  "/boxed.html": () => inner("boxed"),
  "/foreign.html": () =>
    inner("foreign", `<iframe src="/deep.html" width="300" height="90" style="border:5px solid;padding:7px"></iframe>`),
  "/deep.html": () => inner("deep"),
  "/shadow.html": (
    other,
  ) => `<!doctype html><title>Shadow</title><body style="margin:0"><h1>Top</h1><div id="host"></div><iframe src="/same.html" width="300" height="90"></iframe>
    <script>
      const root = host.attachShadow({ mode: "open" });
      root.innerHTML = '<iframe src="${other}/one.html" width="300" height="90"></iframe><p>between</p><iframe src="${other}/two.html" width="310" height="95"></iframe>';
    </script>`,
  "/one.html": () => inner("one"),
  "/two.html": () => inner("two"),
  "/twins.html": (other) => `<!doctype html><title>Twins</title><body><h1>Top</h1><div id="host"></div>
    <script>host.attachShadow({ mode: "open" }).innerHTML = '<iframe src="${other}/one.html" width="300" height="90"></iframe><iframe src="${other}/one.html" width="300" height="90"></iframe>';</script>`,
  "/tall.html": (other) =>
    `<!doctype html><title>Tall</title><body style="margin:0"><p>Top</p><div style="height:3000px"></div><iframe src="${other}/one.html" height="90"></iframe>`,
};

function pages(path: string, origins: [string, string]): string | null {
  return FRAMES[path]?.(origins[1]) ?? null;
}

const names = (capture: PageCapture): string[] =>
  capture.interactiveTree.filter(({ r }) => r === "btn").map(({ n }) => n);

/** Presses the middle of what was seen, as a person would, and tells what was pressed. */
async function pressed(
  page: Awaited<ReturnType<Real["open"]>>["page"],
  capture: PageCapture,
  name: string,
): Promise<string> {
  const node = capture.interactiveTree.find(({ n }) => n === name);
  assert.ok(node?.xy, name);
  for (const frame of page.frames())
    await frame.evaluate("addEventListener('click', (event) => { top.postMessage(event.target.textContent, '*') })");
  const heard = page.evaluate(
    "new Promise((done) => addEventListener('message', ({ data }) => done(data), { once: true }))",
  );
  await page.mouse.click(node.xy[0], node.xy[1]);
  return (await heard) as string;
}

test("frames of every kind are seen as one page, where they stand", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/kinds.html`);
  await page
    .frames()
    .find((frame) => frame.url().includes("deep"))
    ?.waitForLoadState();
  const { capture } = await real.ask("look", tabId);
  assert.deepEqual(names(capture), [
    "Press same",
    "Press foreign",
    "Press deep",
    "Press srcdoc",
    "Press boxed",
    "Press blank",
  ]);
  for (const node of capture.interactiveTree) assert.match(node.i, new RegExp(`^f${node.f}_\\d+$`));
  for (const name of ["Press same", "Press foreign", "Press deep"])
    assert.equal(await pressed(page, capture, name), name);
  await page.close();
});

test("frames in shadow trees are told apart", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/shadow.html`);
  const { capture } = await real.ask("look", tabId);
  assert.deepEqual(names(capture), ["Press one", "Press two", "Press same"]);
  for (const name of names(capture)) assert.equal(await pressed(page, capture, name), name);
  await page.close();
});

test("frames that nothing tells apart are left out rather than mistaken", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/twins.html`);
  const { capture } = await real.ask("look", tabId);
  assert.deepEqual(names(capture), []);
  assert.ok(capture.pageText.length > 0);
  await page.close();
});

test("a frame keeps its number, and a point of it is carried out to the top", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/kinds.html`);
  const first = (await real.ask("look", tabId)).capture;
  const second = (await real.ask("look", tabId, { settle: false })).capture;
  assert.deepEqual(
    first.interactiveTree.map(({ i }) => i),
    second.interactiveTree.map(({ i }) => i),
  );
  const deep = first.interactiveTree.find(({ n }) => n === "Press deep");
  assert.ok(deep?.xy && deep.f);
  const own = await real.ask("frameOf", tabId, deep.i);
  assert.ok(own && own.frameId === deep.f);
  const found = await real.ask("locate", tabId, own.frameId, own.id);
  assert.ok(found.ok);
  const out = await real.ask("outward", { tabId, frameId: own.frameId }, found.x, found.y);
  assert.ok(
    out && Math.abs(out.x - deep.xy[0]) <= 1 && Math.abs(out.y - deep.xy[1]) <= 1 && out.reached,
    JSON.stringify({ out, deep }),
  );
  await page.evaluate(
    "document.body.insertAdjacentHTML('beforeend', '<div style=\"position:fixed;inset:0;background:#fff\">over</div>')",
  );
  assert.equal((await real.ask("outward", { tabId, frameId: own.frameId }, found.x, found.y))?.reached, false);
  await page.close();
});

test("frames out of view are not part of it", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/tall.html`);
  assert.deepEqual(names((await real.ask("look", tabId)).capture), []);
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  assert.deepEqual(names((await real.ask("look", tabId)).capture), ["Press one"]);
  await page.close();
});

test("skeleton and document hold the frames, with ids as in looks", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/kinds.html`);
  const { capture } = await real.ask("look", tabId);
  const deep = capture.interactiveTree.find(({ n }) => n === "Press deep");
  const skeleton = await real.ask("skeleton", tabId);
  assert.ok(skeleton.includes(`<button id="${deep?.i}">Press deep</button>`), skeleton);
  const whole = await real.ask("fullDom", tabId);
  assert.ok(whole.startsWith("<html") && whole.includes("Press deep") && whole.includes("Press srcdoc"));
  await page.close();
});

test("what the browser keeps to itself is told as such", async () => {
  const page = await real.context.newPage();
  await page.goto("chrome://version");
  const tabId = await real.ask("tab", "chrome://version");
  await assert.rejects(real.ask("look", tabId), (error) => error instanceof Unseen && error.code === "RESTRICTED");
  await page.goto("http://127.0.0.1:9/").catch(() => undefined);
  await assert.rejects(real.ask("look", tabId), (error) => error instanceof Unseen && error.code === "PAGE_FAILED");
  await page.close();
  await assert.rejects(real.ask("look", tabId), (error) => error instanceof Unseen && error.code === "TAB_GONE");
});
