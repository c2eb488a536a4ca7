/** Frames: each runs its own bundle, and the joined capture reads as one page. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { DocumentCapture, PageCapture } from "../src/contract.ts";
import { onPage, origin, PAGES, type Tab, type World, worldOf } from "./browser.ts";
import { render } from "./render.ts";

interface Look {
  slot: number[];
  frame: number;
  capture: DocumentCapture;
}

/** Captures every frame of the fixture, the foreign one through a session of its own. */
async function looks(tab: Tab): Promise<{ top: DocumentCapture; frames: Look[] }> {
  await tab.page.frameLocator("#same").frameLocator("iframe").locator("a").waitFor();
  await tab.page.frameLocator("#other").locator("input").waitFor();
  const { frameTree } = await tab.session.send("Page.getFrameTree");
  const inner = frameTree.childFrames?.find((child) => child.frame.url.includes("frame-inner"));
  const deep = inner?.childFrames?.[0];
  assert.ok(inner && deep);
  const other = tab.page.frames().find((frame) => frame.url().includes("frame-other"));
  assert.ok(other);
  const foreign = await tab.page
    .context()
    .newCDPSession(other)
    .catch(() => tab.session);
  const worlds: readonly (readonly [number[], number, World])[] = [
    [[0], 1, await worldOf(tab.session, inner.frame.id)],
    [[0, 0], 2, await worldOf(tab.session, deep.frame.id)],
    [[1], 3, await worldOf(foreign)],
  ];
  const frames: Look[] = [];
  for (const [slot, frame, world] of worlds) frames.push({ slot, frame, capture: await world.observe() });
  return { top: await tab.world.observe(), frames };
}

function joined(tab: Tab, top: DocumentCapture, frames: Look[]): Promise<PageCapture> {
  return tab.world.run(`__screenAgent.join(${JSON.stringify(top)}, ${JSON.stringify(frames)})`);
}

test("frames join in reading order, with ids and boxes of the top page", () =>
  onPage(`frames.html?other=${encodeURIComponent(origin(1))}`, async (tab) => {
    const { top, frames } = await looks(tab);
    assert.deepEqual(
      top.frames.map(({ index, at, src }) => [index, at, new URL(src).pathname]),
      [
        [0, 1, "/frame-inner.html"],
        [1, 2, "/frame-other.html"],
      ],
    );
    const page = await joined(tab, top, frames);
    const file = join(PAGES, "frames.seen.txt");
    if (process.env.UPDATE || !existsSync(file)) writeFileSync(file, render(page));
    assert.equal(render(page), readFileSync(file, "utf8"));
    for (const node of page.interactiveTree) {
      const [x, y] = node.xy as [number, number];
      const frame = await tab.page.evaluate(
        ([left, top]) => document.elementFromPoint(left as number, top as number)?.id,
        [x, y],
      );
      assert.equal(frame, node.f === 3 ? "other" : "same", node.n);
    }
  }));

test("a frame that scrolls is a region of the page, and is scrolled by its id", () =>
  onPage("frames.html", async (tab) => {
    const { top, frames } = await looks(tab);
    const page = await joined(tab, top, frames);
    assert.equal(page.scrollPosition, "100%");
    assert.deepEqual(page.scrollableContainers, [{ id: "f1_2", depth: "0%", hasMore: true }]);
    const region = page.interactiveTree.find((node) => node.i === "f1_2");
    assert.deepEqual(region, {
      i: "f1_2",
      r: "scroll",
      n: "Inner",
      f: 1,
      xy: region?.xy,
      box: [40, top.frames[0]?.box[1], 500, 220],
      d: { tag: "html" },
      scr: { depth: "0%", h: true },
    });
    const { frameTree } = await tab.session.send("Page.getFrameTree");
    const inner = await worldOf(tab.session, frameTree.childFrames?.[0]?.frame.id);
    for (const [action, args, depth] of [
      ["scroll", [true, 10, "f1_2"], "100%"],
      ["scrollContainer", ["f1_2", "top"], "0%"],
      ["scrollContainer", ["f1_2", "bottom"], "100%"],
    ] as const) {
      const { ok } = await inner.run<{ ok: boolean }>(
        `__screenAgent.act(${JSON.stringify(action)}, ${JSON.stringify(args)})`,
      );
      const { scrollableContainers } = await inner.observe();
      assert.deepEqual([ok, scrollableContainers], [true, [{ id: "2", depth, hasMore: depth !== "100%" }]], action);
    }
    assert.ok((await inner.observe()).interactiveTree.some((node) => node.n === "Low button"));
  }));

test("a frame that hides what overflows does not scroll", () =>
  onPage("frames.html", async (tab) => {
    await tab.page
      .frameLocator("#same")
      .locator("body")
      .evaluate((body) => (body.style.overflow = "hidden"));
    const { top, frames } = await looks(tab);
    assert.deepEqual((await joined(tab, top, frames)).scrollableContainers, []);
  }));

test("a covered frame covers all that is in it", () =>
  onPage(`frames.html?other=${encodeURIComponent(origin(1))}`, async (tab) => {
    await tab.page.evaluate(() => {
      const cover = document.createElement("div");
      cover.style.cssText = "position:fixed;inset:0;background:#fff8";
      document.body.append(cover);
    });
    const { top, frames } = await looks(tab);
    const page = await joined(tab, top, frames);
    assert.ok(page.interactiveTree.length > 0 && page.pageText.length > 0);
    assert.deepEqual(
      page.interactiveTree.filter((node) => !node.occ),
      [],
    );
    assert.deepEqual(
      page.pageText.filter((line) => !line.occ),
      [],
    );
  }));

test("a frame element can be had by its ordinal", () =>
  onPage(`frames.html?other=${encodeURIComponent(origin(1))}`, async (tab) => {
    assert.equal(await tab.world.run("__screenAgent.frameElement(1).id"), "other");
    assert.equal(await tab.world.run("__screenAgent.frameElement(5)"), null);
    assert.deepEqual(await tab.world.run("__screenAgent.frameSlots().map((slot) => slot.index)"), [0, 1]);
  }));
