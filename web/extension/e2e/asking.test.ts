import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Locator } from "playwright-core";
import { Desk, until } from "./kit/desk.ts";
import { act, idOf, judged } from "./kit/model.ts";
import { outlines, surrounds } from "./kit/outlines.ts";
import { Site } from "./kit/site.ts";

let desk: Desk;
let site: Site;
let sent = 0;

const FORM =
  "<title>Guests</title><h1>Guests</h1><form method=post action=/send><label>Name <input name=name></label><button>Send</button></form>";

before(async () => {
  sent = 0;
  site = await Site.pages({
    "/": FORM,
    "/send": () => {
      sent++;
      return { body: "<title>Thanks</title><p>Welcome, Ada." };
    },
    "/order":
      '<title>Orders</title><label>Order number <input></label><p role=status id=said></p><button onclick=\'said.textContent = "Found " + document.querySelector("input").value\'>Find</button>',
  });
  desk = await Desk.open({
    script: {
      analyze: () => ({
        source: "page",
        missing_info: [],
        reasoning: "All is there.",
        confidence: 0.95,
        evidence: { sources: ["the page"], quality: "strong" },
      }),
      plan: (told) => ({
        steps: (told.user.includes("order")
          ? ["Enter the order's number", "Find the order", "See that it is found"]
          : ["Write the guest's name down", "Have it go out", "See that it went out"]
        ).map((description) => ({ description, tool: "DOM" })),
      }),
      act: (told) => {
        if (told.user.includes("Welcome, Ada") || told.user.includes("Found 1042")) return act('finish("Done.")');
        if (told.user.includes("Order number")) {
          if (told.user.includes('="1042"')) return act(`click(${idOf(told, "Find")})`);
          return told.user.includes("1042")
            ? act(`setValue(${idOf(told, "Order number")}, "1042")`)
            : { thought: "Only you know.", question: "Which order is it?", missing: ["The order's number"] };
        }
        return told.user.includes('="Ada"')
          ? act(`click(${idOf(told, "Send")})`)
          : act(`setValue(${idOf(told, "Name")}, "Ada")`);
      },
      judge: (told) => judged(true, /Welcome, Ada|Found 1042/.test(told.user)),
      glance: (told) => judged(true, /Welcome, Ada|Found 1042/.test(told.user)),
      critique: () => ({ approved: true, confidence: 0.95, reason: "As the test says." }),
    },
  });
});

after(async () => {
  await desk.close();
  site.close();
});

const WORDS = "Ada is among the guests, see to that";

test("what changes something is asked about, and a no is a no", async () => {
  const { page, panel } = await desk.at(site.url());
  await panel.say(WORDS);
  await panel.stands("Waiting");
  await panel.page.getByText(new URL(site.url()).origin).first().waitFor();
  assert.equal(sent, 0, "nothing goes out before the yes");
  await until("what is asked about is outlined", async () => (await outlines(page)).length === 1);
  const [outline] = await outlines(page);
  assert.ok(await surrounds(outline, page.getByRole("button", { name: "Send" })), "it is the button");
  await panel.page.getByText(site.url("/send"), { exact: true }).waitFor();
  await panel.picture("approval");
  await panel.pictureOf(page, "approval.page");
  await panel.page.keyboard.press("Enter");
  assert.equal(sent, 0, "Enter decides nothing");
  await panel.button("Deny").click();
  await panel.stands("Not done");
  await panel.outcome.getByText("Not done: you said no.").waitFor();
  assert.equal(sent, 0);
  await until("the outline is gone", async () => (await outlines(page)).length === 0);
  const colour = (of: Locator): Promise<string> => of.evaluate((each) => getComputedStyle(each).color);
  assert.equal(
    await colour(panel.outcome.locator(".standing")),
    await colour(panel.outcome.getByText("1 thing done on the page")),
    "it is grey, as it is nobody's fault",
  );
  await panel.picture("declined");
  await panel.button("Rephrase").click();
  assert.equal(await panel.composer.inputValue(), WORDS);
  await panel.page.close();
  await page.close();
});

test("with a yes it is done once", async () => {
  const { page, panel } = await desk.at(site.url());
  await panel.say(WORDS);
  await panel.button("Allow once").click();
  await panel.stands("Done");
  assert.equal(sent, 1);
  assert.match(page.url(), /\/send$/);
  await panel.page.close();
  await page.close();
});

test("what only the person knows is asked, and the task goes on with the answer", async () => {
  const { page, panel } = await desk.at(site.url("/order"));
  await panel.say("Find the order I called about");
  await panel.page.getByText("Which order is it?").first().waitFor();
  await panel.picture("question");
  await panel.say("1042");
  await panel.stands("Done");
  assert.equal(await page.locator("#said").innerText(), "Found 1042");
  await panel.page.close();
  await page.close();
});
