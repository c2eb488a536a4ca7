/** Pages choose how much they have; a look holds what a server takes, nearest first. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DocumentCapture, PageCapture } from "../src/contract.ts";
import { onPage } from "./browser.ts";

const MANY = 6000;

// Boxes of four pixels with a gap of one.
const fill = (many: number): void => {
  document.body.innerHTML = `<div style="font-size:0;line-height:0">${Array.from(
    { length: many },
    (_, at) => `<button aria-label="b${at}" style="width:9px;height:9px;padding:0;border:0;margin:1px"></button>`,
  ).join("")}</div>`;
};

test("of more controls than a server takes the nearest are told, and that there are more", () =>
  onPage("inputs.html", async ({ page, world }) => {
    await page.evaluate(fill, MANY);
    const own = await world.observe();
    assert.equal(own.interactiveTree.length, MANY);
    const look = await world.run<PageCapture>(
      `__screenAgent.join(${JSON.stringify(own satisfies DocumentCapture)}, [])`,
    );
    assert.equal(look.interactiveTree.length, 5000);
    assert.deepEqual(look.pageText.at(-1)?.c, ["… 1000 more controls, further from the middle of the view"]);
    const far = ({ xy: [x, y] = [0, 0] }: { xy?: [number, number] }): number => Math.hypot(x - 640, y - 360);
    const told = new Set(look.interactiveTree.map(({ i }) => i));
    const left = own.interactiveTree.filter(({ i }) => !told.has(i));
    assert.ok(Math.max(...look.interactiveTree.map(far)) <= Math.min(...left.map(far)));
    const said = look.pageText.flatMap(({ c }) => c.flatMap((run) => (run && typeof run !== "string" ? [run.i] : [])));
    assert.deepEqual(new Set(said), told);
  }));
