import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AgentServer, EMAIL, PASSWORD } from "../kit/server.ts";
import { Site } from "../kit/site.ts";
import { Firefox, type Page } from "./firefox.ts";

let firefox: Firefox;
let server: AgentServer;
const open: Site[] = [];

async function sites(starting: Promise<Site>): Promise<Site> {
  const site = await starting;
  open.push(site);
  return site;
}

before(async () => {
  [firefox, server] = await Promise.all([Firefox.start(), AgentServer.start()]);
});

after(async () => {
  await firefox?.close();
  await server?.close();
  for (const site of open) site.close();
});

async function signIn(panel: Page): Promise<void> {
  await panel.fill("input[type=email]", EMAIL);
  await panel.fill("input[type=password]", PASSWORD);
  await panel.fill("input[type=url]", server.url);
  await panel.press("button.primary");
  await panel.shows(/Before you begin/);
  await panel.press(".welcome button");
  await panel.shows(/What should be done/);
}

async function say(panel: Page, words: string): Promise<void> {
  await panel.fill("textarea", words);
  await panel.press(".send:enabled");
}

const FORM =
  'Enter "Ines" into First name, "Calder" into Last name and "ines@perihelion.example" into E-mail address, choose Switzerland in Country, then click Register';

test("a form is filled in and sent, to the thank-you page", async () => {
  const site = await sites(Site.of("form"));
  const page = await firefox.open(site.url());
  const panel = await firefox.panel(await page.tabId());
  await panel.picture("firefox.sign-in");
  await signIn(panel);
  await panel.picture("firefox.empty");
  await say(panel, FORM);
  await panel.shows(/Completed|Done, not verified/i, 60_000);
  await panel.picture("firefox.form");
  assert.match(await page.url(), /thanks\.html$/);
  assert.match(await page.text(), /Ines/);
  await panel.close();
  await firefox.sidebar(page, "firefox.sidebar");
  await page.close();
});

const SHOP =
  'Search for "sea" and open the cheapest book. Set the quantity to 2, choose "Collect in store", tick "Gift wrap" and press "Add to basket". Then open the basket, enter the discount code "HARBOUR10", press Apply, and tell me the total.';

test("a task goes through several pages to its answer, though the event page is put to sleep in mid-task", async () => {
  const site = await sites(Site.of("bookshop"));
  const page = await firefox.open(site.url());
  const panel = await firefox.panel(await page.tabId());
  await say(panel, SHOP);
  await panel.shows(/Verified[\s\S]*Verified/i, 60_000);
  await firefox.sleep();
  await panel.shows(/(Completed|Done, not verified)[\s\S]*£18\.81/i, 60_000);
  await panel.picture("firefox.bookshop");
  await panel.close();
  await page.close();
});

test("Stop stops", async () => {
  const site = await sites(Site.of("bookshop"));
  const page = await firefox.open(site.url());
  const panel = await firefox.panel(await page.tabId());
  await say(panel, SHOP);
  await panel.shows(/Verified/i, 60_000);
  await panel.press("//button[starts-with(normalize-space(), 'Stop') or starts-with(@aria-label, 'Stop')]");
  await panel.shows(/Stopped/i);
  await panel.picture("firefox.stopped");
  await panel.close();
  await page.close();
});

const FRAMES = (inner: string): string =>
  `<!doctype html><title>Orders</title><h1>Orders</h1><p>Please fill this in.</p><iframe src="${inner}" width="600" height="300"></iframe><div id="host"></div>
  <script>document.getElementById("host").attachShadow({ mode: "open" }).innerHTML = '<iframe srcdoc="<button onclick=&quot;this.textContent=&apos;Extras are in&apos;&quot;>Add extras</button>" width="300" height="80"></iframe>';</script>`;
const INNER = `<!doctype html><title>Inner</title><h2>Delivery</h2><label>Town <input name="town"></label><button onclick="document.getElementById('said').textContent = 'Sent to ' + document.querySelector('input').value">Send order</button><p id="said"></p>`;

test("a page with frames of other origins and in shadow trees", async () => {
  let where = "";
  const site = await sites(Site.pages({ "/": () => ({ body: FRAMES(where) }), "/inner": INNER }));
  where = site.elsewhere("/inner");
  const page = await firefox.open(site.url());
  const panel = await firefox.panel(await page.tabId());
  await say(panel, 'Enter "Bergen" into Town, then click "Send order", then click "Add extras"');
  await panel.shows(/Completed|Done, not verified/i, 60_000);
  await panel.picture("firefox.frames");
  assert.equal(
    await page.run(
      "return document.getElementById('host').shadowRoot.querySelector('iframe').contentDocument.body.innerText",
    ),
    "Extras are in",
  );
  await panel.close();
  await page.close();
});

test("without access to websites the panel says so, and one press gets it", async () => {
  const site = await sites(Site.of("form"));
  const page = await firefox.open(site.url());
  const tabId = await page.tabId();
  await firefox.revoke();
  const panel = await firefox.panel(tabId);
  await panel.shows(/may not access websites/);
  await panel.picture("firefox.no-access");
  await panel.press("//button[contains(., 'Allow access')]");
  await panel.shows(/^(?![\s\S]*may not access)[\s\S]*What should be done here/);
  await say(panel, 'Enter "Ines" into First name');
  await panel.shows(/Completed|Done, not verified/i, 60_000);
  assert.equal(await page.run("return document.querySelector('input').value"), "Ines");
  await panel.close();
  await page.close();
});
