import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { Desk } from "./kit/desk.ts";
import { pageOf, script } from "./kit/mind.ts";
import { act, idOf } from "./kit/model.ts";
import { EXTENSION } from "./kit/place.ts";
import { Site } from "./kit/site.ts";

/** Notes what a screen reader is given to say of its own accord: what comes into live regions, in order, nothing twice in a row. */
async function listen(panel: Page): Promise<void> {
  await panel.evaluate(() => {
    const told: string[] = [];
    Object.assign(globalThis, { told });
    const tell = (region: Element | null | undefined): void => {
      const text = region?.textContent?.replace(/\s+/g, " ").trim();
      if (text && told.at(-1) !== text) told.push(text);
    };
    const live = "[role=status], [role=alert]";
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        tell((target instanceof Element ? target : target.parentElement)?.closest(live));
        for (const node of addedNodes)
          if (node instanceof Element) for (const each of node.querySelectorAll("[role=alert]")) tell(each);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** What is under way, and how the line stands: which of it is told, and how often, hangs on how fast all goes. */
const PASSING = /…$|^(?:Live|Delayed|Connecting|Loading)/;

/** What is the same in every run. */
const settled = (text: string): string =>
  text
    .replace(/127\.0\.0\.1:\d+/g, "guests.example")
    .replace(/\d\d:\d\d [AP]M/g, "00:00")
    .replace(/\d+ s left/g, "60 s left")
    .replace(/Time left: \d+ seconds/g, "Time left: 60 seconds")
    .replace(/\d+ s\b/g, "5 s")
    .replace(/\b\d:\d\d\b/g, "0:05");

test("a whole task is followed and answered by ear, with the keyboard alone", async () => {
  const site = await Site.pages({
    "/": "<title>Guests</title><h1>Guests</h1><form method=post action=/send><label>Name <input name=name></label><button>Send</button></form>",
    "/send": "<title>Thanks</title><p>Welcome, Ada.",
  });
  const desk = await Desk.open({
    script: script({
      plan: ["Write the guest's name down", "Have it go out", "See that it went out"],
      doneAt: "Welcome, Ada",
      act: (told) => {
        if (pageOf(told).includes("Welcome, Ada")) return act('finish("Ada is among the guests.")');
        return pageOf(told).includes('="Ada"')
          ? act(`click(${idOf(told, "Send")})`, "The name is there.")
          : act(`setValue(${idOf(told, "Name")}, "Ada")`, "It begins with the name.");
      },
    }),
  });
  try {
    const { panel } = await desk.at(site.url());
    const { keyboard } = panel.page;
    const heard: string[] = [];
    /** What stands there for whoever goes through it with the cursor keys. */
    const reads = async (state: string): Promise<void> => {
      const told = await panel.page.evaluate(() => (globalThis as unknown as { told: string[] }).told.slice());
      assert.ok(
        told.some((each) => PASSING.test(each)),
        "what is under way is told",
      );
      const news = [...new Set(told.filter((each) => !PASSING.test(each)))];
      const there = await panel.page.locator("body").ariaSnapshot();
      heard.push(`## ${state}\n\nTold so far:\n${news.map((each) => `- ${each}`).join("\n")}\n\nThere:\n${there}\n`);
    };
    await panel.composer.waitFor();
    await listen(panel.page);
    await keyboard.type("Ada is among the guests, see to that");
    await keyboard.press("Enter");
    const allow = panel.button("Allow once").and(panel.page.locator(":enabled"));
    await allow.waitFor();
    await reads("asked");
    while (!(await allow.evaluate((each) => each === document.activeElement))) await keyboard.press("Tab");
    await keyboard.press("Enter");
    await panel.stands("Done");
    await panel.page
      .getByRole("status")
      .filter({ hasText: /^Completed\. / })
      .waitFor();
    await reads("done");

    const file = join(EXTENSION, "e2e/ear.aria.md");
    const all = settled(heard.join("\n"));
    if (process.env.UPDATE) writeFileSync(file, all);
    assert.equal(all, readFileSync(file, "utf8"));
  } finally {
    await desk.close();
    site.close();
  }
});
