/** What a look says of the widgets of common libraries, held against the browser's accessibility tree and written facts. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { onAddress } from "../browser.ts";
import { render } from "../render.ts";
import { WIDGETS } from "./facts.ts";
import { type Reference, references, serve } from "./look.ts";

declare const PACKAGE: string;

let address: string;
const all: Reference[] = [];
/** Where looks are written, for reading them; and words of the names of pages, where not all are looked at. */
const { LOOKS, WIDGETS: wanted = "" } = process.env;
const words = wanted.split(" ");

before(async () => {
  address = await serve();
});

for (const { page, scenes } of WIDGETS.filter(({ page }) => words.some((word) => page.includes(word)))) {
  test(`widgets: ${page}`, () =>
    onAddress(`${address}/${page}.html`, async (tab) => {
      const faults: string[] = [];
      for (const { when, act, says, never = [], known = {} } of scenes) {
        await act?.(tab.page);
        await tab.world.run("__screenAgent.stable({ min: 100 })");
        const capture = await tab.world.observe();
        const look = render(capture).replace(/\[(?:f\d+_)?\d+ /g, "[");
        if (LOOKS) writeFileSync(join(LOOKS, `${page}.${when.replaceAll(" ", "-")}.txt`), look);
        const controls = await references(tab.session, capture);
        all.push(...controls);
        const here = controls
          .filter(({ told }) => !told)
          .map(({ role, name, html }) => `not told: ${role} "${name}" ${html}`);
        for (const fact of says) if (!holds(look, fact)) here.push(`not said: ${fact}`);
        for (const wrong of never) if (holds(look, wrong)) here.push(`said: ${wrong}`);
        faults.push(...unknown(here, Object.keys(known)).map((fault) => `${when}: ${fault}`));
      }
      assert.deepEqual(faults, []);
    }));
}

test("widgets: hardly a control is not told", () => {
  const told = all.filter((each) => each.told).length;
  console.log(`recall ${told} of ${all.length}`);
  assert.ok(told >= 0.99 * all.length, `${told} of ${all.length}`);
});

// Faults that nobody knows of, and known ones that are none any more.
function unknown(faults: readonly string[], known: readonly string[]): string[] {
  const mended = known.filter((start) => !faults.some((fault) => fault.startsWith(start)));
  return [
    ...faults.filter((fault) => !known.some((start) => fault.startsWith(start))),
    ...mended.map((start) => `mended, no longer known: ${start}`),
  ];
}

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
