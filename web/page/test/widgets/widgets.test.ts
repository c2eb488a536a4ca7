/** What a look says of the widgets of common libraries, held against the browser's accessibility tree and written facts. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { onAddress } from "../browser.ts";
import { render } from "../render.ts";
import { WIDGETS } from "./facts.ts";
import { inSnapshot, type Reference, references, serve } from "./look.ts";

declare const PACKAGE: string;

let address: string;
/** What each reference lists, by page. */
const listed: Record<"accessibility tree" | "ARIA snapshot", Map<string, Reference[]>> = {
  "accessibility tree": new Map(),
  "ARIA snapshot": new Map(),
};
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
        const snapshot = await inSnapshot(tab.page, capture);
        note(listed["accessibility tree"], page, controls);
        note(listed["ARIA snapshot"], page, snapshot);
        const missing = [...controls, ...snapshot].filter(({ told }) => !told);
        const here = [...new Set(missing.map(({ role, name, html }) => `not told: ${role} "${name}" ${html}`))];
        for (const fact of says) if (!holds(look, fact)) here.push(`not said: ${fact}`);
        for (const wrong of never) if (holds(look, wrong)) here.push(`said: ${wrong}`);
        faults.push(...unknown(here, Object.keys(known)).map((fault) => `${when}: ${fault}`));
      }
      assert.deepEqual(faults, []);
    }));
}

test("widgets: hardly a control is not told", () => {
  const names = Object.keys(listed) as (keyof typeof listed)[];
  const pages = [...listed["accessibility tree"].keys()];
  const shares = (of: readonly string[]) =>
    names.map((name) => recall(of.flatMap((page) => listed[name].get(page) ?? [])));
  console.log(["page".padEnd(16), ...names.map((name) => name.padStart(20))].join(""));
  for (const [page, row] of [...pages.map((page) => [page, shares([page])] as const), ["all", shares(pages)] as const])
    console.log([page.padEnd(16), ...row.map(({ told, of }) => `${told} of ${of}`.padStart(20))].join(""));
  for (const { told, of } of shares(pages)) assert.ok(told >= 0.99 * of, `${told} of ${of}`);
});

function recall(controls: readonly Reference[]): { told: number; of: number } {
  return { told: controls.filter(({ told }) => told).length, of: controls.length };
}

function note(to: Map<string, Reference[]>, page: string, controls: readonly Reference[]): void {
  to.set(page, [...(to.get(page) ?? []), ...controls]);
}

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
