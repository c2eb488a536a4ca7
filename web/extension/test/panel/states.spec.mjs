// Every state of the panel in a real Chromium: no serious fault of accessibility, nothing cut off, no error.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { sceneNames, stage } from "./stage.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const scenes = await sceneNames();

let shown;
before(async () => {
  shown = await stage();
});
after(() => shown?.browser.close());

/** What axe finds serious or worse, in few words. */
async function faults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

/** What reaches beyond the right or left edge of the panel and is not meant to be scrolled to. */
function cutOff(page) {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element) => {
      for (let at = element.parentElement; at; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at);
        if (overflowX !== "visible" && at.clientWidth <= width) return true;
      }
      return false;
    };
    const out = [...document.querySelectorAll("#app *")].filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width > 1 && (box.right > width + 1 || box.left < -1) && !scrolls(element);
    });
    const wide = document.documentElement.scrollWidth > width ? ["the page scrolls sideways"] : [];
    return [...wide, ...out.map((element) => element.outerHTML.slice(0, 120))];
  });
}

for (const scene of scenes) {
  for (const [theme, width] of [
    ["light", 320],
    ["dark", 420],
  ]) {
    test(`${scene.name}, ${theme}, ${width} px`, async () => {
      const { page, errors } = await shown.open(scene, { theme, width });
      try {
        assert.deepEqual(await faults(page), []);
        assert.deepEqual(await cutOff(page), []);
        assert.deepEqual(errors, []);
      } finally {
        await page.close();
      }
    });
  }
}
