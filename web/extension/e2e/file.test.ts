import assert from "node:assert/strict";
import { test } from "node:test";
import { Desk } from "./kit/desk.ts";
import { Site } from "./kit/site.ts";

const TABLE = "month,revenue\nJanuary,120\nFebruary,80\n";

test("a file goes along with a question, and is answered from", async () => {
  const site = await Site.of("form");
  const desk = await Desk.open({
    script: {
      chat: (told) => ({ answer: told.user.includes("February,80") ? "The total revenue is 200." : "I see no table." }),
    },
  });
  try {
    const { page, panel } = await desk.at(site.url());
    await panel.page
      .getByLabel("File to attach")
      .setInputFiles({ name: "sales.csv", mimeType: "text/csv", buffer: Buffer.from(TABLE) });
    await panel.page.getByText("sales.csv").first().waitFor();
    await panel.picture("attached");
    await panel.say("What is the total revenue in this spreadsheet?");
    await panel.stands("Done");
    await panel.outcome.getByText("The total revenue is 200.").waitFor();
    await panel.page.getByRole("article", { name: "You" }).getByText("sales.csv").waitFor();
    assert.equal(page.url(), site.url(), "nothing was done on the page");
    await panel.picture("answered");
  } finally {
    await desk.close();
    site.close();
  }
});
