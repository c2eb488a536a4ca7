import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Asking } from "./kit/asking.ts";
import { Desk, type Place, until } from "./kit/desk.ts";
import { outlines } from "./kit/outlines.ts";
import { documentWith, paragraph, replies } from "./kit/packet.ts";
import { PICTURES } from "./kit/panel.ts";
import { Site } from "./kit/site.ts";

/** The pictures that the README shows: a page with the panel beside it. */
async function beside(desk: Desk, { page, panel }: Place, name: string): Promise<void> {
  const [left, right] = await Promise.all([page.screenshot(), panel.page.screenshot()]);
  const sheet = await desk.browser.context.newPage();
  await sheet.setViewportSize({ width: 1321, height: 760 });
  const image = (picture: Buffer): string => `<img src="data:image/png;base64,${picture.toString("base64")}">`;
  await sheet.setContent(
    `<style>body { margin: 0; display: flex; gap: 1px; background: #8884; } img { height: 760px; }</style>${image(left)}${image(right)}`,
  );
  mkdirSync(PICTURES, { recursive: true });
  writeFileSync(join(PICTURES, name), await sheet.screenshot());
}

test("a task at work on a page", async () => {
  const site = await Site.of("bookshop");
  const desk = await Desk.open({ names: { "harbourbooks.example": new URL(site.url()).host } });
  try {
    const place = await desk.at("http://harbourbooks.example/");
    const { page, panel } = place;
    await page.setViewportSize({ width: 900, height: 760 });
    await page.getByRole("button", { name: "Got it" }).click();
    await panel.say(
      'Search for "sea" and open the cheapest book. Set the quantity to 2, choose "Collect in store", tick "Gift wrap" and press "Add to basket".',
    );
    await panel.page.locator(".turn.step").nth(4).waitFor();
    await beside(desk, place, "beside.png");
    await panel.stands("Done");
  } finally {
    await desk.close();
    site.close();
  }
});

const QUOTE = "ships come again from everywhere";
const ARTICLE = `<!doctype html><html lang=en><title>The new pier is open</title><style>
  body { margin: 0; background: #faf8f4; color: #262320; font: 17px/1.65 Georgia, "DejaVu Serif", serif; }
  header { border-bottom: 3px double #262320; text-align: center; padding: 18px; font-size: 28px; }
  main { max-width: 640px; margin: 28px auto; } h1 { font-size: 34px; line-height: 1.2; margin: 0 0 6px; }
  .by { color: #6b655d; font-style: italic; } figure { margin: 20px 0; height: 170px; border-radius: 4px;
  background: linear-gradient(#bcd3e2 0 46%, #6f93a8 46% 52%, #3f6a83 52%); }</style>
  <header>The Harbour Gazette</header><main><h1>The new pier is open</h1><p class=by>By Ines Falk, harbour reporter</p>
  <figure role=img aria-label="The harbour in the morning"></figure>
  <p>It was opened in spring, and ${QUOTE}. Nobody had thought so when it was begun, and many had said that it would never be
  done; nobody says so now.</p><p>The old pier stays until autumn. What becomes of it then is for the council to say, which
  meets on the first Monday of the month.</p></main></html>`;

test("an answer with what it rests on", async () => {
  const site = await Site.pages({ "/": ARTICLE });
  const desk = await Desk.open({
    names: { "gazette.example": new URL(site.url()).host },
    script: {
      summarize: (told) => {
        const doc_id = documentWith(told, QUOTE)?.doc_id ?? "none";
        const words =
          "The new pier was opened in spring, and ships call again. The old one stays until autumn; it will be made into a park.";
        const citations = [QUOTE, "it will be made into a park"].map((quote) => ({ doc_id, quote }));
        return replies(told, [paragraph(words)], { citations });
      },
    },
  });
  try {
    const place = await desk.at("http://gazette.example/");
    const { page, panel } = place;
    await page.setViewportSize({ width: 900, height: 760 });
    const asking = new Asking(panel.page);
    await asking.begin();
    await panel.button("Summarize").click();
    await panel.page.getByText("1 of 2 sources could not be verified.").waitFor();
    await asking.source(QUOTE).hover();
    await until("the place is outlined", async () => (await outlines(page)).length === 1);
    await beside(desk, place, "beside.ask.png");
  } finally {
    await desk.close();
    site.close();
  }
});
