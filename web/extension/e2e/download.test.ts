import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Desk, until } from "./kit/desk.ts";
import { Site } from "./kit/site.ts";

const CSV = { type: "text/csv", body: "day,visits\nMonday,12\n" };
const PAGE = `<title>Visits</title><h1>Visits</h1>
<p><a href="/visits.csv" download>Download the table</a></p>
<p><a href="/export">Export everything</a></p>
<p><button>Save as text</button></p>
<script>document.querySelector("button").onclick = async () => {
  const { length } = await (await fetch("/visits.csv")).text();
  const url = URL.createObjectURL(new Blob([length + " characters"]));
  Object.assign(document.createElement("a"), { href: url, download: "made.txt" }).click();
};</script>`;

test("a file that a page gives is caught, counts as what came of the click, and is offered", async () => {
  const folder = mkdtempSync(join(tmpdir(), "downloads-"));
  const site = await Site.pages({
    "/": PAGE,
    "/visits.csv": () => CSV,
    "/export": () => ({ ...CSV, headers: { "content-disposition": 'attachment; filename="all.csv"' } }),
  });
  const desk = await Desk.open();
  try {
    const { page, panel } = await desk.at(site.url());
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
    for (const [words, name, holds] of [
      ["Click Download the table", "visits.csv", CSV.body],
      ["Click Export everything", "all.csv", CSV.body],
      ["Click Save as text", "made.txt", `${CSV.body.length} characters`],
    ] as const) {
      await panel.say(words);
      await panel.outcome.getByText(`Downloaded ${name}`).waitFor();
      await panel.outcome.getByText("Completed").waitFor();
      const read = (): string => readFileSync(join(folder, name), "utf8");
      await until(`${name} is there`, () => {
        try {
          return read() !== "";
        } catch {
          return false;
        }
      });
      assert.equal(read(), holds);
      assert.equal((await panel.steps()).length > 0, true);
    }
    assert.deepEqual(
      site.asked.filter((path) => path !== "/" && !path.includes("favicon")),
      ["/visits.csv", "/export", "/visits.csv"],
      "nothing is fetched twice",
    );
    await panel.outcome.getByRole("button", { name: "Show in folder" }).click();
    assert.equal(await panel.page.getByRole("alert").count(), 0);
    await session.send("Page.setDownloadBehavior", { behavior: "deny" });
    await panel.say("Click Download the table");
    await panel.outcome.getByText("Done, not verified").waitFor();
    assert.equal(await panel.outcome.getByText("Downloaded").count(), 0, "it was refused");
    await session.send("Page.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
    await panel.say("Click Download the table");
    await panel.outcome.getByText("Downloaded").waitFor();
    await panel.page.setViewportSize({ width: 320, height: 640 });
    assert.deepEqual(await panel.wide(), []);
    await panel.picture("download");
  } finally {
    await desk.close();
    site.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
