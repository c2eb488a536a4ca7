import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Desk, until } from "./kit/desk.ts";
import { Panel } from "./kit/panel.ts";
import { EMAIL, PASSWORD } from "./kit/server.ts";
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

/** What the person said and what was done, in order; how it ended stands on a card where it was done. */
async function told(panel: Panel): Promise<string[]> {
  const words = panel.page.getByRole("article", { name: "You" }).locator(".bubble");
  const done = panel.page.locator(".turn.step .action");
  const texts = await words.or(done).allTextContents();
  return texts.map((text) => text.replace(/\s+/g, " ").trim()).filter((text) => text !== "Finished");
}

test("a conversation that is open in two browsers and the console stays in step", async () => {
  const here = await desk.at(site.url());
  await here.panel.say('Enter "Ada" into First name');
  await here.panel.stands("Done");

  const elsewhere = await desk.another();
  const there = await desk.at(site.url(), elsewhere);
  await there.panel.button("Conversations").click();
  await there.panel.picture("history");
  await there.panel.page.getByRole("dialog").getByRole("button", { name: /Ada/ }).first().click();
  await there.panel.page.getByRole("article", { name: "You" }).getByText('Enter "Ada"').waitFor();

  const console_ = await desk.browser.context.newPage();
  await console_.goto(desk.server.url);
  await console_.getByLabel(/E-mail/).fill(EMAIL);
  await console_.getByLabel(/Password/).fill(PASSWORD);
  await console_.getByRole("button", { name: "Sign in" }).click();
  await console_.getByText(/Ada/).first().waitFor();

  await here.panel.say('Enter "Lovelace" into Last name');
  await here.panel.stands("Done");
  await there.panel.page.getByRole("article", { name: "You" }).getByText("Lovelace").waitFor();
  await console_.getByText("Lovelace").first().waitFor();
  const both = async (): Promise<[string, string]> => [
    (await told(here.panel)).join("\n"),
    (await told(there.panel)).join("\n"),
  ];
  await until("both tell the same", async () => new Set(await both()).size === 1).catch(async (error: unknown) =>
    assert.equal(...(await both()), String(error)),
  );
  const said = (await told(here.panel)).filter((text) => text.startsWith(`Enter "Lovelace"`));
  assert.equal(said.length, 1, "nothing is told twice");
  for (const page of [here.panel.page, here.page, console_]) await page.close();
});

test("while the socket is cut the panel polls, and says so; then it is live again", async () => {
  const { page, tabId } = await desk.browser.tab(site.url());
  const raw = await desk.browser.context.newPage();
  let refuse = true;
  const sockets: { close: () => void }[] = [];
  await raw.routeWebSocket(/\/app\//, (socket) => {
    if (refuse) return void socket.close({ code: 1012 });
    const server = socket.connectToServer();
    sockets.push({
      close: () => {
        void socket.close({ code: 1012 });
        void server.close();
      },
    });
  });
  await raw.goto(`chrome-extension://${desk.browser.id}/sidepanel.html?tab=${tabId}`);
  const panel = new Panel(raw);
  await panel.say('Enter "Tove" into First name');
  await panel.stands("Done");
  await panel.page.getByRole("article", { name: "You" }).getByText("Tove").waitFor();
  await panel.page
    .getByText(/Delayed/)
    .first()
    .waitFor();
  await panel.picture("polling");
  refuse = false;
  await panel.page
    .getByText(/^Live$/)
    .first()
    .waitFor({ timeout: 90_000 });
  await panel.page.close();
  await page.close();
});
