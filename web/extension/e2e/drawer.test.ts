import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Desk } from "./kit/desk.ts";
import { Site } from "./kit/site.ts";

let desk: Desk;
let site: Site;

before(async () => {
  [desk, site] = await Promise.all([Desk.open(), Site.of("form")]);
});

after(async () => {
  await desk.close();
  site.close();
});

test("a conversation is found, renamed, opened again and put away", async () => {
  const { panel } = await desk.at(site.url());
  const { page } = panel;
  await panel.say('Enter "Ada" into First name');
  await panel.stands("Done");
  await panel.button("New conversation").click();
  await page.getByText(/What should be done/).waitFor();
  await panel.say('Enter "Tove" into First name');
  await panel.stands("Done");

  await panel.button("Conversations").click();
  const drawer = page.getByRole("dialog", { name: "Conversations" });
  await drawer.locator(".thing").nth(1).waitFor();
  await drawer.getByRole("button", { name: /^Rename .*Ada/ }).click();
  await drawer.getByLabel("New title").fill("The first guest");
  await panel.picture("history.rename");
  await drawer.getByLabel("New title").press("Enter");
  await drawer.getByText("The first guest").waitFor();
  await drawer.getByLabel("Find a conversation").fill("first guest");
  await drawer.locator(".thing").nth(1).waitFor({ state: "detached" });
  await drawer.locator(".thing-open").click();
  await page.getByRole("article", { name: "You" }).getByText("Ada").waitFor();
  assert.equal(await page.getByRole("article", { name: "You" }).getByText("Tove").count(), 0);
  await panel.picture("reopened");

  await panel.button("Conversations").click();
  await drawer.getByRole("button", { name: "Archive The first guest" }).click();
  await panel.picture("history.archive");
  await drawer.getByRole("button", { name: "Archive", exact: true }).click();
  await drawer.getByText("The first guest").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.getByText(/What should be done/).waitFor();
  const { sessions } = await (await desk.server.client()).sessions();
  assert.equal(sessions.length, 1, "one is left");
});
