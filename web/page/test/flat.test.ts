/** The cost of a look depends on what is in view, not on how much page there is. Counted, not timed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onPage } from "./browser.ts";
import { render } from "./render.ts";

const SHAPES = ["flat", "groups", "table", "cards", "inline", "stray", "reverse", "contents"];

interface Cost {
  text: string;
  calls: number;
}

async function costOf(shape: string, n: number): Promise<Cost> {
  let cost: Cost = { text: "", calls: 0 };
  await onPage(`controls.html?shape=${shape}&n=${n}`, async ({ page, world }) => {
    await page.evaluate("scrollTo(0, 300)");
    await world.run(COUNTING);
    const capture = await world.observe();
    cost = { text: render(capture), calls: await world.run("calls") };
  });
  return cost;
}

// Counts in the bundle's own world what asks the page for layout or style.
const COUNTING = `
  globalThis.calls = 0;
  const counted = (of, name) => { const real = of[name]; of[name] = function (...args) { calls++; return real.apply(this, args); }; };
  for (const name of ["getBoundingClientRect", "checkVisibility", "getClientRects", "closest", "querySelector", "matches"]) counted(Element.prototype, name);
  counted(Range.prototype, "getBoundingClientRect");
  counted(globalThis, "getComputedStyle");
  counted(Document.prototype, "elementFromPoint");`;

for (const shape of SHAPES) {
  test(`flat: ${shape}`, async () => {
    const [small, large] = [await costOf(shape, 3000), await costOf(shape, 20_000)];
    assert.ok(small.text.length > 500);
    if (shape !== "stray") assert.ok(large.text === small.text, "the same view reads the same");
    else assert.match(large.text, /In the middle \[\d+ btn "Undo"\]/);
    assert.ok(
      large.calls < small.calls * 1.5 + 200,
      `${small.calls} calls for 3,000 controls, ${large.calls} for 20,000`,
    );
  });
}
