import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser } from "./kit/browser.ts";
import { AgentServer } from "./kit/server.ts";
import { Site } from "./kit/site.ts";

let browser: Browser;
let server: AgentServer;
let site: Site;

before(async () => {
  [server, site, browser] = await Promise.all([AgentServer.start(), Site.of("form"), Browser.start()]);
});

after(async () => {
  await browser.close();
  site.close();
  await server.close();
});

test("the panel opens for a tab", async () => {
  const { tabId } = await browser.tab(site.url());
  const panel = await browser.panel(tabId);
  assert.equal(await panel.title(), "Screen Agent");
  await browser.killWorker();
});
