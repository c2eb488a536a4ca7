import assert from "node:assert/strict";
import { test } from "node:test";
import { Desk } from "./kit/desk.ts";
import { pageOf, script } from "./kit/mind.ts";
import { act, idOf } from "./kit/model.ts";
import { Site } from "./kit/site.ts";

const WORDS =
  'Enter "nora@brightwater.example" into E-mail and "green-kettle-40" into Password, click Sign in, and then tell me what I have to pay';
const RIGHT = "blue-kettle-41";

test("a refused password is asked for in the panel, goes to the page alone, and is told nowhere", async () => {
  const site = await Site.of("login");
  const desk = await Desk.open({
    script: script({
      plan: ["Find what has to be paid", "Tell the amount", "Verify that it is told"],
      doneAt: "Your balance is",
      act: (told) => {
        if (pageOf(told).includes("Your balance is")) return act('finish("You have to pay € 41.80.")');
        return /password\.filled/.test(pageOf(told))
          ? act(`click(${idOf(told, "Sign in")})`)
          : act(`setValue(${idOf(told, "E-mail")}, "nora@brightwater.example")`);
      },
    }),
  });
  try {
    const { page, panel } = await desk.at(site.url());
    await panel.approvesAll();
    await panel.say(WORDS);
    const card = panel.page.getByRole("region", { name: "Signing in failed" });
    await card.getByLabel("Password").waitFor();
    await panel.picture("blocker");
    const shown = async (): Promise<string> => `${await panel.page.locator("body").innerText()}`;
    assert.ok(!(await shown()).includes("green-kettle-40"), "the first is masked wherever the words stand");
    assert.equal(site.asked.filter((path) => path === "/try").length, 1, "a refused password is tried once");
    await card.getByLabel("Password").fill(RIGHT);
    await card.getByRole("button", { name: "Continue" }).click();
    await panel.stands("Done");
    assert.match(page.url(), /account\.html$/);
    await panel.outcome.getByText("41.80").waitFor();
    const client = await desk.server.client();
    const { sessions } = await client.sessions();
    const { messages } = await client.messages(sessions[0]!.sessionId);
    assert.ok(!JSON.stringify(messages).includes(RIGHT), "the conversation does not tell it");
    assert.deepEqual(desk.server.holding(RIGHT), [], "no file of the server holds it");
    assert.ok(!(await desk.browser.kept()).includes(RIGHT), "nor does the extension");
    assert.ok(!(await panel.page.locator("body").innerText()).includes(RIGHT), "nor does the panel show it");
    assert.ok(!desk.model?.told.some((told) => told.user.includes(RIGHT)), "no model read it");
    for (const fold of await panel.page.locator("summary").all()) await fold.click();
    assert.ok(!(await shown()).includes("green-kettle-40"), "also in what is folded away");
    await panel.picture("blocker.past");
    await panel.button("Conversations").click();
    await panel.page.locator(".thing").first().waitFor();
    assert.ok(!(await shown()).includes("green-kettle-40"), "and in the list of conversations");
  } finally {
    await desk.close();
    site.close();
  }
});
