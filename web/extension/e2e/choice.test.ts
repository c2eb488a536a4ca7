import assert from "node:assert/strict";
import { test } from "node:test";
import { Desk, until } from "./kit/desk.ts";
import { outlines, surrounds } from "./kit/outlines.ts";
import { Site } from "./kit/site.ts";

const SHELF = ["Milk", "Bread", "Eggs"];

/** A list in which each thing has a button of the same name, and presses that the page hears of are counted. */
const PAGE = `<title>Groceries</title><h1>Groceries</h1><ul>${SHELF.map(
  (name) => `<li>${name} <button onclick="said.textContent = '${name} is in the basket'; presses++">Add</button></li>`,
).join("")}</ul><p role=status id=said></p><script>presses = 0</script>`;

test("what words may mean is outlined on the page and asked about, and a click chooses", async () => {
  const [desk, site] = await Promise.all([Desk.open(), Site.pages({ "/": PAGE })]);
  try {
    const { page, panel } = await desk.at(site.url());
    const outlined = (many: number): Promise<void> =>
      until(`${many} are outlined`, async () => (await outlines(page)).length === many);
    await panel.say("Click Add");
    const offers = panel.page.getByRole("group", { name: "Answers" }).getByRole("button");
    await offers.nth(2).waitFor();
    assert.equal(await offers.count(), SHELF.length);
    await outlined(SHELF.length);
    await panel.picture("choice");
    await panel.pictureOf(page, "choice.page");

    const bread = offers.filter({ hasText: "Bread" });
    await bread.hover();
    await outlined(1);
    const [outline] = await outlines(page);
    const button = page.getByRole("listitem").filter({ hasText: "Bread" }).getByRole("button");
    assert.ok(await surrounds(outline, button), "it is the one that is pointed at");
    assert.equal(await page.locator("#said").innerText(), "", "nothing is pressed before the choice");

    await bread.click();
    await panel.stands("Done");
    assert.equal(await page.locator("#said").innerText(), "Bread is in the basket");
    await outlined(0);

    // The same question again, answered on the page itself, with the pointer over none of the answers.
    await panel.page.mouse.move(1, 1);
    const shelf = page.getByRole("listitem");
    const eggs = shelf.filter({ hasText: "Eggs" }).getByRole("button");
    await panel.say("Click Add");
    await outlined(SHELF.length);
    // A page that plays a click on what is outlined presses its own button, and chooses nothing.
    await shelf.filter({ hasText: "Milk" }).getByRole("button").dispatchEvent("click");
    await page.evaluate(() => {
      for (const host of document.querySelectorAll("[popover]"))
        for (const type of ["pointerdown", "mousedown", "mouseup", "click"])
          host.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true, clientX: 60, clientY: 90 }));
    });
    assert.equal(await page.locator("#said").innerText(), "Milk is in the basket");
    await panel.stands("Waiting");
    const before = await page.evaluate("presses");
    // What has only just come under the pointer is not chosen.
    const shown = await page.evaluate("performance.now()");
    await page.waitForFunction((from) => performance.now() > Number(from) + 300, shown);
    await eggs.dblclick();
    await panel.stands("Done");
    assert.equal(await page.locator("#said").innerText(), "Eggs is in the basket");
    assert.equal(
      await page.evaluate("presses"),
      Number(before) + 1,
      "the click on the page chose, and pressed nothing",
    );
    await outlined(0);

    // Without the panel nobody is asked: a click is the page's own.
    await panel.say("Click Add");
    await outlined(SHELF.length);
    await panel.page.close();
    await outlined(0);
    await eggs.click();
    assert.equal(await page.evaluate("presses"), Number(before) + 2);
  } finally {
    await desk.close();
    site.close();
  }
});
