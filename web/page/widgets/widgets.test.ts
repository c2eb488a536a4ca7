/** What a look says of the widgets of common libraries, held against the browser's accessibility tree and written facts. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { onAddress } from "../test/browser.ts";
import { render } from "../test/render.ts";
import { WIDGETS } from "./facts.ts";
import { type Reference, references, serve } from "./look.ts";

declare const PACKAGE: string;

let address: string;
const all: Reference[] = [];
const LOOKS = process.env.LOOKS;

before(async () => {
  address = await serve();
});

for (const { page, scenes } of WIDGETS) {
  test(`widgets: ${page}`, () =>
    onAddress(`${address}/${page}.html`, async (tab) => {
      const faults: string[] = [];
      for (const { when, act, says, never = [] } of scenes) {
        await act?.(tab.page);
        await tab.world.run("__screenAgent.stable()");
        const capture = await tab.world.observe();
        const look = render(capture).replace(/\[(?:f\d+_)?\d+ /g, "[");
        if (LOOKS) writeFileSync(join(LOOKS, `${page}.${when.replaceAll(" ", "-")}.txt`), look);
        const controls = await references(tab.session, capture);
        all.push(...controls);
        for (const { role, name, html, told } of controls)
          if (!told) faults.push(`${when}: not told: ${role} "${name}" ${html}`);
        for (const fact of says) if (!holds(look, fact)) faults.push(`${when}: not said: ${fact}`);
        for (const wrong of never) if (holds(look, wrong)) faults.push(`${when}: said: ${wrong}`);
      }
      assert.deepEqual(faults, []);
    }));
}

test("widgets: hardly a control is not told", () => {
  const told = all.filter((each) => each.told).length;
  console.log(`recall ${told} of ${all.length}`);
  assert.ok(told >= 0.99 * all.length, `${told} of ${all.length}`);
});

// A fact stands in one line; its parts, apart by " … ", in that order.
function holds(look: string, fact: string): boolean {
  return look.split("\n").some((line) => {
    let from = 0;
    return fact.split(" … ").every((part) => {
      const at = line.indexOf(part, from);
      from = at + part.length;
      return at >= 0;
    });
  });
}
