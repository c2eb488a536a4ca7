import assert from "node:assert/strict";
import { test } from "node:test";
import { Desk, type Place } from "./kit/desk.ts";
import { pageOf, script } from "./kit/mind.ts";
import { act, idOf } from "./kit/model.ts";
import { Site } from "./kit/site.ts";

const PAGE =
  "<title>Refunds</title><h1>Refunds</h1><label>Reason <input></label><p role=status id=said></p><button onclick='said.textContent = \"Asked for\"'>Ask for it</button>";
const NONE_HERE = "There isn’t any knowledge present for this website";

test("the panel says what the organisation knows of a site, and where an answer comes from", async () => {
  const site = await Site.pages({ "/": PAGE });
  const desk = await Desk.open({
    // A model is asked where facts come from only where one could look them up; nobody does here.
    settings: '[search]\nbase_url = "http://127.0.0.1:9"\n',
    script: {
      ...script({
        plan: ["Ask for the refund"],
        doneAt: "Asked for",
        act: (told) =>
          pageOf(told).includes("Asked for")
            ? act('finish("It is asked for.")')
            : act(`click(${idOf(told, "Ask for it")})`),
      }),
      analyze: () => ({
        source: "page",
        missing_info: [],
        reasoning: "The button for it stands on the page.",
        confidence: 0.96,
        evidence: {
          sources: ["The button “Ask for it”"],
          quality: "strong",
          gaps: ["Whether it was asked for before"],
        },
      }),
    },
  });
  const knows = async ({ panel }: Place, words: string): Promise<void> => {
    await panel.page.getByRole("region", { name: "What works here" }).getByText(words).waitFor();
  };
  const refund = async ({ panel }: Place): Promise<void> => {
    await panel.approvesAll();
    await panel.say("See to it that I get my refund, and mind what has to be said with it");
    await panel.stands("Done");
  };
  try {
    const before = await desk.at(site.url());
    await knows(before, "Your organisation’s knowledge: none has been added");
    await desk.leave(before);

    desk.server.know("# Refunds\n\nRefunds are asked for within thirty days, with a reason.\n", ["127.0.0.1"]);
    const here = await desk.at(site.url());
    await knows(here, "What your organisation knows about this site");
    await here.panel.picture("knowledge");
    await refund(here);
    assert.equal(await here.panel.page.getByText(NONE_HERE).count(), 0);
    const debug = await here.panel.more("Debug view");
    const comes = debug.getByRole("region", { name: "Where it comes from" });
    for (const words of [
      "The page",
      "96 %",
      "strong",
      "The button for it stands on the page.",
      "The button “Ask for it”",
      "Whether it was asked for before",
      "there is knowledge about it",
    ])
      await comes.getByText(words).first().waitFor();
    await here.panel.picture("debug.comes");
    await desk.leave(here);

    const elsewhere = await desk.at(site.elsewhere());
    await knows(elsewhere, "none of it is about this site");
    await refund(elsewhere);
    await elsewhere.panel.page.getByText(NONE_HERE).waitFor();
    await desk.leave(elsewhere);
  } finally {
    await desk.close();
    site.close();
  }
});
