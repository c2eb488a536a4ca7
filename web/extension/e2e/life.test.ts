import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Desk, until } from "./kit/desk.ts";
import { Site } from "./kit/site.ts";

/** A shop in which each page leads on. */
let desk: Desk;
let site: Site;

beforeEach(async () => {
  [desk, site] = await Promise.all([Desk.open(), Site.of("bookshop")]);
});

afterEach(async () => {
  await desk.close();
  site.close();
});

const WORDS =
  'Search for "sea" and open the cheapest book. Set the quantity to 2, choose "Collect in store", tick "Gift wrap" and press "Add to basket". Then open the basket, enter the discount code "HARBOUR10", press Apply, and tell me the total.';

test("a task goes through several pages to its answer", async () => {
  const { panel } = await desk.at(site.url());
  await panel.say(WORDS);
  await panel.stands("Running");
  await panel.page.locator(".turn.step").nth(1).waitFor();
  await panel.picture("running");
  await panel.stands("Done", 60_000);
  await panel.outcome.getByText("£18.81").waitFor();
  await panel.picture("completed");
});

test("a worker that is killed in mid-task takes the task up again", async () => {
  const { panel } = await desk.at(site.url());
  await panel.say(WORDS);
  for (const done of [0, 2, 5]) {
    await panel.page.locator(".turn.step").nth(done).waitFor();
    const worker = await desk.browser.worker();
    await worker.evaluate(() => Object.assign(globalThis, { mark: true }));
    await desk.browser.killWorker();
    assert.equal(await worker.evaluate(() => "mark" in globalThis), false, "what it held is gone");
  }
  await panel.stands("Done", 90_000);
  await panel.outcome.getByText("£18.81").waitFor();
});

test("a server that is started again in mid-task goes on with it", async () => {
  const { panel } = await desk.at(site.url());
  await panel.say(WORDS);
  await panel.page.locator(".turn.step").nth(2).waitFor();
  await desk.server.down("SIGKILL");
  await panel.page
    .getByText(/cannot be reached|Reconnecting/i)
    .first()
    .waitFor();
  await panel.picture("unreachable");
  await desk.server.up();
  await panel.stands("Done", 90_000);
  await panel.outcome.getByText("£18.81").waitFor();
});

test("Stop stops, here and at the server", async () => {
  const { page, panel } = await desk.at(site.url());
  await panel.say(WORDS);
  await panel.page.locator(".turn.step").nth(1).waitFor();
  await panel.button(/^Stop/).click();
  await panel.stands("Stopped");
  await panel.picture("stopped");
  const client = await desk.server.client();
  const { sessions } = await client.sessions();
  const session = sessions[0];
  assert.ok(session);
  const { tasks } = await client.tasks(session.sessionId);
  assert.deepEqual(
    tasks.map((task) => task.status),
    ["interrupted"],
  );
  const url = page.url();
  const steps = tasks[0]?.stepCount;
  await panel.page.waitForTimeout(1500);
  assert.equal(page.url(), url);
  assert.equal((await client.tasks(session.sessionId)).tasks[0]?.stepCount, steps);
});

test("a token that was revoked signs out, says so, and the task goes on after signing in", async () => {
  const { panel } = await desk.at(site.url());
  await panel.say(WORDS);
  await panel.page.locator(".turn.step").nth(1).waitFor();
  desk.server.addPerson("ada@example.org", "correct horse battery");
  await panel.page.getByRole("button", { name: "Sign in" }).waitFor();
  await panel.picture("signed-out");
  await panel.signIn(desk.server.url, "ada@example.org", "correct horse battery");
  await until("the conversation is there again", async () =>
    (await panel.page.locator("main").innerText()).includes("sea"),
  );
});

test("a tab that is closed leaves nothing behind", async () => {
  const { page, panel } = await desk.at(site.url());
  await panel.say(WORDS);
  await panel.page.locator(".turn.step").first().waitFor();
  await page.close();
  const worker = await desk.browser.worker();
  await until("the mapping is gone", () =>
    worker.evaluate(async () => {
      const { storage } = (
        globalThis as unknown as {
          chrome: { storage: { local: { get: (keys: null) => Promise<Record<string, unknown>> } } };
        }
      ).chrome;
      return !JSON.stringify(await storage.local.get(null)).includes('"tabSessions":{"');
    }),
  );
});
