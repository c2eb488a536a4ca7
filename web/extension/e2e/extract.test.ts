/** Fields are taken out of a page by a form, and a summary is as short as the person chose. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Asking } from "./kit/asking.ts";
import { Desk } from "./kit/desk.ts";
import { documentWith, packetOf, paragraph, replies, table } from "./kit/packet.ts";
import { Site } from "./kit/site.ts";

let desk: Desk;
let site: Site;
const PRICE = "The brass lamp costs 18.50 euros";

before(async () => {
  site = await Site.pages({
    "/": `<title>Lamp</title><main><h1>Brass lamp</h1><p>${PRICE}, and is in stock until the end of the year.</p><p>It is 30 cm tall, and nobody who reads at night wants another.</p></main>`,
  });
  desk = await Desk.open({
    script: {
      extract: (told) => {
        const doc_id = documentWith(told, PRICE)?.doc_id ?? "none";
        const rows = [
          ["Field", "Value"],
          ["price", "18.50 euros"],
          ["height", "30 cm"],
        ];
        const citations = [
          { doc_id, quote: PRICE },
          { doc_id, quote: "It is 30 cm tall" },
        ];
        return replies(told, [table(rows)], { citations });
      },
      summarize: (told) => {
        const style = packetOf(told).input.task.args.style;
        return replies(told, [paragraph(`A lamp, told ${style}.`)]);
      },
    },
  });
});

after(async () => {
  await desk.close();
  site.close();
});

test("fields are named in a form and come as a table that can be taken along", async () => {
  const { panel } = await desk.at(site.url());
  const asking = new Asking(panel.page);
  await asking.begin();
  await panel.page.getByLabel("Length").selectOption("In short");
  await panel.button("Summarize").click();
  await asking.answer("A lamp, told concise.").waitFor();
  await panel.button("Extract fields").click();
  await panel.page.getByLabel("Fields").fill("price, height");
  await panel.picture("extract-form");
  assert.deepEqual(await panel.wide(), []);
  await panel.button("Extract").click();
  await panel.page.getByRole("cell", { name: "18.50 euros" }).waitFor();
  await panel.button("Copy the table as CSV").waitFor();
  await panel.picture("extract-answer");
});
