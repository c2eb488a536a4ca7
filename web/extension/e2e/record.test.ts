import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Client } from "@screen-agent/api";
import type { Page } from "playwright-core";
import { Desk, type Place, until } from "./kit/desk.ts";
import { Site } from "./kit/site.ts";

const SECRET = "hunter-two-and-more";

/** What the next release of the site looks like: labels stay, ids and order do not, and other fields come between. */
let seed = 0;

function field(label: string, tag: string, id: string): string {
  return `<p><label for=${id}>${label}</label> ${tag.replace(">", ` id=${id}>`)}</p>`;
}

function fields(all: readonly (readonly [label: string, tag: string])[]): string {
  const made = all.map(([label, tag], at) => field(label, tag, `f${seed}x${(at * 7 + seed) % 11}`));
  if (seed === 0) return made.join("");
  return [field("Street", "<input>", "street"), ...made.reverse(), field("Nickname", "<input>", "nick")].join("");
}

const first = (): string => `<title>Record</title><h1>Record</h1><form action=/second>${fields([
  ["City", "<input name=city autocomplete=off>"],
  ["Colour", "<select name=colour><option>Red<option>Green</select>"],
  ["Member", "<input name=member type=checkbox value=yes>"],
  ["Key", "<input type=password>"],
])}<button>Next</button></form><button type=button id=trap>Trap</button><p id=played></p><script>
let played = 0;
setInterval(() => {
  for (const type of ["pointerdown", "mousedown", "mouseup", "click"])
    trap.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true }));
  trap.click();
  document.querySelector("[name=city]").dispatchEvent(new Event("change", { bubbles: true }));
  document.querySelector("#played").textContent = "Played";
}, 50);
</script>`;

const second = (): string => `<title>More</title><h1>More about it</h1>${fields([
  ["Note", "<textarea></textarea>"],
])}<button type=button id=save>Save</button><p role=status id=said></p><script>
const given = new URLSearchParams(location.search);
save.onclick = () => {
  said.textContent = ["Saved", given.get("city"), given.get("colour"), given.get("member"), document.querySelector("textarea").value].join(" ");
};
</script>`;

let desk: Desk;
let site: Site;

before(async () => {
  const html = (body: () => string) => () => ({ body: body() });
  [desk, site] = await Promise.all([Desk.open(), Site.pages({ "/": html(first), "/second": html(second) })]);
});

after(async () => {
  await desk.close();
  site.close();
});

/** Keeps a workflow of one step, the click on "Next". */
async function kept(client: Client, name: string): Promise<string> {
  const origin = new URL(site.url()).origin;
  const text = `name = "${name}"
version = 1
made_by = "ada"
made_on = "2026-11-27"
start = "${origin}/"
sites = ["${origin}"]

[[steps]]
intent = "Click Next"
action = 'click("it")'
page = "/"

[steps.control]
role = "btn"
name = "Next"
tag = "button"
heading = "Record"
`;
  const headers = { authorization: `Bearer ${client.token}`, "content-type": "application/json" };
  const body = JSON.stringify({ text });
  const reply = await fetch(`${desk.server.url}/api/workflows`, { method: "POST", headers, body });
  assert.equal(reply.status, 201, await reply.clone().text());
  const { data } = (await reply.json()) as { data: { id: string } };
  return data.id;
}

/** Waits until the document in the tab notes what is done; a person takes longer than that to look. */
async function notes({ tabId }: Place): Promise<void> {
  const asked = async (): Promise<boolean> => {
    const worker = await desk.browser.worker();
    return worker.evaluate(async (id) => {
      type Scripting = { executeScript: (how: object) => Promise<{ result: unknown }[]> };
      const { scripting } = (globalThis as unknown as { chrome: { scripting: Scripting } }).chrome;
      const func = (): boolean => "record" in ((globalThis as { __screenAgent?: object }).__screenAgent ?? {});
      const found = await scripting.executeScript({ target: { tabId: id }, func });
      return found[0]?.result === true;
    }, tabId);
  };
  await until("the document notes what is done", asked);
  await asked();
}

async function fill(page: Page): Promise<void> {
  await page.getByLabel("City").click();
  await page.keyboard.type("Berm");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("n");
  // The driver's own way to choose plays its events; keys are real.
  await page.getByLabel("Colour").focus();
  await page.keyboard.press("G");
  await page.getByText("Member").click();
}

test("what a person does over two pages is kept, and done again on the next release of the site", async () => {
  const place = await desk.at(site.url());
  const { page, panel } = place;
  await panel.button("Record what I do here").click();
  const banner = panel.page.getByRole("region", { name: "Recording" });
  await banner.getByText("Recording what you do on this tab").waitFor();
  await page.getByText("Played").waitFor();
  await fill(page);
  await banner.getByText("3 steps").waitFor();
  // The browser may suspend the worker at any moment; what is done wakes it.
  await desk.browser.killWorker();
  await page.getByLabel("Key").click();
  await page.keyboard.type(SECRET);
  await page.keyboard.press("Tab");
  await banner.getByText("4 steps").waitFor();
  await panel.picture("record.on");
  await page.getByRole("button", { name: "Next" }).click();
  await page.waitForURL(/second/);
  await banner.getByText("5 steps").waitFor();
  await notes(place);
  await page.getByLabel("Note").click();
  await page.keyboard.type("as agreed");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved Bern").waitFor();
  await banner.getByText("7 steps").waitFor();
  await panel.button("Finish").click();

  const steps = panel.page.getByRole("list", { name: "Steps" }).getByRole("listitem");
  await steps.first().waitFor();
  const words = (await steps.locator(".action").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim());
  assert.deepEqual(words, [
    "Enter “Bern” into “City”",
    "Choose “Green” in “Colour”",
    "Tick “Member”",
    "Enter “•••” into “Key”",
    "Click “Next”",
    "Enter “as agreed” into “Note”",
    "Click “Save”",
  ]);
  await panel.picture("record.done");
  assert.deepEqual(await panel.wide(), []);
  await panel.page.setViewportSize({ width: 320, height: 760 });
  await panel.picture("record.done.narrow");
  assert.deepEqual(await panel.wide(), []);
  await panel.page.setViewportSize({ width: 420, height: 760 });
  // What needs a secret is for a worker; this is to be run here.
  await panel.button("Leave step 4 out").click();
  await until("it is left out", async () => (await steps.count()) === 6);
  await steps.first().getByLabel("Ask for this each time").check();
  await panel.page.getByLabel("What it is called").fill("Change a record");
  await panel.button("Keep").click();
  await banner.getByText("Kept as").waitFor();
  await panel.button("Close").click();

  assert.deepEqual(desk.server.holding(SECRET), [], "no file of the server holds it");
  assert.ok(!(await desk.browser.kept()).includes(SECRET), "nor does the extension");
  const client = await desk.server.client();
  const [kept] = await client.workflows();
  assert.deepEqual(
    kept?.parameters.map(({ name, type, example }) => [name, type, example]),
    [["city", "text", "Bern"]],
  );
  assert.deepEqual(kept?.sites, [new URL(site.url()).origin]);

  seed = 3;
  await page.goto(site.url());
  await panel.approvesAll();
  await panel.page.locator("summary").filter({ hasText: "Change a record" }).click();
  await panel.page.getByLabel("City").fill("Rome");
  await panel.picture("record.offered");
  await panel.button("Run").click();
  await panel.stands("Done", 60_000);
  assert.equal(await page.locator("#said").innerText(), "Saved Rome Green yes as agreed");
  await desk.leave(place);
});

test("a secret is asked for by name, paused is not recorded, and a closed tab ends it", async () => {
  seed = 0;
  const place = await desk.at(site.url());
  const { page, panel } = place;
  await panel.button("More").click();
  await panel.page.getByRole("menuitem", { name: "Record" }).click();
  const banner = panel.page.getByRole("region", { name: "Recording" });
  await banner.getByText("Recording what you do on this tab").waitFor();
  await page.getByLabel("Key").click();
  await page.keyboard.type(SECRET);
  // What is still being typed counts.
  await panel.button("Pause").click();
  await banner.getByText("1 step").waitFor();
  await page.getByText("Member").click();
  await panel.button("Go on").click();
  await banner.getByText("Recording what you do on this tab").waitFor();
  await page.getByText("Member").click();
  await banner.getByText("2 steps").waitFor();
  await page.close();
  await panel.page.getByText("The tab was closed.").waitFor();
  await panel.picture("record.closed");
  await panel.page.getByLabel("What it is called").fill("With a key");
  await panel.button("Keep").click();
  await banner.getByText("Kept as").waitFor();
  const client = await desk.server.client();
  const kept = (await client.workflows()).find(({ name }) => name === "With a key");
  assert.deepEqual(
    kept?.parameters.map(({ name, type }) => [name, type]),
    [["key", "secret"]],
  );
  assert.deepEqual(kept?.steps, ['Enter ‹Key› into "Key"', 'Untick "Member"']);
  assert.deepEqual(desk.server.holding(SECRET), []);
  assert.ok(!(await desk.browser.kept()).includes(SECRET));
  await panel.button("Close").click();
  await banner.waitFor({ state: "detached" });
  await panel.page.close();
});

test("a step is corrected by pointing at the right control, and the page does not hear of it", async () => {
  seed = 0;
  const place = await desk.at(site.url());
  const { page, panel } = place;
  const client = await desk.server.client();
  const id = await kept(client, "Go on");
  await panel.page.reload();
  await panel.page.locator("summary").filter({ hasText: "Go on" }).click();
  await panel.button("Point at the right control for step 1").click();
  const banner = panel.page.getByRole("region", { name: "Correcting a step" });
  await banner.getByText("Click on the right control for step 1").waitFor();
  await panel.picture("point.on");
  await page.getByText("Played").waitFor();
  const again = panel.page.waitForResponse((response) => response.url().includes("/api/workflows?"));
  await page.getByRole("button", { name: "Trap" }).click();
  await banner.getByText("as a new version").waitFor();
  await banner.getByText('is "Trap"').waitFor();
  await panel.picture("point.done");
  assert.equal(new URL(page.url()).pathname, "/");
  const next = await client.workflow(id);
  assert.deepEqual([next.version, next.versions[0]?.cause], [2, "edited"]);
  await again;
  await panel.button("Close").click();
  // A control that is worked otherwise cannot take its place.
  await panel.button("Point at the right control for step 1").click();
  await banner.getByText("Click on the right control").waitFor();
  await page.getByLabel("City").click();
  await panel.page.getByText("worked otherwise").waitFor();
  assert.equal((await client.workflow(id)).version, next.version);
  await desk.leave(place);
});
