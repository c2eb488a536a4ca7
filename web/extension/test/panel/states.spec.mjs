// Every state of the panel in a real Chromium: no serious fault of accessibility, nothing cut off, no error.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
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

/** What has to be scrolled sideways. Only the table of the debug view may be; what is cut with an ellipsis is cut on purpose. */
function sideways(page) {
  return page.evaluate(() => {
    const wide = [...document.querySelectorAll("html, #app, #app *")].filter((element) => {
      const { overflowX, display } = getComputedStyle(element);
      const isCut =
        overflowX === "hidden" ||
        overflowX === "clip" ||
        display === "inline" ||
        element.matches(
          ".tree, .table-frame, .unseen, details:not([open]) > :not(summary) *, details:not([open]) > :not(summary)",
        );
      return !isCut && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    });
    return wide.map((element) => element.outerHTML.slice(0, 120));
  });
}

for (const scene of scenes) {
  for (const [theme, width] of [
    ["light", 320],
    ["dark", 420],
    // The sidebar of Firefox, as wide as it is drawn at first.
    ["light", 252],
  ]) {
    test(`${scene.name}, ${theme}, ${width} px`, async () => {
      const { page, errors } = await shown.open(scene, { theme, width });
      try {
        assert.deepEqual(await faults(page), []);
        assert.deepEqual(await sideways(page), []);
        assert.deepEqual(errors, []);
      } finally {
        await page.close();
      }
    });
  }
}
