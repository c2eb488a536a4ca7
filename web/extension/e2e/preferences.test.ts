import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { Desk, until } from "./kit/desk.ts";
import { Site } from "./kit/site.ts";

const theme = (panel: Page): Promise<string | undefined> =>
  panel.evaluate(() => document.documentElement.dataset.theme);

test("theme, outlines and language that a person chose follow them into another browser, and back", async () => {
  const [desk, site] = await Promise.all([Desk.open(), Site.of("form")]);
  try {
    const here = await desk.at(site.url());
    const sheet = await here.panel.more("Settings");
    await sheet.getByRole("radio", { name: "Dark" }).click();
    const outlines = sheet.getByRole("checkbox", { name: /Outline what is going to be acted on/ });
    await outlines.click();
    await until("no outlines are wanted", async () => !(await outlines.isChecked()));
    await sheet.getByLabel("Answers in").selectOption("Deutsch");
    await until("dark is shown here", async () => (await theme(here.panel.page)) === "dark");

    const elsewhere = await desk.another();
    const there = await desk.at(site.url(), elsewhere);
    await until("dark is shown there", async () => (await theme(there.panel.page)) === "dark");
    const settings = await there.panel.more("Settings");
    assert.equal(await settings.getByRole("checkbox", { name: /Outline what is going to/ }).isChecked(), false);
    assert.equal(await settings.getByLabel("Answers in").inputValue(), "de");
    await there.panel.picture("settings");
    await settings.getByRole("radio", { name: "Light" }).click();
    await until("light is shown there", async () => (await theme(there.panel.page)) === "light");

    await here.panel.page.reload();
    await until("light is shown here", async () => (await theme(here.panel.page)) === "light");
    const client = await desk.server.client();
    assert.deepEqual((await client.preferences()).preferences, {
      theme: "light",
      highlights: false,
      language: "de",
    });
  } finally {
    await desk.close();
    site.close();
  }
});
