import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, afterEach, before, beforeEach, test } from "node:test";
import type { WatchSaid, WatchState, WatchTold } from "@screen-agent/api";
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type WebSocketRoute,
} from "playwright-core";
import { hashOf, placeOf } from "../src/place.ts";
import { keyInput, placeIn, wheelInput } from "../src/watch-keys.ts";
import { CONVERSATION } from "./kept.ts";
import { FakeServer, PASSWORD, task } from "./server.ts";
import { TRACE, UNDER_WAY } from "./traced.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser: Browser;
let server: FakeServer;
const pages: Page[] = [];
const errors: string[] = [];

before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
});
after(() => browser.close());

beforeEach(async () => {
  server = new FakeServer();
  await server.start();
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
  server.close();
  assert.deepEqual(errors.splice(0), []);
});

async function open(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  pages.push(page);
  page.on("pageerror", (error) => errors.push(error.message));
  // What the policy of the server forbids is told here alone.
  page.on("console", (said) => said.text().includes("Content Security Policy") && errors.push(said.text()));
  await page.goto(server.url);
  return page;
}

async function signIn(page: Page, password = PASSWORD): Promise<void> {
  await page.getByLabel("E-mail").fill("ada@example.org");
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
}

async function board(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await open(options);
  await signIn(page);
  await page.locator(".step").first().waitFor();
  return page;
}

/** Everything that axe finds, and whether the page is wider than the window. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const axe = (
      globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
    ).axe;
    const { violations } = await axe.run();
    const wide = document.documentElement.scrollWidth > innerWidth ? ["wider than the window"] : [];
    return [...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`), ...wide];
  });
  return found;
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 420, 320]) {
    test(`nothing is in the way of anybody, ${colorScheme}, ${width} px`, async () => {
      const options = { colorScheme, viewport: { width, height: 800 } };
      assert.deepEqual(await faults(await open(options)), []);
      const page = await board(options);
      for (const fold of await page.locator("summary").all()) await fold.click();
      assert.deepEqual(await faults(page), []);
    });
  }
}

test("a wrong password is told, the right one lets in", async () => {
  const page = await open();
  await signIn(page, "wrong");
  await page.getByRole("alert").filter({ hasText: "E-mail or password is wrong." }).waitFor();
  await signIn(page);
  await page.getByRole("heading", { name: "Shopping" }).waitFor();
});

test("whom the server does not know any more is asked to sign in", async () => {
  const page = await board();
  server.tokens.clear();
  await page.getByText("You were signed out.").waitFor();
  await signIn(page);
  await page.locator(".step").first().waitFor();
});

test("the latest task is shown in full: question, plan, steps, verdicts, cost, picture", async () => {
  const page = await board();
  const first = page.locator(".task").first();
  for (const words of [
    "Which blue?",
    "Plan, 0 of 3 done",
    "Not verified",
    "Verified",
    "Puts step 1 right (alternative selector)",
    "2 model calls",
    "Not judged yet",
  ]) {
    await first.getByText(words).first().waitFor();
  }
  await first.getByRole("button", { name: "Enlarge: the page before step 1" }).click();
  await page.getByRole("dialog", { name: "The page before step 1" }).waitFor();
  await page.keyboard.press("Escape");
  await counts(page.getByRole("dialog"), 0);
});

test("an older task is read when it is unfolded", async () => {
  const page = await board();
  const older = task(1).taskId;
  assert.ok(!server.asked.some((asked) => asked.includes(older)));
  await page.getByRole("button", { name: "Task 1" }).click();
  await page.locator(".task").nth(1).locator(".step").first().waitFor();
});

test("each part of what was asked shows how it stands, and a task that was not seen through says so", async () => {
  const page = await board();
  const [running, ended] = [page.locator(".task").first(), page.locator(".task").nth(1)];
  const parts = (of: Locator): Promise<string[]> =>
    of.getByRole("list", { name: "What was asked for" }).getByRole("listitem").allInnerTexts();
  assert.deepEqual(
    (await parts(running)).map((words) => words.split(/\n+/)),
    [
      ["order the blue one", "Not seen: the basket does not say which colour"],
      ["<b>and a bag</b>", "Still open"],
    ],
  );
  await counts(running.getByText("not verified", { exact: false }).and(page.locator(".standing")), 0);
  await ended.getByRole("button", { name: "Task 1" }).click();
  await ended.getByText("Done, not verified").waitFor();
  await ended.locator(".step").first().waitFor();
  assert.match((await parts(ended))[1] ?? "", /Not done/);
  // Folded and unfolded by keys.
  await ended.getByText("Asked for: 0 of 2 verified").focus();
  await page.keyboard.press("Enter");
  await counts(ended.getByRole("list", { name: "What was asked for" }), 0);
});

test("a task's result leads nowhere that the person did not say", async () => {
  const page = await board();
  await page.getByRole("button", { name: "Task 1" }).click();
  await page.getByText("http://evil.example/login?d=SECRET").waitFor();
  const links = await page
    .locator(".prose a")
    .evaluateAll((all) => all.map((link) => [(link as HTMLAnchorElement).href, link.getAttribute("rel")]));
  assert.deepEqual(links, [["https://shop.example/", "noopener noreferrer"]]);
});

test("words of a page are words and nothing else", async () => {
  const page = await board();
  await page.getByRole("button", { name: "Order the blue one <img src=x onerror=alert(1)>" }).waitFor();
  await counts(page.locator("img:not([src^='blob:'])"), 0);
});

test("a task is stopped once, and shows it", async () => {
  const page = await board();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".task").first().getByText("Stopped").waitFor();
  assert.equal(server.asked.filter((asked) => asked.includes("/stop")).length, 1);
});

test("without a live stream it says so and asks", async () => {
  const page = await board();
  await page.getByText("Delayed").waitFor();
});

test("a conversation is renamed by keys alone", async () => {
  const page = await board();
  await page.getByRole("button", { name: "Rename or archive “Shopping”" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Rename" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await page.getByLabel("Title").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Blue things");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Blue things" }).waitFor();
});

test("the first stop of the keys leads past the conversations", async () => {
  const page = await board();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("Tab");
  await page.getByRole("link", { name: "Skip to the tasks" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "tasks");
});

test("the address holds the conversation", async () => {
  const page = await board();
  await page.getByText("1 archived conversation").click();
  await page.getByRole("button", { name: /^Old things/ }).click();
  await page.getByRole("heading", { name: "Old things" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Shopping" }).waitFor();
});

/** The board at a place. */
async function boardAt(place: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await board(options);
  await page.evaluate((hash) => (location.hash = hash), place);
  return page;
}

const QUESTION = `#/questions/${CONVERSATION.conversation.id}`;

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 320]) {
    for (const [place, sign] of [
      [QUESTION, ".turn.answer"],
      ["#/collections/col_1", ".source"],
      ["#/made/art_1", ".artifact table"],
    ] as const) {
      test(`nothing is in the way of anybody at ${place.split("/")[1]}, ${colorScheme}, ${width} px`, async () => {
        const page = await boardAt(place, { colorScheme, viewport: { width, height: 800 } });
        await page.locator(sign).first().waitFor();
        await page.locator(".thing").first().waitFor();
        assert.deepEqual(await faults(page), []);
      });
    }
  }
}

test("a conversation is found by its words, read with its sources, and saved", async () => {
  const page = await boardAt("#/questions");
  await page.getByPlaceholder("Find by words").fill("cost");
  await page.waitForFunction(() => document.querySelectorAll(".thing").length === 1);
  await page.locator(".thing-open").click();
  const answer = page.getByRole("article", { name: "Answer" });
  for (const words of [
    "12 million euros",
    "1 of 2 sources could not be verified.",
    "Unverified: the source does not say so",
    "Not allowed: sensitive field blocked",
  ])
    await answer.getByText(words).first().waitFor();
  await counts(page.locator("main b, main img, a[href^=javascript]"), 0);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  assert.equal((await saved).suggestedFilename(), "pier.json");
});

test("a conversation is forgotten after a second yes", async () => {
  const page = await boardAt(QUESTION);
  await page.getByRole("button", { name: "Delete What did the pier cost" }).click();
  assert.equal(server.conversations.length, 2);
  await page
    .getByRole("group", { name: /^Delete What/ })
    .getByRole("button", { name: "Delete" })
    .click();
  await page.waitForFunction(() => document.querySelectorAll(".thing").length === 1);
  await page.getByText("Choose a conversation").waitFor();
  assert.equal(server.conversations.length, 1);
});

test("a conversation that is gone is said to be", async () => {
  const page = await boardAt("#/questions/gone");
  await page.getByRole("alert").getByText("No such conversation.").waitFor();
});

test("nobody is told to choose from a list in which there is nothing", async () => {
  let page = await boardAt("#/made");
  await page.getByText("Choose an artifact.").waitFor();
  server.artifacts = [];
  page = await boardAt("#/made");
  await page.getByText("Nothing was made yet.").waitFor();
  await counts(page.getByText("Choose an artifact."), 0);
});

test("a collection leads to what was made of it, and that to a file", async () => {
  const page = await boardAt("#/collections");
  await page
    .getByRole("navigation", { name: "Collections" })
    .getByRole("button", { name: /^Piers/ })
    .click();
  await page.getByText("It asks for a sign-in.").waitFor();
  await page
    .getByRole("region", { name: "Created from it" })
    .getByRole("button", { name: /^Piers compared/ })
    .click();
  await page.getByRole("cell", { name: "12 million euros" }).waitFor();
  assert.match(page.url(), /#\/made\/art_1$/);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByRole("menuitem", { name: "Markdown" }).click();
  assert.equal((await saved).suggestedFilename(), "piers.markdown");
});

test("whom the server does not know any more is asked to sign in, wherever they are", async () => {
  const page = await boardAt("#/collections");
  await page.locator(".thing").waitFor();
  server.tokens.clear();
  await page.locator(".thing-open").click();
  await page.getByText("You were signed out.").waitFor();
});

test("a place is read from the address, and written as it is read", () => {
  for (const [hash, place] of [
    ["", { section: "tasks", id: null }],
    ["#/59adf5f0-cddb-42dd-a20d-658ac57278fd", { section: "tasks", id: "59adf5f0-cddb-42dd-a20d-658ac57278fd" }],
    ["#/questions", { section: "questions", id: null }],
    ["#/collections/col_1", { section: "collections", id: "col_1" }],
    ["#/made/a%2Fb", { section: "made", id: "a/b" }],
    ["#/constructor/x", { section: "tasks", id: null }],
    ["#/made/%E0%A4%A", { section: "made", id: null }],
  ] as const) {
    assert.deepEqual(placeOf(hash), place, hash);
    assert.deepEqual(placeOf(hashOf(place)), place);
  }
});

async function account(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await board(options);
  await page.getByRole("link", { name: "Account" }).click();
  await page.getByRole("heading", { name: "Account of ada@example.org" }).waitFor();
  return page;
}

test("one's password is changed, and what is wrong with it is said", async () => {
  const page = await account();
  const part = page.getByRole("region", { name: "Password" });
  const fill = async (old: string, again: string): Promise<void> => {
    await part.getByLabel("Current password").fill(old);
    await part.locator("input[name=new]").fill("a quite different one");
    await part.getByLabel("New password, again").fill(again);
    await page.keyboard.press("Enter");
  };
  await fill(PASSWORD, "another");
  await part.getByText("The two new passwords differ").waitFor();
  await fill("nope", "a quite different one");
  await part.getByText("The password is wrong.").waitFor();
  await fill(PASSWORD, "a quite different one");
  await part.getByText("The password is changed.").waitFor();
  assert.equal(await part.getByLabel("Current password").inputValue(), "");
});

/** The field takes the keyboard a moment after it is drawn. */
async function codeHasTheKeyboard(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.getAttribute("autocomplete") === "one-time-code");
}

test("a second factor is set up by keyboard, its codes are shown once, and signing in asks for one", async () => {
  const page = await account();
  const part = page.getByRole("region", { name: "Second factor" });
  await part.getByLabel("Your password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await part.getByRole("img").waitFor();
  await part.getByText("JBSW Y3DP EHPK 3PXP").waitFor();
  await codeHasTheKeyboard(page);
  await page.keyboard.type("111111");
  await page.keyboard.press("Enter");
  await part.getByText("The code is wrong").waitFor();
  await part.getByLabel("Code").fill("666666");
  await page.keyboard.press("Enter");
  await part.getByText("abcd-efgh-ijkl-mno9").waitFor();
  await part.getByRole("button", { name: "I have saved them" }).click();
  await part.getByText("10 recovery codes are left").waitFor();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await signIn(page);
  await page.getByText("Enter the code that your app shows").waitFor();
  await codeHasTheKeyboard(page);
  await page.keyboard.type("666666");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Account of ada@example.org" }).waitFor();
});

test("what is kept is shown with its share, and said when room runs out", async () => {
  const page = await account();
  await page.locator(".share").getByText("300.0 MB of 1.07 GB").first().waitFor();
  const meters = page.getByRole("meter");
  await counts(meters, 2);
  await page.getByText("It is almost full").waitFor();
  await counts(page.getByText("It is full"), 0);
});

/** There are so many, now or soon. */
async function counts(of: Locator, number: number): Promise<void> {
  if (number > 0) await of.nth(number - 1).waitFor({ state: "attached" });
  await of.nth(number).waitFor({ state: "detached" });
}

test("sign-ins are seen by the name of what they are, and ended", async () => {
  const page = await account();
  const part = page.getByRole("region", { name: "Where you are signed in" });
  await part.getByText("Chrome on Linux").waitFor();
  await part.getByRole("button", { name: /^Sign out curl/ }).click();
  await part.getByText("curl was signed out.").waitFor();
  await part.getByText("Chrome on Linux").waitFor();
  // A program that was let in goes by its own name, and says what it may.
  await part.getByText("may read what is kept, and ask for tabs and give orders").waitFor();
  await part.getByRole("button", { name: /^Sign out Pilot for Firefox\// }).waitFor();
  await counts(part.getByRole("listitem"), 2);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the account is without faults in ${colorScheme}, wide and narrow`, async () => {
    for (const width of [1280, 360]) {
      const page = await account({ colorScheme, viewport: { width, height: 800 } });
      assert.deepEqual(await faults(page), [], String(width));
    }
  });
}

async function keys(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await board(options);
  await page.goto(`${server.url}#/keys`);
  await page.getByRole("heading", { name: "Keys", exact: true }).waitFor();
  return page;
}

test("a key is made by keyboard, told once and read aloud, and revoked after a second yes", async () => {
  const page = await keys();
  const list = page.getByRole("region", { name: "Active keys" });
  await list.getByText("Plugin <img").waitFor();
  const made = page.getByRole("group", { name: "The new key" });
  await page.getByLabel("What it is for").fill("Shop");
  await page.keyboard.press("Enter");
  await made.getByText("sb_publishable_Shop").waitFor();
  assert.ok(await made.evaluate((group) => group === document.activeElement));
  await page.getByRole("status").getByText("The key “Shop” is made.").waitFor();
  await counts(list.getByRole("listitem"), 2);
  assert.deepEqual(await faults(page), []);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await counts(page.getByText("sb_publishable_Shop"), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("name")), "name");
  await list.getByRole("button", { name: "Revoke Shop" }).press("Enter");
  const confirm = list.getByRole("group", { name: "Revoke Shop" });
  await confirm.waitFor();
  assert.deepEqual(await faults(page), []);
  await page.keyboard.press("Escape");
  await counts(confirm, 0);
  assert.ok(!server.asked.some((asked) => asked.startsWith("DELETE")));
  await page.locator('[aria-label="Revoke Shop"]:focus').waitFor();
  await page.keyboard.press("Enter");
  await confirm.getByRole("button", { name: "Revoke" }).press("Enter");
  await page.getByRole("status").getByText("The key “Shop” no longer works.").waitFor();
  await counts(list.getByRole("listitem"), 1);
});

test("why there is no key is said, and what was typed stays", async () => {
  const page = await keys();
  const taken = server.keys[0]!.name;
  await page.getByLabel("What it is for").fill(taken);
  await page.getByRole("button", { name: "Make a key" }).click();
  await page.getByRole("status").getByText("There are already 100 keys.").waitFor();
  assert.equal(await page.getByLabel("What it is for").inputValue(), taken);
  server.keys = [];
  await page.reload();
  await page.getByText("There is no key yet.").waitFor();
});

for (const colorScheme of ["light", "dark"] as const)
  for (const width of [1280, 320])
    test(`keys are in nobody's way, ${colorScheme}, ${width} px`, async () => {
      const page = await keys({ colorScheme, viewport: { width, height: 800 } });
      await page.getByText("Plugin <img").waitFor();
      assert.deepEqual(await faults(page), []);
    });

async function log(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await board(options);
  await page.getByRole("link", { name: "Log" }).click();
  await page.locator(".log > li").first().waitFor();
  return page;
}

test("the log is read from its newest row on, by kind and by person", async () => {
  const page = await log();
  await page.getByText("Whole up to row 3").waitFor();
  await counts(page.locator(".log > li"), 2);
  await page.getByRole("button", { name: "Older rows" }).click();
  await page.locator(".log > li").nth(3).waitFor();
  await counts(page.getByRole("button", { name: "Older rows" }), 0);
  await page.locator(".log summary").first().focus();
  await page.keyboard.press("Enter");
  await page.getByText("approval", { exact: true }).waitFor();
  await page.getByLabel("What happened").selectOption({ label: "Wrong password or code" });
  await page.getByText("bob@example.org, ").waitFor();
  await counts(page.locator(".log > li"), 1);
  await page.getByLabel("Who").selectOption({ label: "ada@example.org" });
  await page.getByText("Nothing of this kind is in the log.").waitFor();
});

test("a log that is not whole says which row", async () => {
  server.fault = "row 2 was changed";
  const page = await log();
  assert.match(await page.getByRole("alert").innerText(), /not whole: row 2 was changed/);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the log is without faults in ${colorScheme}, wide and narrow`, async () => {
    for (const width of [1280, 420, 320]) {
      const page = await log({ colorScheme, viewport: { width, height: 800 } });
      await page.locator(".log summary").first().click();
      assert.deepEqual(await faults(page), []);
    }
  });
}

test("knowledge is added, watched while it is read, and removed once that is meant", async () => {
  const page = await board();
  await page.getByRole("link", { name: "Knowledge" }).click();
  const list = page.getByRole("region", { name: "What was added" });
  await list.getByText("The page could not be read: no answer.").waitFor();
  await list.getByText("Handbook <img").waitFor();
  await page.getByRole("combobox", { name: "What" }).selectOption({ label: "A whole site, by its sitemap" });
  await page.getByLabel("Address of the sitemap").fill("https://acme.example/sitemap.xml");
  await page.keyboard.press("Enter");
  await list.getByText("Being read: 3 of 12.").waitFor();
  assert.deepEqual(await faults(page), []);
  await list.getByRole("button", { name: /^Remove Handbook/ }).click();
  assert.ok(!server.asked.some((asked) => asked.startsWith("DELETE")));
  await list.getByRole("button", { name: /^Yes, remove Handbook/ }).click();
  await counts(list.getByText("Handbook <img"), 0);
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 320]) {
    test(`knowledge is in nobody's way, ${colorScheme}, ${width} px`, async () => {
      const page = await board({ colorScheme, viewport: { width, height: 900 } });
      await page.goto(`${server.url}#/knowledge`);
      await page.getByText("Handbook <img").waitFor();
      assert.deepEqual(await faults(page), []);
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/knowledge-${colorScheme}-${width}.png` });
    });
  }
}

test("usage is shown by day, site and model, as plots and as tables", async () => {
  const page = await board();
  await page.getByRole("link", { name: "Usage" }).click();
  await page.getByRole("heading", { name: "Tasks 14" }).waitFor();
  await counts(page.locator(".plot canvas"), 6);
  await page.getByRole("heading", { name: "Cost 0.20" }).waitFor();
  await page.getByRole("heading", { name: "Claims checked 20" }).waitFor();
  await page.getByText("As a table").first().click();
  await page.getByRole("row", { name: "2025-12-10 4 1 0 0" }).waitFor();
  await page.getByRole("combobox", { name: "Site" }).selectOption("mail.example");
  await page.getByRole("heading", { name: "Tasks 9" }).waitFor();
  await page.getByRole("combobox", { name: "Model" }).selectOption("large");
  await page.getByRole("heading", { name: "Calls of models 0" }).waitFor();
  assert.ok(server.asked.some((one) => one.startsWith("GET /api/v1/usage")));
});

test("what is remembered is put right and forgotten", async () => {
  const page = await board();
  await page.getByRole("link", { name: "Memory" }).click();
  await page.getByText("A-17").waitFor();
  await page.getByRole("button", { name: "Correct or forget order number" }).click();
  await page.getByRole("menuitem", { name: "Correct" }).click();
  await page.getByLabel("What it is").fill("A-18");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("A-18").waitFor();
  assert.equal(server.memory.facts[0]?.value, "A-18");
  await page.getByRole("button", { name: /Correct or forget .*Pay now/ }).click();
  await page.getByRole("menuitem", { name: "Forget" }).click();
  await page.getByText("Nothing was learned yet.").waitFor();
});

test("everything of one's own is downloaded, and erased by password", async () => {
  const page = await board();
  await page.getByRole("link", { name: "Account" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download everything" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "screen-agent-data.zip");
  for (const [password, told] of [
    ["wrong", "That is not your password."],
    [PASSWORD, "Everything of yours is erased."],
  ] as const) {
    await page.getByRole("button", { name: "Erase everything …" }).click();
    await page.getByRole("dialog").getByLabel("Your password").fill(password);
    await page.getByRole("button", { name: "Erase everything", exact: true }).click();
    await page.getByText(told).waitFor();
  }
});

test("steps are shown as a filmstrip, with expected and seen side by side", async () => {
  const page = await board();
  const first = page.locator(".task").first();
  await first.getByRole("button", { name: "Filmstrip" }).click();
  await first.getByRole("list", { name: "Filmstrip" }).waitFor();
  await first.getByRole("region", { name: "Expected of step 1" }).waitFor();
  await first.getByRole("region", { name: "Seen after step 1" }).getByText("Not verified").waitFor();
  await first.getByRole("button", { name: "List" }).click();
  await first.getByRole("list", { name: "Steps" }).waitFor();
});

test("tasks are found by their words, and a title does not say the host twice", async () => {
  server.sessions[0]!.title = "shop.example: Shopping";
  const page = await board();
  await page.getByRole("heading", { name: "Shopping", exact: true }).waitFor();
  await page.getByLabel("Find a task").fill("task 1");
  await page.getByRole("list", { name: "Tasks found" }).getByText("Task 1").waitFor();
  await page.getByLabel("Find a task").fill("nothing like it");
  await page.getByText("No task has these words.").waitFor();
});

test("requests are shown in debug mode alone", async () => {
  const page = await board();
  await page.getByRole("link", { name: "Debug" }).click();
  await page.getByText("POST /api/agent/interact").waitFor();
  await page.getByRole("button", { name: "2b6a0381" }).click();
  await page.getByRole("button", { name: "Download the task" }).waitFor();
  server.debug = false;
  await page.getByRole("button", { name: "Read again" }).click();
  await page.getByText("Requests are noted only while").waitFor();
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 420, 320]) {
    test(`the newer pages are in nobody's way, ${colorScheme}, ${width} px`, async () => {
      const page = await board({ colorScheme, viewport: { width, height: 800 } });
      for (const [section, shown] of [
        ["Usage", ".plot canvas"],
        ["Memory", ".kept-value"],
        ["Debug", "table"],
        ["Account", "#own-data-title"],
      ] as const) {
        await page.getByRole("link", { name: section }).click();
        await page.locator(shown).first().waitFor();
        for (const fold of await page.locator("summary").all()) await fold.click();
        assert.deepEqual(await faults(page), [], section);
        const pictures = process.env.CONSOLE_PICTURES;
        if (pictures)
          await page.screenshot({ path: `${pictures}/${section}-${colorScheme}-${width}.png`, fullPage: true });
      }
      await page.getByRole("link", { name: "Tasks" }).click();
      await page.locator(".task").first().getByRole("button", { name: "Filmstrip" }).click();
      await page.locator(".frame").first().waitFor();
      assert.deepEqual(await faults(page), [], "filmstrip");
      const pictures = process.env.CONSOLE_PICTURES;
      if (pictures) await page.screenshot({ path: `${pictures}/film-${colorScheme}-${width}.png`, fullPage: true });
    });
  }
}

async function runs(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await board(options);
  await page.getByRole("link", { name: "Runs" }).click();
  await page.getByRole("button", { name: "Order number 1" }).waitFor();
  return page;
}

test("runs are listed by how they stand and by their words", async () => {
  const page = await runs();
  const list = page.getByRole("navigation", { name: "Runs" });
  await counts(list.getByRole("listitem"), 3);
  await page.getByRole("combobox", { name: "How it stands" }).selectOption("queued");
  await counts(list.getByRole("listitem"), 1);
  await page.getByLabel("Find a run").fill("nothing like it");
  await page.getByText("No run is like that.").waitFor();
});

test("a run shows what it came to, part by part, and is tried again", async () => {
  const page = await runs();
  await page.getByRole("button", { name: "Order number 1" }).click();
  assert.equal(new URL(page.url()).hash, `#/runs/${server.runs.all[2]?.id}`);
  const stands = page.getByRole("region", { name: "How it stands" });
  await stands.getByText("The tea is in the basket.").waitFor();
  await stands.getByText("Asked for: 1 of 2 verified").waitFor();
  await page.locator(".step").first().waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await stands.getByText("Queued").waitFor();
});

test("what a run brought is a table with its sources, saved for a spreadsheet and for programs", async () => {
  const page = await runs();
  await page.getByRole("button", { name: "Order number 1" }).click();
  const brought = page.getByRole("region", { name: "What it brought" });
  await brought.getByRole("row", { name: "Green tea, loose [1] 14.5 [1]" }).waitFor();
  await brought.getByText("Missing: no such number (“1.299”)").waitFor();
  await brought.getByRole("heading", { name: "Is it in stock?" }).waitFor();
  await counts(brought.getByText("Unverified"), 1);
  const saved = async (name: string): Promise<string> => {
    const download = page.waitForEvent("download");
    await brought.getByRole("button", { name }).click();
    return readFileSync(await (await download).path(), "utf8");
  };
  assert.equal(await saved("Save as CSV"), 'name,price\r\n"Green tea, loose",14.5\r\n"\'=1+1",\r\n');
  const told = JSON.parse(await saved("Save as JSON, with sources")) as { sources: { quote: string }[] };
  assert.equal(told.sources[0]?.quote, "Green tea, loose € 14.50");
});

test("a run's files are shown with whose they are, and saved", async () => {
  const page = await runs();
  await page.getByRole("button", { name: "Order number 1" }).click();
  const files = page.getByRole("region", { name: "Files" });
  await files.getByText("given by a page · 41 kB · application/pdf").waitFor();
  await files.getByText("given to it · 84 B · text/csv").waitFor();
  await page.route(/\/api\/knowledge\/generate-presigned-url/, (route) =>
    route.fulfill({ json: { data: { url: "/api/knowledge/file/linked", expiresAt: "2026-01-01T00:10:00Z" } } }),
  );
  await page.route(/\/api\/knowledge\/file\/linked/, (route) => route.fulfill({ body: "%PDF" }));
  const download = page.waitForEvent("download");
  await files.getByRole("button", { name: "Save bill <b>.pdf" }).click();
  assert.equal(readFileSync(await (await download).path(), "utf8"), "%PDF");
});

test("a new task is given files, which are uploaded first", async () => {
  const page = await runs();
  await page.route(/\/api\/knowledge\/upload-to-s3/, (route) =>
    route.fulfill({
      json: { data: { s3Key: `uploads/${route.request().postData()?.includes("Ada") ? "ada" : "bo"}` } },
    }),
  );
  await page.getByRole("button", { name: "New task" }).click();
  await page.getByLabel("What to do").fill("Upload the files");
  await page.getByLabel("Where to begin").fill("https://jobs.example/");
  await page.getByLabel("Files that it may hand to pages").setInputFiles([
    { name: "ada.txt", mimeType: "text/plain", buffer: Buffer.from("Ada") },
    { name: "bo.txt", mimeType: "text/plain", buffer: Buffer.from("Bo") },
  ]);
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("heading", { name: "Upload the files" }).waitFor();
  const sent = server.asked.findLast((one) => one.startsWith("POST /api/runs ")) ?? "";
  const order = JSON.parse(sent.slice("POST /api/runs ".length)) as { files: unknown };
  assert.deepEqual(order.files, ["uploads/ada", "uploads/bo"]);
});

test("data and answers to be brought are asked for with a new task", async () => {
  const page = await runs();
  await page.getByRole("button", { name: "New task" }).click();
  await page.getByLabel("Questions about the page").fill("What does it cost?\n\n Who made it? ");
  await page.getByLabel("Where to begin").fill("https://tea.example/");
  await page.getByLabel("Data to bring from the page").fill("name, price:number, stock:integer?");
  await page.getByRole("button", { name: "Submit" }).click();
  await counts(page.getByRole("button", { name: "Submit" }), 0);
  const sent = server.asked.find((one) => one.startsWith("POST /api/runs ")) ?? "";
  const order = JSON.parse(sent.slice("POST /api/runs ".length)) as { questions: unknown; outputs: unknown };
  assert.deepEqual(order.questions, ["What does it cost?", "Who made it?"]);
  assert.deepEqual(order.outputs, {
    type: "object",
    properties: { name: { type: "string" }, price: { type: "number" }, stock: { type: "integer" } },
    required: ["name", "price"],
  });
});

test("what a run asks is answered, and a run is cancelled after a second yes", async () => {
  const page = await runs();
  await page.getByRole("button", { name: "Order number 3" }).click();
  await page.getByText("Which of the two?").first().waitFor();
  await page.getByLabel("Your answer").fill("the blue one");
  await page.keyboard.press("Enter");
  const stands = page.getByRole("region", { name: "How it stands" });
  await stands.getByText("Running").waitFor();
  assert.ok(server.asked.some((one) => one.includes("/answer") && one.includes("the blue one")));
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Cancel it" }).click();
  await stands.getByText("Cancelled").waitFor();
});

/** The page of a run that is watched: what it says over its socket, and the worker's side of that, of which the test is the hand. */
async function watchedRun(options: BrowserContextOptions = {}) {
  const page = await runs(options);
  const said: WatchSaid[] = [];
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/api\/runs\/[^/]+\/watch$/, (socket) => {
    sockets.push(socket);
    socket.onMessage((message) => said.push(JSON.parse(String(message)) as WatchSaid));
  });
  // Sockets of a page that was there before are none of the test's.
  await page.reload();
  await page.getByRole("button", { name: "Order number 3" }).click();
  await page.getByRole("button", { name: "Watch live" }).click();
  const live = page.getByRole("region", { name: "The page, live" });
  await live.getByText("Looking for the worker").waitFor();
  const until = async (so: (said: WatchSaid) => boolean): Promise<WatchSaid> => {
    const deadline = Date.now() + 30_000;
    for (;;) {
      const found = said.find(so);
      if (found) return found;
      assert.ok(Date.now() < deadline, `not in time: ${so}, of ${JSON.stringify(said.slice(-5))}`);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  };
  await until((one) => one.type === "next");
  const tell = (state: WatchState, withheld = false): void =>
    sockets.at(-1)?.send(JSON.stringify({ type: "state", state, withheld } satisfies WatchTold));
  const picture = await page.screenshot({ type: "jpeg" });
  const show = (): void => sockets.at(-1)?.send(picture);
  return { page, live, said, sockets, until, tell, show };
}

test("a run is watched, taken over, and handed back by keys alone; what is done on the picture reaches its place", async () => {
  const { page, live, said, until, tell, show } = await watchedRun();
  assert.equal(said[0]?.type, "watch");
  tell("watching");
  show();
  const image = live.locator("img");
  await image.waitFor();
  await page.keyboard.press("a");
  await live.getByRole("button", { name: "Take over" }).press("Enter");
  await until((one) => one.type === "take");
  tell("taken_over");
  await live.getByText("The page is yours").waitFor();
  // The keys are the page's: Tab does not leave it.
  for (const key of ["b", "Tab", "Control+a"]) await page.keyboard.press(key);
  await until((one) => one.type === "input" && one.input.kind === "key" && one.input.held.control);
  const keys = said.flatMap((one) =>
    one.type === "input" && one.input.kind === "key" && one.input.down ? [one.input.key] : [],
  );
  assert.deepEqual(keys, ["b", "Tab", "Control", "a"]);
  await page.setViewportSize({ width: 700, height: 800 });
  const box = await image.boundingBox();
  assert.ok(box);
  await image.dblclick({ position: { x: box.width / 4, y: box.height / 2 } });
  const press = await until((one) => one.type === "input" && one.input.kind === "mouse" && one.input.clicks === 2);
  assert.ok(press.type === "input" && press.input.kind === "mouse");
  assert.ok(Math.abs(press.input.x - 0.25) < 0.01 && Math.abs(press.input.y - 0.5) < 0.01);
  await page.mouse.wheel(0, 120);
  await until((one) => one.type === "input" && one.input.kind === "wheel" && one.input.down === 120);
  await page.keyboard.press("F9");
  await page.keyboard.press("Enter");
  await until((one) => one.type === "hand_back");
  tell("watching");
  await live.getByText("Handed back").waitFor();
});

test("why nothing is shown is said, and a lost socket is opened again", async () => {
  const { live, sockets, tell, show } = await watchedRun();
  tell("watching", true);
  await live.getByText("A kept secret was entered here").waitFor();
  tell("watching");
  show();
  await live.locator("img").waitFor();
  await sockets[0]?.close();
  await live.getByText("Looking for the worker").waitFor();
  await counts(live.getByRole("button", { name: "Take over" }), 0);
  while (sockets.length < 2) await live.page().evaluate(() => new Promise(requestAnimationFrame));
  const message = "This run is shown in another window now.";
  sockets[1]?.send(JSON.stringify({ type: "ended", code: "WATCHED_ELSEWHERE", message } satisfies WatchTold));
  await live.getByText(message).waitFor();
  await live.getByRole("button", { name: "Watch here" }).waitFor();
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 320]) {
    test(`a page that is taken over is in nobody's way, ${colorScheme}, ${width} px`, async () => {
      const options = { colorScheme, viewport: { width, height: 800 } };
      const { page, live, tell, show } = await watchedRun(options);
      tell("taken_over");
      show();
      await live.locator("img").waitFor();
      assert.deepEqual(await faults(page), []);
      const pictures = process.env.CONSOLE_PICTURES;
      if (pictures) await page.screenshot({ path: `${pictures}/watch-${colorScheme}-${width}.png`, fullPage: true });
    });
  }
}

test("keys and turns of a wheel are said as the server takes them", () => {
  const box = { left: 100, top: 50, width: 200, height: 100 };
  assert.deepEqual(placeIn(box, { clientX: 150, clientY: 500 }), { x: 0.25, y: 1 });
  const at = { clientX: 100, clientY: 50, deltaX: 0 };
  const turn = (deltaY: number, deltaMode: number) => wheelInput({ ...at, deltaY, deltaMode }, box);
  assert.deepEqual(turn(3, 1), { kind: "wheel", x: 0, y: 0, right: 0, down: 48 });
  assert.deepEqual(turn(1e9, 0), { kind: "wheel", x: 0, y: 0, right: 0, down: 10_000 });
  const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
  const key = (key: string, more: object = {}, third = false) =>
    keyInput(true, { ...none, key, isComposing: false, getModifierState: () => third, ...more });
  const held = { alt: false, control: false, meta: false, shift: false };
  assert.deepEqual(key("@", { altKey: true, ctrlKey: true }, true), { kind: "key", down: true, key: "@", held });
  // They leave the page, paste, and compose.
  for (const not of [key("F9"), key("v", { ctrlKey: true }), key("x", { isComposing: true }), key("Dead")]) {
    assert.equal(not, null);
  }
});

test("a schedule is added, paused, and removed after a second yes", async () => {
  const page = await runs();
  await page.getByRole("button", { name: "Schedules" }).click();
  await page.getByText("There is no schedule yet.").waitFor();
  await page.getByLabel("What to do each time").fill("Download the report");
  await page.getByLabel("Where to begin").fill("https://tea.example/");
  await page.getByLabel("Time zone").fill("Europe/Berlin");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("tea.example · 0 9 * * MON-FRI · Europe/Berlin").waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "Pause Download the report" }).click();
  await page.getByRole("button", { name: "Resume Download the report" }).waitFor();
  assert.equal(server.schedules.all[0]?.paused, true);
  await page.getByRole("button", { name: "Remove Download the report" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("There is no schedule yet.").waitFor();
});

test("a secret is kept by keyboard alone, shown by name, and removed after a second yes", async () => {
  const page = await runs({ colorScheme: "dark" });
  await page.getByRole("button", { name: "Secrets" }).click();
  await page.getByText("No secret is kept yet.").waitFor();
  await page.getByLabel(/^Name/).focus();
  await page.keyboard.type("shop.password");
  await page.keyboard.press("Tab");
  await page.keyboard.type("blue-kettle-41");
  await page.keyboard.press("Tab");
  await page.keyboard.type("https://shop.example shop2.example");
  await page.keyboard.press("Enter");
  await page.getByText("{{secret:shop.password}}", { exact: true }).waitFor();
  assert.deepEqual(server.secrets.heard, ["blue-kettle-41"]);
  assert.deepEqual(server.secrets.all[0]?.sites, ["https://shop.example", "shop2.example"]);
  assert.ok(!(await page.content()).includes("blue-kettle-41"));
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "Remove shop.password" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("No secret is kept yet.").waitFor();
});

test("a task is submitted with a profile, and a profile is removed after a second yes", async () => {
  const page = await runs();
  await page.getByRole("button", { name: "New task" }).click();
  await page.getByLabel("What to do").fill("Open my orders");
  await page.getByLabel("Where to begin").fill("https://shop.example/");
  await page.getByLabel("Profile", { exact: false }).fill("shop");
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("heading", { name: "Open my orders" }).waitFor();
  const sent = server.asked.findLast((one) => one.startsWith("POST /api/runs ")) ?? "";
  assert.equal((JSON.parse(sent.slice("POST /api/runs ".length)) as { profile: unknown }).profile, "shop");
  await page.getByRole("button", { name: "Profiles" }).click();
  await page.getByText("empty", { exact: true }).waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "Remove shop" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("The profile is removed.", { exact: false }).waitFor();
  await counts(page.getByText("shop", { exact: true }), 0);
});

test("a new task is submitted by keyboard alone, and shown", async () => {
  const page = await runs();
  await page.getByRole("button", { name: "New task" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("What to do").fill("Buy green tea");
  await page.getByLabel("Where to begin").fill("https://tea.example/");
  await page.getByRole("button", { name: "Submit" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Buy green tea" }).waitFor();
  assert.equal(server.runs.all[0]?.url, "https://tea.example/");
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 420, 320]) {
    test(`runs are in nobody's way, ${colorScheme}, ${width} px`, async () => {
      const page = await runs({ colorScheme, viewport: { width, height: 800 } });
      server.secrets.say(
        "PUT /api/secrets/shop.password",
        JSON.stringify({ value: "hunter22", sites: ["https://shop.example"] }),
      );
      for (const [name, shown] of [
        ["Order number 3", "Which of the two?"],
        ["Order number 1", "The tea is in the basket."],
        ["New task", "Your own browser is not touched."],
        ["Secrets", "never entered"],
      ] as const) {
        await page.getByRole("button", { name }).click();
        await page.getByText(shown).first().waitFor();
        assert.deepEqual(await faults(page), [], name);
        const pictures = process.env.CONSOLE_PICTURES;
        if (pictures) await page.screenshot({ path: `${pictures}/run-${name}-${colorScheme}-${width}.png` });
      }
    });
  }
}

async function workflows(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await board(options);
  await page.getByRole("link", { name: "Workflows" }).click();
  await page.getByRole("button", { name: "Change a price" }).click();
  await page.getByRole("heading", { name: "Change a price" }).waitFor();
  return page;
}

test("a workflow is run with what its form gives, and the run is shown", async () => {
  const page = await workflows();
  await page.getByText("Enter ‹price› into Price").waitFor();
  await page.getByRole("textbox", { name: "Article" }).fill("Oolong");
  await page.getByLabel("New price").fill("4");
  await page.getByRole("combobox", { name: "Delivery" }).selectOption("In store");
  await page.getByRole("button", { name: "Run", exact: true }).press("Enter");
  await page.getByRole("heading", { name: "By workflow" }).waitFor();
  const sent = server.asked.find((one) => one.startsWith("POST /api/runs")) ?? "";
  assert.match(sent, /"workflow":\{"id":"01900000-0000-7000-8000-0000000002a0"\}/);
  assert.match(sent, /"inputs":\{"article":"Oolong","price":"4","delivery":"In store"\}/);
});

test("a task that was seen through is kept by keyboard alone, and why it is not is said", async () => {
  server.seenThrough = true;
  const page = await board();
  const ended = page.locator(".task").nth(1);
  await ended.getByRole("button", { name: "Task 1" }).click();
  await ended.getByText("Keep as a workflow").focus();
  await page.keyboard.press("Enter");
  const name = ended.getByLabel("What it is called");
  assert.equal(await name.inputValue(), "Task 1 at https://shop.example/");
  await name.fill(server.workflows.all[0]!.name);
  await name.press("Enter");
  await ended.getByText("Another workflow of yours is called so.").waitFor();
  await name.fill("Order it");
  await name.press("Enter");
  await ended.getByText("Asked for each time: Article (“Green tea”)").waitFor();
  assert.match(server.asked.findLast((one) => one.startsWith("POST /api/workflows/")) ?? "", /"taskId":"e49abedb/);
  await ended.getByRole("link", { name: "Show it" }).click();
  await page.getByRole("heading", { name: "Order it" }).waitFor();
});

test("what is open or was not seen through is nothing to keep", async () => {
  const page = await board();
  await page.locator(".task").nth(1).getByRole("button", { name: "Task 1" }).click();
  await page.locator(".task").nth(1).locator(".step").first().waitFor();
  await counts(page.getByText("Keep as a workflow"), 0);
});

test("a workflow is brought in a file, and what it left out is shown", async () => {
  const page = await workflows();
  await page.getByText("Bring one in a file").click();
  const bring = async (name: string, text: string): Promise<void> => {
    await page.getByLabel(/^File/).setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.getByRole("button", { name: "Bring it" }).click();
  };
  await bring("x.pdf", "x");
  await page.getByText("A workflow ends in .toml").waitFor();
  await bring("x.json", "broken");
  await page.getByText("it is no recording", { exact: false }).waitFor();
  await bring("Book it.json", "{}");
  await page.getByText("step 3 (customStep) is left out").waitFor();
  assert.match(server.asked.findLast((one) => one.startsWith("POST /api/workflows ")) ?? "", /"form":"devtools"/);
  assert.deepEqual(await faults(page), []);
});

const PRICES = {
  name: "new prices.csv",
  mimeType: "text/csv",
  buffer: Buffer.from("article,price\nTea,3\nOolong,4\n"),
};

test("a workflow is run for each row of a table, and what came of each is saved", async () => {
  const page = await workflows();
  const table = page.getByLabel("A table, for a run");
  await table.setInputFiles({ ...PRICES, name: "prices.txt" });
  assert.match(await table.evaluate((field: HTMLInputElement) => field.validationMessage), /no table/);
  await table.setInputFiles(PRICES);
  await page.getByText("2 rows, of article, price.").waitFor();
  await counts(page.getByLabel("New price"), 0);
  await page.getByRole("combobox", { name: "Delivery" }).selectOption("In store");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("heading", { name: /^Rows of new-prices-/ }).waitFor();
  await page.getByText("0 of 2 rows over").waitFor();
  const sent = server.asked.filter((one) => one.startsWith("POST /api/runs "));
  assert.match(sent[1] ?? "", /"inputs":\{"delivery":"In store","article":"Oolong","price":"4"\}/);
  assert.match(sent[1] ?? "", /"batch":\{"id":"new-prices-\w+","row":1\}/);
  assert.deepEqual(await faults(page), []);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save a report" }).click();
  assert.match(
    readFileSync(await (await download).path(), "utf8"),
    /^row,order,outcome,result,at\n1,By workflow,Queued/,
  );
  await page.getByRole("row").nth(1).getByRole("link").click();
  await page.getByRole("link", { name: /^Row 1 of new-prices-/ }).click();
  await page.getByRole("heading", { name: /^Rows of/ }).waitFor();
});

test("a task is submitted for each row, once its words say where a row's values belong", async () => {
  const page = await runs();
  await page.getByRole("button", { name: "New task" }).click();
  const order = page.getByLabel("What to do");
  await order.fill("Set the price of {article} to {sum}");
  await page.getByLabel("Where to begin").fill("https://tea.example/");
  await page.getByLabel("A table, for a run").setInputFiles(PRICES);
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByText("The table has no column {sum}").waitFor();
  await order.fill("Raise the prices");
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByText("the order names none of {article}, {price}").waitFor();
  await order.fill("Set the price of {article} to {price}");
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("heading", { name: /^Rows of new-prices-/ }).waitFor();
  const orders = server.runs.all.slice(0, 2).map(({ instruction }) => instruction);
  assert.deepEqual(orders, ['Set the price of "Oolong" to "4"', 'Set the price of "Tea" to "3"']);
});

test("a workflow is scheduled, changed by hand, and removed after a second yes", async () => {
  const page = await workflows();
  await page.getByRole("textbox", { name: "Article" }).fill("Oolong");
  await page.getByLabel("New price").fill("4");
  await page.getByRole("combobox", { name: "When" }).selectOption("clock");
  await page.getByLabel("Time zone").fill("Europe/Berlin");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.getByText("It now runs on a schedule.").waitFor();
  assert.equal(server.schedules.all[0]?.cron, "0 9 * * MON-FRI");
  await page.getByText("Change the file").click();
  await page.getByRole("textbox", { name: "The file" }).fill("broken");
  await page.getByRole("button", { name: "Keep as version 3" }).click();
  await page.getByText("it begins nowhere").waitFor();
  await page.getByRole("textbox", { name: "The file" }).fill('name = "Change a price"');
  await page.getByRole("button", { name: "Keep as version 3" }).click();
  await page.getByText("3 · Edited").waitFor();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page
    .getByRole("group", { name: /^Remove/ })
    .getByRole("button", { name: "Remove", exact: true })
    .click();
  await page.getByText("Nothing is kept yet.").waitFor();
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 390]) {
    test(`a workflow is in nobody's way, ${colorScheme}, ${width} px`, async () => {
      const page = await workflows({ colorScheme, viewport: { width, height: 800 } });
      await page.getByText("Change the file").click();
      assert.deepEqual(await faults(page), []);
      if (!process.env.PICTURES) return;
      await page.screenshot({ path: `${process.env.PICTURES}/workflow-${colorScheme}-${width}.png`, fullPage: true });
    });
  }
}

async function traces(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await board(options);
  await page.getByRole("link", { name: "Traces" }).click();
  await page.getByRole("button", { name: "A login page" }).waitFor();
  return page;
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 320]) {
    test(`a trace is in nobody's way, ${colorScheme}, ${width} px`, async () => {
      const page = await traces({ colorScheme, viewport: { width, height: 800 } });
      await page.getByRole("button", { name: "A login page" }).click();
      await page.getByRole("heading", { name: "Artifacts" }).waitFor();
      for (const fold of await page.locator("summary").all()) await fold.click();
      assert.deepEqual(await faults(page), []);
      // They are looked at by whoever changes how it looks.
      if (!process.env.PICTURES) return;
      await page.setViewportSize({ width, height: 3_600 });
      await page.screenshot({ path: `${process.env.PICTURES}/trace-${colorScheme}-${width}.png` });
    });
  }
}

test("a trace is shown with its screen, flow, changes, plan and files, and nothing of it is anything but words", async () => {
  const page = await traces();
  await page.getByRole("button", { name: "A login page" }).click();
  await page.getByRole("heading", { name: "Design Generation - loginPage" }).waitFor();
  assert.equal(new URL(page.url()).hash, `#/traces/${TRACE}`);
  const screen = page.getByRole("img", { name: /^The screen loginPage: container, text “Welcome <img/ });
  await screen.getByText("Log in").waitFor();
  await page.getByText("loginPage, 8 components").waitFor();
  const graph = page.getByRole("region", { name: "Graph of loginProcessFlow" });
  assert.equal(await graph.locator("rect").count(), 5);
  await graph.getByText("if it fails").waitFor();
  await graph.focus();
  await page.getByText("The same as a list").click();
  await page.getByRole("listitem").filter({ hasText: "navigate: HomePage" }).first().waitFor();
  await page.locator(".diff .added").filter({ hasText: "+When #onLoginClicked" }).waitFor();
  const plan = page.getByRole("region", { name: "Planned actions" });
  await plan.getByRole("row", { name: "variables upsert --project demo --from-stdin dry run, merge" }).waitFor();
  const events = page.getByRole("region", { name: "Events" }).locator("code");
  assert.deepEqual(await events.allInnerTexts(), ["ready", "meta", "progress", "cli.plan", "done"]);
  await counts(page.locator("main img"), 0);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save a.json" }).click();
  assert.equal((await saved).suggestedFilename(), "a.json");
  // By the place of the object: wherever a link in the data leads, nobody goes there.
  assert.ok(server.asked.includes("GET /storage/v1/object/figma/fig2cg/demo/uui.generate/a.json "));
});

test("a trace that is under way is told as it goes on", async () => {
  const page = await traces();
  await page.getByRole("button", { name: "A shop" }).click();
  await page.getByText("Under way · 1 of 5 components").waitFor();
  assert.equal(new URL(page.url()).hash, `#/traces/${UNDER_WAY}`);
  server.goOn();
  await page.getByRole("heading", { name: "Design Generation - loginPage" }).waitFor();
  await page.locator(".trace-standing").filter({ hasText: "Done" }).waitFor();
});
