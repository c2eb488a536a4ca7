import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Desk, until } from "./kit/desk.ts";
import { EMAIL, PASSWORD } from "./kit/server.ts";
import { Site } from "./kit/site.ts";

/** What somebody sees who has never used it. */
let desk: Desk;
let site: Site;

before(async () => {
  [desk, site] = await Promise.all([Desk.open({ signedOut: true }), Site.of("form")]);
});

after(async () => {
  await desk.close();
  site.close();
});

test("a new person is told once what it does, what it touches and how to stop it, and can read it again", async () => {
  const { page, panel } = await desk.at(site.url());
  await panel.enterSignIn(desk.server.url, EMAIL, PASSWORD);
  const welcome = panel.page.getByRole("main", { name: "Before you begin" });
  await welcome.waitFor();
  assert.deepEqual(await welcome.getByRole("heading", { level: 2 }).allTextContents(), [
    "You say it, it does it",
    "What it sees and touches",
    "How to stop it",
  ]);
  assert.ok((await welcome.innerText()).split(/\s+/).length < 150, "it is read in half a minute");
  await panel.picture("welcome");
  await panel.begin();

  await panel.button("More").click();
  await panel.page.getByRole("menuitem", { name: "How it works" }).click();
  await welcome.waitFor();
  await panel.begin();
  await panel.page.reload();
  await panel.composer.waitFor();
  assert.equal(await welcome.count(), 0, "it was read");
  await desk.leave({ page, panel, tabId: 0 });
});

test("examples are made of the page, one of them is taken and works, and it is said what works here", async () => {
  const { page, tabId, panel } = await desk.at(site.url());
  const examples = panel.page.getByRole("list", { name: "Examples for this page" }).getByRole("button");
  await examples.first().waitFor();
  const words = await examples.allInnerTexts();
  assert.ok(words.length >= 3 && words.length <= 4, words.join(" | "));
  const first = words.find((each) => each.includes("First name"));
  assert.ok(first, words.join(" | "));
  const works = panel.page.getByRole("region", { name: "What works here" });
  assert.deepEqual(await works.getByRole("listitem").allInnerTexts(), [
    "Plain instructions such as these, one after the other",
    "Questions, answered by quoting the page: this server has no language model",
  ]);
  assert.deepEqual(desk.server.holding("Lakeside"), [], "the page was looked at here, and nobody was told of it");
  await panel.picture("examples");
  await panel.page.setViewportSize({ width: 320, height: 760 });
  assert.deepEqual(await panel.wide(), []);
  await panel.picture("examples.narrow");

  await examples.filter({ hasText: "First name" }).click();
  assert.equal(await panel.composer.inputValue(), first);
  await panel.composer.press("Enter");
  await panel.stands("Done");
  assert.equal(await page.getByLabel(/First name/).inputValue(), "Ada");
  for (const each of words.filter((other) => other !== first)) {
    await panel.button("New conversation").click();
    await panel.page.getByRole("heading", { name: "What should be done here?" }).waitFor();
    await panel.say(each);
    await panel.stands("Done");
  }
  await desk.leave({ page, panel, tabId });
});

test("a page that offers nothing gets no examples, and the panel says where it cannot help", async () => {
  const bare = await Site.pages({ "/": "<title>Nothing</title><p>Nothing to do here." });
  const { page, tabId, panel } = await desk.at(bare.url());
  await panel.page.getByRole("region", { name: "What works here" }).waitFor();
  await until("the page was looked at", () => bare.asked.length > 0);
  assert.equal(await panel.page.getByRole("list", { name: "Examples for this page" }).count(), 0);
  await panel.page.getByRole("radio", { name: /^Ask about/ }).check();
  await panel.page.getByText("answers are quoted from the page").waitFor();
  await desk.leave({ page, panel, tabId });
  bare.close();
});
