import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Desk } from "./kit/desk.ts";
import { PICTURES } from "./kit/panel.ts";
import { Site } from "./kit/site.ts";

/** The picture that the README shows: a page with the panel beside it, in the middle of a task. */
test("a page with the panel beside it", async () => {
  const [desk, site] = await Promise.all([Desk.open(), Site.of("bookshop")]);
  try {
    const { page, panel } = await desk.at(site.url());
    await page.setViewportSize({ width: 900, height: 760 });
    await panel.say(
      'Search for "sea" and open the cheapest book. Set the quantity to 2, choose "Collect in store", tick "Gift wrap" and press "Add to basket".',
    );
    await panel.page.locator(".turn.step").nth(4).waitFor();
    const [left, right] = await Promise.all([page.screenshot(), panel.page.screenshot()]);
    await panel.stands("Done");
    const sheet = await desk.browser.context.newPage();
    await sheet.setViewportSize({ width: 1321, height: 760 });
    const image = (picture: Buffer): string => `<img src="data:image/png;base64,${picture.toString("base64")}">`;
    await sheet.setContent(
      `<style>body { margin: 0; display: flex; gap: 1px; background: #8884; } img { height: 760px; }</style>${image(left)}${image(right)}`,
    );
    mkdirSync(PICTURES, { recursive: true });
    writeFileSync(join(PICTURES, "beside.png"), await sheet.screenshot());
  } finally {
    await desk.close();
    site.close();
  }
});
