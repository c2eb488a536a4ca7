/** Looking: what was there before we came, what listens unseen, pictures, and pages in motion. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Real, start, Unseen } from "./extension.ts";

let real: Real;
/** The answer to a page that keeps one waiting. */
let release: (html: string) => void = () => undefined;
const held = new Promise<string>((resolve) => (release = resolve));

before(async () => (real = await start((path) => (path === "/held.html" ? held : (PAGES[path] ?? null)))));
after(() => real.close());

const PAGES: Record<string, string> = {
  "/data.json": '{"name":"kettle"}',
  "/plain.html": "<!doctype html><title>Plain</title><body><button>One</button>",
  "/restless.html": `<!doctype html><title>Restless</title><body><button>Here</button><div id="box"></div><script>setInterval(() => box.replaceChildren(document.createElement("i")), 40)</script>`,
  "/listens.html": `<!doctype html><title>Listens</title><body><div id="quiet" style="width:200px;height:30px">Quiet one</div><script>quiet.addEventListener("click", () => 0)</script>`,
  "/tall.html": `<!doctype html><title>Tall</title><style>body{margin:0} div{height:720px}</style><body><div style="background:#f00">red</div><div style="background:#0f0"></div><div style="background:#00f"><button id="b">Blue</button></div>`,
  "/wide.html": `<!doctype html><title>Wide</title><body style="margin:0;background:linear-gradient(90deg,#000,#fff)"><button style="position:absolute;left:40px;top:50px;width:200px;height:100px">Crop</button>`,
  "/goes.html": `<!doctype html><title>Goes</title><body><p>On the way</p><script>location.replace("/plain.html?mark=gone")</script>`,
  "/dialog.html": `<!doctype html><title>Asks</title><body><button>Under</button>`,
};

test("a document of data is read, not taken for a viewer", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/data.json`);
  const { capture } = await real.ask("look", tabId);
  assert.ok(JSON.stringify(capture.pageText).includes("kettle"));
  await page.close();
});

const size = (data: string): { width: number; height: number } => {
  const bytes = Buffer.from(data, "base64");
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const mark = bytes[at + 1] ?? 0;
    if (mark >= 0xc0 && mark <= 0xc2) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  throw new Error("no JPEG");
};

test("looks that show the same are one capture; another word makes another", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/plain.html`);
  const first = await real.ask("look", tabId);
  assert.equal((await real.ask("look", tabId)).hash, first.hash);
  await page.evaluate("document.querySelector('button').textContent = 'Two'");
  const second = await real.ask("look", tabId);
  assert.notEqual(second.hash, first.hash);
  assert.deepEqual(
    second.capture.interactiveTree.map(({ i, n }) => [i, n]),
    [["1", "Two"]],
  );
  await page.close();
});

test("the bundle is brought where it is missing", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/plain.html`);
  await real.ask("forget", tabId);
  assert.deepEqual(
    (await real.ask("look", tabId)).capture.interactiveTree.map(({ n }) => n),
    ["One"],
  );
  await page.close();
});

test("a page on its way elsewhere is looked at where it arrives", async () => {
  const page = await real.context.newPage();
  await page.goto(`${real.origin(0)}/goes.html`, { waitUntil: "commit" });
  await page.waitForURL(/mark=gone/, { waitUntil: "commit" });
  const { capture } = await real.ask("look", await real.ask("tab", "mark=gone"));
  assert.deepEqual(
    capture.interactiveTree.map(({ n }) => n),
    ["One"],
  );
  await page.close();
});

test("what is on its way is waited for", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/plain.html`);
  // Once it rests, another look takes it as it is.
  await real.ask("look", tabId);
  const asked = page.waitForRequest(/held/);
  await page.evaluate("setTimeout(() => (location.href = '/held.html'))");
  await asked;
  const look = real.ask("look", tabId);
  for (let others = 0; others < 5; others++) await real.ask("look", tabId, { settle: false });
  release("<!doctype html><title>Held</title><button>Arrived</button>");
  assert.deepEqual(
    (await look).capture.interactiveTree.map(({ n }) => n),
    ["Arrived"],
  );
  await page.close();
});

test("what listens unseen is heard in the page's own world, and through the debugger", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/listens.html`);
  const names = async () => (await real.ask("look", tabId)).capture.interactiveTree.map(({ n }) => n);
  assert.deepEqual(await names(), ["Quiet one"]);
  assert.match(await page.evaluate("String(document.body.addEventListener)"), /native code/);
  await real.ask("attach", tabId);
  assert.deepEqual(
    (await real.ask("look", tabId)).capture.interactiveTree.map(({ n }) => n),
    ["Quiet one"],
  );
  await real.ask("detach", tabId);
  await page.close();
});

test("a tab out of sight is seen, however restless and slow", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/restless.html`);
  const other = await real.open(`${real.origin(0)}/plain.html`);
  const { capture } = await real.ask("look", tabId);
  assert.deepEqual(
    capture.interactiveTree.map(({ n }) => n),
    ["Here"],
  );
  await page.close();
  await other.page.close();
});

test("a page whose clocks stand still is seen", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/restless.html`);
  await real.ask("stall", tabId);
  const { capture } = await real.ask("look", tabId);
  assert.deepEqual(
    capture.interactiveTree.map(({ n }) => n),
    ["Here"],
  );
  await page.close();
});

test("an open dialog holds the page: no look without end", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/dialog.html`);
  const opened = page.waitForEvent("dialog");
  await page.evaluate("void setTimeout(() => alert('stop'))");
  const dialog = await opened;
  await assert.rejects(real.ask("look", tabId), (error) => error instanceof Unseen && error.code === "NO_ANSWER");
  await dialog.dismiss();
  assert.deepEqual(
    (await real.ask("look", tabId)).capture.interactiveTree.map(({ n }) => n),
    ["Under"],
  );
  await page.close();
});

test("a dialog that the debugger knows of is what is seen", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/plain.html`);
  await real.ask("attach", tabId);
  page.on("dialog", () => undefined);
  const opened = page.waitForEvent("dialog");
  const asked = page.evaluate("confirm('Really?')");
  const dialog = await opened;
  const { capture } = await real.ask("look", tabId);
  assert.deepEqual(
    capture.pageText.map(({ k, c }) => [k, ...c]),
    [["dialog", "confirm: Really?"]],
  );
  await dialog.accept();
  await asked;
  assert.deepEqual(
    (await real.ask("look", tabId)).capture.interactiveTree.map(({ n }) => n),
    ["One"],
  );
  await page.close();
});

for (const attached of [false, true]) {
  test(`pictures of the view, the page and an element, ${attached ? "by the debugger" : "by the tab in front"}`, async () => {
    const { page, tabId } = await real.open(`${real.origin(0)}/tall.html`);
    const before = (await page.evaluate("innerHeight")) as number;
    if (attached) await real.ask("attach", tabId);
    await page.evaluate("scrollTo(0, 100)");
    const view = await real.ask("picture", tabId);
    assert.ok(view);
    const [width, height] = (await page.evaluate("[innerWidth, innerHeight]")) as [number, number];
    assert.equal(size(view.data).width, 1024);
    // The debugger's banner comes sliding, and takes some of the window. A scroll bar takes some, too.
    const share = size(view.data).height / 1024;
    assert.ok(
      share > height / width - 0.02 && share < before / width + 0.02,
      JSON.stringify({ share, before, height }),
    );
    assert.equal((await real.ask("picture", tabId))?.hash, view.hash, "the same view has the same hash");
    const full = await real.ask("picture", tabId, { full: true });
    assert.ok(full);
    assert.equal(size(full.data).width, 1024);
    assert.ok(Math.abs(size(full.data).height - (2160 * 1024) / width) < 25, JSON.stringify(size(full.data)));
    assert.equal(await page.evaluate("scrollY"), 100);
    await page.evaluate("b.scrollIntoView()");
    const { capture } = await real.ask("look", tabId);
    const blue = capture.interactiveTree.find(({ n }) => n === "Blue");
    assert.ok(blue?.box);
    const crop = await real.ask("picture", tabId, { elementId: blue.i });
    assert.ok(
      crop && Math.abs(size(crop.data).width - blue.box[2]) <= 2 && Math.abs(size(crop.data).height - blue.box[3]) <= 2,
      JSON.stringify([crop && size(crop.data), blue.box]),
    );
    await page.close();
  });
}

test("a tab behind another is never pictured as that other", async () => {
  const { page, tabId } = await real.open(`${real.origin(0)}/tall.html`);
  const other = await real.open(`${real.origin(0)}/wide.html`);
  assert.equal(await real.ask("picture", tabId), null);
  assert.equal(await real.ask("picture", tabId, { full: true }), null);
  assert.ok(await real.ask("picture", other.tabId));
  await real.ask("attach", tabId);
  assert.ok(await real.ask("picture", tabId));
  await page.close();
  await other.page.close();
});
