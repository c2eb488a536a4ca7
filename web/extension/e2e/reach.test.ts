import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Desk } from "./kit/desk.ts";
import { Site } from "./kit/site.ts";

/** Where the agent reaches, and where it does not. */
let desk: Desk;
let site: Site;

before(async () => {
  [desk, site] = await Promise.all([Desk.open(), Site.of("form")]);
});

after(async () => {
  await desk.close();
  site.close();
});

test("a page within a page of another site is worked on", async () => {
  const within = await Site.pages({
    "/": (url) => ({
      body: `<title>Outside</title><h1>Outside</h1><iframe title=Payment width=400 height=200 src="http://localhost:${url.searchParams.get("port")}/card"></iframe>`,
    }),
    "/card":
      "<title>Inside</title><label>Holder <input id=holder></label><button onclick='said.textContent = \"Kept for \" + holder.value'>Keep</button><p role=status id=said></p>",
  });
  const port = new URL(within.elsewhere()).port;
  const place = await desk.at(within.url(`/?port=${port}`));
  await place.panel.say('Enter "Ada" into Holder, then click Keep');
  await place.panel.approvesAll();
  await place.panel.stands("Done");
  assert.equal(await place.page.frameLocator("iframe").locator("#said").innerText(), "Kept for Ada");
  await desk.leave(place);
  within.close();
});

test("a link that opens another tab is followed, and the task goes on there", async () => {
  const pages = await Site.pages({
    "/": "<title>Guide</title><h1>Guide</h1><a href=/seats target=_blank rel=noopener>Seats</a>",
    "/seats":
      '<title>Seats</title><h1>Seats</h1><label>Row <input id=row></label><button onclick=\'said.textContent = "Row " + row.value + " is free"\'>Look</button><p role=status id=said></p>',
  });
  const place = await desk.at(pages.url());
  const opening = desk.browser.context.waitForEvent("page");
  await place.panel.say('Click Seats, then enter "7" into Row and click Look');
  const other = await opening;
  await place.panel.stands("Done");
  assert.match(other.url(), /\/seats$/);
  assert.equal(await other.locator("#said").innerText(), "Row 7 is free");
  await place.panel.page.getByRole("article", { name: "You" }).getByText("Click Seats").waitFor();
  await place.panel.picture("another-tab");
  await other.close();
  await desk.leave(place);
  pages.close();
});

test("a page of the browser's own cannot be worked on, and the panel says so", async () => {
  const place = await desk.at("chrome://version");
  await place.panel.page.getByText("The browser keeps extensions away from this page").waitFor();
  await place.panel.picture("restricted");
  await place.panel.say('Enter "Ada" into First name');
  await place.panel.stands("Failed");
  await place.panel.page.getByText("Nothing was changed on the page.").waitFor();
  await place.panel.picture("restricted.asked");
  assert.equal(await place.panel.page.locator(".turn.step").count(), 0);
  await desk.leave(place);
});

test("with input by the browser itself a form is filled in, and a dialog of the page is answered", async () => {
  const settled = await desk.at(site.url());
  const sheet = await settled.panel.more("Settings");
  // The choice stands once the worker has kept it.
  const choice = sheet.getByRole("radio", { name: /As a real mouse and keyboard/ });
  await choice.click();
  await choice.and(sheet.locator(":checked")).waitFor();
  await settled.panel.picture("settings");
  await settled.panel.page.keyboard.press("Escape");
  await settled.panel.say(
    'Enter "Ines" into First name, "Calder" into Last name and "ines@perihelion.example" into E-mail address, choose Switzerland in Country, then click Register',
  );
  await settled.panel.stands("Done");
  assert.match(settled.page.url(), /thanks\.html$/);
  await desk.leave(settled);

  const real = await Site.pages({
    "/": `<title>Notes</title><h1>Notes</h1><label>Title <input id=title oninput="real.textContent = event.isTrusted ? 'typed by hand' : 'typed by script'"></label>
      <button onclick="said.textContent = confirm('Throw it away?') ? 'Thrown away' : 'Kept'">Empty the bin</button><p role=status id=said></p><p id=real></p>`,
  });
  const place = await desk.at(real.url());
  // Whoever drives this browser would answer dialogs at once.
  place.page.on("dialog", () => undefined);
  await place.panel.approvesAll();
  await place.panel.say('Enter "Seeds" into Title, click Empty the bin and accept the dialog');
  await place.panel.stands("Done");
  assert.equal(await place.page.locator("#said").innerText(), "Thrown away");
  assert.equal(await place.page.locator("#real").innerText(), "typed by hand");
  await place.panel.picture("trusted");
  await desk.leave(place);
  real.close();
});
