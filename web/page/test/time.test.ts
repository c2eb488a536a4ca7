/** Coming to rest, and news of what happened in between. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onPage } from "./browser.ts";

interface Settled {
  stable: boolean;
  waited: number;
}

test("waits until a slow page is complete, in spite of its clock and spinner", () =>
  onPage("slow.html?ms=500", async ({ page, world }) => {
    const settled = await world.run<Settled>("__screenAgent.stable({ quiet: 150 })");
    assert.equal(settled.stable, true);
    assert.equal(await page.locator("#state").innerText(), "Ready");
  }));

test("a page at rest is not waited for", () =>
  onPage("table.html", async ({ world }) => {
    await world.run("__screenAgent.stable({ quiet: 60 })");
    assert.deepEqual(await world.run("__screenAgent.stable({ quiet: 30, min: 0 })"), { stable: true, waited: 0 });
  }));

test("a page that never rests is given up", () =>
  onPage("table.html", async ({ page, world }) => {
    await page.evaluate("void setInterval(() => document.body.append(document.createElement('i')), 5)");
    // A busy machine may hold a timer up for longer than it is set to.
    const settled = await world.run<Settled>("__screenAgent.stable({ quiet: 500, timeout: 900 })");
    assert.equal(settled.stable, false);
    assert.ok(settled.waited >= 900);
  }));

test("a finite animation is waited for", () =>
  onPage("table.html", async ({ page, world }) => {
    await world.run("__screenAgent.stable({ quiet: 30 })");
    await page.evaluate(
      "void (window.moving = document.querySelector('h1').animate([{ opacity: 0 }, { opacity: 1 }], 200))",
    );
    const settled = await world.run<Settled>("__screenAgent.stable({ quiet: 30 })");
    assert.equal(settled.stable, true);
    assert.equal(await page.evaluate("window.moving.playState"), "finished");
  }));

test("messages are news, even after they have gone; tickers are not", () =>
  onPage("toasts.html", async ({ page, world }) => {
    await page.waitForFunction(
      (from) => Number(document.getElementById("tick")?.textContent?.replace(/\D/g, "")) > from + 3,
      await page.evaluate(() => Number(document.getElementById("tick")?.textContent?.replace(/\D/g, ""))),
    );
    const first = await world.observe();
    assert.deepEqual([first.recentEvents, first.hasErrors, first.hasSuccess], [[], false, false]);
    await page.click("#ok");
    await page.waitForFunction("document.getElementById('area').childElementCount === 0");
    await page.click("#bad");
    const { recentEvents, hasErrors, hasSuccess } = await world.observe();
    assert.deepEqual(recentEvents, ["[0s ago] Success: 'Changes saved'", "[0s ago] Error: 'Invalid ZIP code'"]);
    assert.deepEqual([hasErrors, hasSuccess], [true, true]);
  }));

test("the hash tells a change from none", () =>
  onPage("rerender.html", async ({ page, world }) => {
    const one = (await world.observe()).hash;
    await page.evaluate("draw()");
    assert.equal((await world.observe()).hash, one);
    await page.evaluate("addFirst('Dates')");
    assert.notEqual((await world.observe()).hash, one);
  }));
