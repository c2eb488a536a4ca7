import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Desk } from "./kit/desk.ts";
import { Panel } from "./kit/panel.ts";
import { EMAIL, PASSWORD } from "./kit/server.ts";
import { Site } from "./kit/site.ts";

let desk: Desk;
let site: Site;

before(async () => {
  [desk, site] = await Promise.all([Desk.open({ signedOut: true }), Site.of("form")]);
});

after(async () => {
  await desk.close();
  site.close();
});

const WORDS =
  'Enter "Ines" into First name, "Calder" into Last name and "ines@perihelion.example" into E-mail address, choose Switzerland in Country, then click Register';

test("a person signs in, and is told when the password or the server is wrong", async () => {
  const { tabId } = await desk.browser.tab(site.url());
  const panel = new Panel(await desk.browser.panel(tabId));
  await panel.picture("sign-in");
  await panel.enterSignIn("http://127.0.0.1:9", EMAIL, PASSWORD);
  await panel.page
    .getByRole("alert")
    .getByText(/cannot be reached/)
    .waitFor();
  await panel.picture("sign-in.unreachable");
  await panel.enterSignIn(desk.server.url, EMAIL, "not the password");
  await panel.page
    .getByRole("alert")
    .getByText(/password/i)
    .waitFor();
  await panel.picture("sign-in.wrong");
  await panel.signIn(desk.server.url, EMAIL, PASSWORD);
  await panel.picture("empty");
  await panel.page.close();
});

test("a form is filled in and sent, step by step, to the thank-you page", async () => {
  const { page, panel } = await desk.at(site.url());
  await panel.say(WORDS);
  await panel.stands("Running");
  await panel.stands("Done");
  assert.match(page.url(), /thanks\.html$/);
  assert.match(await page.locator("body").innerText(), /Ines/);
  await panel.outcome.waitFor();
  await panel.page.getByRole("article", { name: "You" }).getByText("Switzerland").waitFor();
  const steps = await panel.steps();
  assert.ok(steps.length >= 2, `each step is told: ${steps.join(" | ")}`);
  await panel.picture("form.completed");
  await panel.page.close();
  await page.close();
});

test("each tab has a conversation of its own, and two work at once", async () => {
  const one = await desk.at(site.url());
  const two = await desk.at(site.url());
  await one.panel.say(WORDS.replaceAll("Ines", "Tove"));
  await two.panel.say(WORDS.replaceAll("Ines", "Sunniva"));
  await Promise.all([one.panel.stands("Done"), two.panel.stands("Done")]);
  assert.match(await one.page.locator("body").innerText(), /Tove/);
  assert.match(await two.page.locator("body").innerText(), /Sunniva/);
  const first = await one.panel.page.locator("main").innerText();
  assert.doesNotMatch(first, /Sunniva/);
  const client = await desk.server.client();
  const { sessions } = await client.sessions();
  assert.equal(sessions.length, 3);
  for (const each of [one, two]) {
    await each.panel.page.close();
    await each.page.close();
  }
});

test("a report of the task is downloaded", async () => {
  const { page, panel } = await desk.at(site.url());
  await panel.say('Enter "Ada" into First name');
  await panel.stands("Done");
  await panel.button("Report").click();
  await panel.picture("report.menu");
  const coming = panel.page.waitForEvent("download");
  await panel.page.getByRole("menuitem", { name: /Markdown/ }).click();
  const file = await coming;
  assert.match(file.suggestedFilename(), /^task-report-.*\.md$/);
  await panel.page.close();
  await page.close();
});
