// What a look costs beside a bare walk over the same controls, and what reading the whole document costs:
// CPU of the renderer's main thread, in ms.
// Usage: node bench.mjs [n ...]; needs `npm run build` before.

import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const BUNDLE = ["page.js", "read.js"]
  .map((name) => readFileSync(new URL(`./dist/${name}`, import.meta.url), "utf8"))
  .join("\n");
const PAGES = new URL("../../fixtures/pages/", import.meta.url);
const SHAPES = ["flat", "groups", "table", "cards"];
const ROUNDS = 7;
const sizes = process.argv.slice(2).map(Number).filter(Boolean);

// Every control, its box, and those in view: what any agent must at least do.
const BARE = `(() => {
  const seen = [];
  for (const el of document.querySelectorAll("a[href],button,input,select,textarea,[role],[onclick],[tabindex]")) {
    const box = el.getBoundingClientRect();
    if (box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth) seen.push([box.x, box.y, box.width, box.height]);
  }
  return seen.length;
})()`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
});
const rows = [];
for (const n of sizes.length > 0 ? sizes : [1000, 5000, 20_000]) {
  for (const shape of SHAPES) rows.push(await measure(`controls.html?shape=${shape}&n=${n}`, { n, shape }));
}
for (const name of ["news", "shop", "mail", "settings"])
  rows.push(await measure(`${name}.html`, { n: "", shape: name }));
await browser.close();
console.table(rows);

async function measure(path, label) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(new URL(path, PAGES).href);
  await page.evaluate("scrollTo(0, 300)");
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
    worldName: "bench",
  });
  const run = (expression) => session.send("Runtime.evaluate", { expression, contextId, returnByValue: true });
  const cpu = async (expression) => {
    const before = await busy(session);
    await run(expression);
    return (await busy(session)) - before;
  };
  await run(BUNDLE);
  const first = await cpu("__screenAgent.observe()");
  const bare = await median(() => cpu(BARE));
  const observe = await median(() => cpu("__screenAgent.observe()"));
  const capture = await median(() => cpu("__screenAgent.capture().cut"));
  const read = (
    await run("JSON.stringify([document.querySelectorAll('*').length, __screenAgent.capture().html.length])")
  ).result.value;
  const size = (await run("JSON.stringify(__screenAgent.observe()).length")).result.value;
  await page.close();
  return {
    ...label,
    bare,
    first: round(first),
    observe,
    "times bare": round(observe / bare),
    "JSON bytes": size,
    capture,
    elements: JSON.parse(read)[0],
    HTML: JSON.parse(read)[1],
  };
}

async function busy(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
}

async function median(measure) {
  const values = [];
  for (let round = 0; round < ROUNDS; round++) values.push(await measure());
  return round(values.sort((a, b) => a - b)[ROUNDS >> 1]);
}

function round(value) {
  return Math.round(value * 10) / 10;
}
