/** Asking about pages and collecting them, as a person does it: in the panel, beside the page. */
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Document } from "@screen-agent/api/packet";
import type { Page } from "playwright-core";
import { Asking } from "./kit/asking.ts";
import { Desk, type Place, until } from "./kit/desk.ts";
import type { Says, Told } from "./kit/model.ts";
import { documentWith, handleOf, packetOf, paragraph, replies, table } from "./kit/packet.ts";
import { Site } from "./kit/site.ts";

let desk: Desk;
let site: Site;
const places: Place[] = [];

/** While set, the model keeps its answers to itself. */
let held: Promise<void> | null = null;

const PRICE = "the pier cost 12 million euros";
const SHIPS = "ships come again from everywhere";

type Links = Document & { content: Extract<Document["content"], { doc_type: "web.links.v1" }> };
const isLinks = (document: Document): document is Links => document.content.doc_type === "web.links.v1";

function answer(told: Told): Says {
  if (/Which pages did I select/.test(told.user)) {
    const links = packetOf(told).context.documents.find(isLinks);
    if (links) return replies(told, [paragraph(`You selected ${links.content.urls.length} pages.`)]);
    return replies(told, [paragraph("I look at them.")], {
      tool_calls: [{ name: "browser.get_selection_links", arguments: { maxLinks: 10 } }],
    });
  }
  const priced = documentWith(told, "12 million");
  if (priced)
    return replies(told, [paragraph("It cost 12 million euros.")], {
      citations: [{ doc_id: priced.doc_id, quote: PRICE }],
    });
  if (/"cancelled"|POLICY_DENIED/.test(told.user)) return replies(told, [paragraph("Then I cannot tell.")]);
  return replies(told, [paragraph("The price stands elsewhere.")], {
    tool_calls: [{ name: "browser.click", arguments: { handleId: handleOf(told, "What it cost") } }],
  });
}

function summarize(told: Told): Says {
  const doc_id = documentWith(told, SHIPS)?.doc_id ?? "none";
  const citations = [
    { doc_id, quote: SHIPS },
    { doc_id, quote: "the pier is made of chocolate" },
  ];
  return replies(told, [paragraph("There is a new pier, and ships come again.")], { citations });
}

function compare(told: Told): Says {
  const [old, fresh] = ["opened in 1931", "12 million"].map((words) => documentWith(told, words)?.doc_id ?? "none");
  const rows = [
    ["What", "Old pier", "New pier"],
    ["Opened", "1931", "Unknown"],
    ["Cost", "Unknown", "12 million euros"],
  ];
  return replies(told, [table(rows)], {
    citations: [
      { doc_id: old, quote: "It was opened in 1931" },
      { doc_id: fresh, quote: PRICE },
    ],
  });
}

before(async () => {
  const filler =
    "<p>Nobody had thought so when it was begun, and many had said that it would never be done; nobody says so now.</p>";
  site = await Site.pages({
    "/": `<title>Pier</title><main><h1>The new pier</h1><p>It was opened in spring, and ${SHIPS}.</p>${filler}<p><a href=/price>What it cost</a></p></main>`,
    "/price": `<title>Price</title><main><h1>Its price</h1><p>All in all ${PRICE}.</p>${filler}</main>`,
    "/links": `<title>Links</title><main><h1>Where to read on</h1>${filler}<ul><li><a href=/price>What it cost</a><li><a href=/old>The old pier</a></ul><p><a href=/>The new pier</a></p></main>`,
    "/old": `<title>The old pier</title><main><h1>The old pier</h1><p>It was opened in 1931. It stays until autumn.</p>${filler}</main>`,
  });
  desk = await Desk.open({
    script: {
      answer: async (told) => {
        await held;
        return answer(told);
      },
      summarize,
      transform: compare,
    },
  });
});

afterEach(async () => {
  held = null;
  for (const place of places.splice(0)) await desk.leave(place);
});

after(async () => {
  await desk.close();
  site.close();
});

/** A page and the panel beside it, turned to questions. */
async function at(path: string): Promise<Place & { asking: Asking }> {
  const place = await desk.at(site.url(path));
  places.push(place);
  const asking = new Asking(place.panel.page);
  await asking.begin();
  return { ...place, asking };
}

const outlined = (page: Page): Promise<number> => page.locator("[popover=manual]").count();

test("a page is summarized, and a source that is pointed at is outlined on the page", async () => {
  const { page, panel, asking } = await at("/");
  await panel.button("Summarize").click();
  await asking.answer("There is a new pier").waitFor();
  await panel.page.getByText("Unverified: the source does not say so").waitFor();
  await panel.page.getByText("1 of 2 sources could not be verified.").waitFor();
  await asking.source(SHIPS).hover();
  await until("the place is outlined", async () => (await outlined(page)) === 1);
  await panel.picture("ask-summary");
  await asking.field.hover();
  await until("the outline goes", async () => (await outlined(page)) === 0);
  await asking.source(SHIPS).focus();
  await until("the keyboard shows it as well", async () => (await outlined(page)) === 1);
  await panel.page.keyboard.press("Escape");
  await until("Escape lets go", async () => (await outlined(page)) === 0);
  await asking.source("chocolate").click();
  await panel.page.getByText("This place cannot be shown on the page").waitFor();
  assert.deepEqual(await panel.wide(), []);
});

test("a click is proposed, allowed in the panel, done on the page, and the answer is cited", async () => {
  const { page, panel, asking } = await at("/");
  await asking.ask("What did the pier cost?");
  await asking.approval.waitFor();
  const card = await asking.approval.innerText();
  assert.ok(card.includes("What it cost") && card.includes(new URL(site.url()).origin), card);
  await panel.button("Allow").and(panel.page.locator(":enabled")).waitFor();
  await panel.picture("ask-approval");
  for (const key of ["Enter", "Space"]) await panel.page.keyboard.press(key);
  assert.match(page.url(), /\/$/, "no key says yes");
  await panel.button("Allow").click();
  await asking.answer("It cost 12 million euros.").waitFor();
  assert.match(page.url(), /\/price$/);
  assert.equal(await asking.source(PRICE).getByText("Unverified").count(), 0);
  await panel.page.locator(".tool").getByText("Done").waitFor();
  await asking.source(PRICE).click();
  await until("the place is outlined", async () => (await outlined(page)) === 1);
});

test("a no is shown, and the answer does without", async () => {
  const { page, panel, asking } = await at("/");
  await asking.ask("What did the pier cost?");
  await panel.button("Deny").click();
  await asking.answer("Then I cannot tell.").waitFor();
  await panel.page.locator(".tool").getByText("Not done").waitFor();
  assert.match(page.url(), /\/$/);
});

test("two tabs and a note are collected, compared, and asked about", async () => {
  const { page, panel, asking } = await at("/price");
  const sheet = await asking.collections();
  await sheet.getByLabel("New collection").fill("Piers");
  await sheet.getByRole("button", { name: "Create" }).click();
  await sheet.getByRole("heading", { name: "Piers" }).waitFor();
  await sheet.getByRole("button", { name: "This tab" }).click();
  await sheet.locator(".source").filter({ hasText: "Price" }).getByText("Captured").waitFor();
  await page.goto(site.url("/old"));
  await sheet.getByRole("button", { name: "This tab" }).click();
  await sheet.locator(".source").filter({ hasText: "The old pier" }).getByText("Captured").waitFor();
  await sheet.getByRole("button", { name: "Note", exact: true }).click();
  await sheet.getByLabel("Note", { exact: true }).fill("The mayor wants to keep both.");
  await sheet.getByRole("button", { name: "Add note" }).click();
  await sheet.locator(".source").filter({ hasText: "Kept" }).waitFor();
  await panel.picture("collection");
  await sheet.getByRole("button", { name: "Comparison", exact: true }).click();
  const made = sheet.locator(".made");
  await made.filter({ hasNotText: /Queued|Being/ }).waitFor();
  assert.equal(await made.innerText(), "Ready");
  await sheet.getByRole("region", { name: "Created from it" }).locator(".thing-open").click();
  await sheet.getByRole("cell", { name: "12 million euros" }).waitFor();
  const sources = sheet.getByRole("group", { name: "Sources" });
  await sources.getByText("It was opened in 1931").waitFor();
  assert.equal(await sources.getByText("Unverified").count(), 0);
  await panel.picture("comparison");
  const saved = panel.page.waitForEvent("download");
  await sheet.getByRole("button", { name: "Download" }).click();
  await sheet.getByRole("menuitem", { name: /CSV/ }).click();
  assert.match((await saved).suggestedFilename(), /\.csv$/);
  await sheet.getByRole("button", { name: "Back to the collection" }).click();
  await sheet.getByRole("button", { name: "Ask about it" }).click();
  await asking.ask("What did the new one cost?");
  await asking.answer("It cost 12 million euros.").waitFor();
  const about = desk.model?.told.at(-1);
  assert.ok(about && documentWith(about, "The mayor wants to keep both."), "the note is among the documents");
});

test("links and addresses are looked over, added, and captured by the server; what it may not fetch is told", async () => {
  const { page, asking } = await at("/");
  const sheet = await asking.collections();
  await sheet.getByLabel("New collection").fill("Links");
  await sheet.getByRole("button", { name: "Create" }).click();
  await sheet.getByRole("heading", { name: "Links" }).waitFor();
  await page.evaluate(() => getSelection()?.selectAllChildren(document.body));
  await sheet.getByRole("button", { name: "Selected links" }).click();
  await sheet.getByRole("checkbox", { name: site.url("/price") }).waitFor();
  await sheet.getByRole("button", { name: "Add 1 link" }).click();
  const linked = sheet.locator(".source").filter({ hasText: "/price" });
  // The page stands on this very machine, which the server fetches nothing from.
  await linked.locator(".verdict.bad").waitFor();
  await linked.getByRole("button", { name: /^Try again/ }).waitFor();
  await sheet.getByRole("button", { name: "Addresses" }).click();
  await sheet.getByLabel("Addresses, one in each line").fill(`${site.url("/old")}\nno address`);
  await sheet.getByRole("button", { name: "Add page" }).click();
  await sheet.locator(".source").filter({ hasText: "/old" }).locator(".verdict.bad").waitFor();
});

test("a model asks for the links that the person has selected, and reads those alone", async () => {
  const { page, panel, asking } = await at("/links");
  await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector("ul") ?? document.body));
  await asking.ask("Which pages did I select?");
  await asking.answer("You selected 2 pages.").waitFor();
  const links = desk.model?.told.flatMap((told) => packetOf(told).context.documents).filter(isLinks) ?? [];
  assert.deepEqual(
    links.map(({ content }) => [...content.urls]),
    [[site.url("/price"), site.url("/old")]],
  );
  await panel.page.locator(".tool").getByText("Read the selected links").waitFor();
  assert.equal(await asking.approval.count(), 0, "what only reads is not asked about");
});

test("a worker that is killed while the model thinks goes on to the answer", async () => {
  const { panel, asking } = await at("/price");
  let go = (): void => undefined;
  held = new Promise((resolve) => (go = resolve));
  const before = desk.model?.told.length ?? 0;
  await asking.ask("What did the pier cost?");
  await until("the model is asked", () => (desk.model?.told.length ?? 0) > before);
  await panel.button("Stop").waitFor();
  const worker = await desk.browser.worker();
  await worker.evaluate(() => Object.assign(globalThis, { mark: true }));
  await desk.browser.killWorker();
  assert.equal(await worker.evaluate(() => "mark" in globalThis), false, "what it held is gone");
  go();
  await asking.answer("It cost 12 million euros.").waitFor({ timeout: 40_000 });
});

test("Stop stops, and another question may be asked", async () => {
  const { panel, asking } = await at("/price");
  let go = (): void => undefined;
  held = new Promise((resolve) => (go = resolve));
  await asking.ask("What did the pier cost?");
  // Escape asks about what is under way, which shows a moment after.
  await panel.page.getByRole("button", { name: "Stop", exact: true }).waitFor();
  await panel.page.keyboard.press("Escape");
  await panel.page.getByRole("dialog", { name: "Stop answering?" }).waitFor();
  await panel.page.keyboard.press("Enter");
  await asking.field.waitFor();
  go();
  held = null;
  await asking.ask("And now?");
  await asking.answer("It cost 12 million euros.").waitFor();
});

test("a conversation is found again, read, gone on with, and forgotten", async () => {
  const { panel, asking } = await at("/price");
  await asking.ask("How dear was the pier, all in all?");
  await asking.answer("It cost 12 million euros.").waitFor();
  await panel.button("New conversation").click();
  await asking.answer("It cost").waitFor({ state: "detached" });
  await panel.button("Conversations").click();
  const sheet = panel.page.getByRole("dialog", { name: "Conversations" });
  await sheet.getByPlaceholder("Find by words").fill("dear");
  const found = sheet.locator(".thing").filter({ hasText: "How dear was the pier" });
  await found.waitFor();
  await until("the others are left out", async () => (await sheet.locator(".thing").count()) === 1);
  await found.locator(".thing-open").click();
  await sheet.getByText("It cost 12 million euros.").waitFor();
  await sheet.getByRole("button", { name: "Continue in this tab" }).click();
  await asking.answer("It cost 12 million euros.").waitFor();
  await asking.ask("Are you sure?");
  await until(
    "it was answered in the same conversation",
    async () => (await panel.page.getByRole("article", { name: "Answer" }).count()) === 2,
  );
  const told = desk.model?.told.at(-1);
  assert.ok(told && packetOf(told).conversation.turn > 1);
  await panel.button("Conversations").click();
  await sheet.getByRole("button", { name: /^Delete How dear/ }).click();
  await sheet
    .getByRole("group", { name: /^Delete How dear/ })
    .getByRole("button", { name: "Delete" })
    .click();
  await found.waitFor({ state: "detached" });
});

test("without a model the page is quoted, and it is said that no model was asked", async () => {
  const bare = await Desk.open();
  try {
    const { panel } = await bare.at(site.url());
    const asking = new Asking(panel.page);
    await asking.begin();
    await panel.page.getByText("answers are quoted from the page").waitFor();
    await panel.picture("ask-no-model");
    await panel.button("Summarize").click();
    await asking.answer("no model was asked").waitFor();
    await panel.picture("ask-quoted");
    const sheet = await asking.collections();
    await sheet.getByLabel("New collection").fill("Piers");
    await sheet.getByRole("button", { name: "Create" }).click();
    await sheet.getByRole("button", { name: "This tab" }).click();
    await sheet.locator(".source").getByText("Captured").waitFor();
    await sheet.getByText("questions are answered by quoting the sources").waitFor();
    await panel.picture("collection-no-model");
  } finally {
    await bare.close();
  }
});
