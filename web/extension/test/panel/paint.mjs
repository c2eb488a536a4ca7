// How soon the built panel shows, in a real Chromium: `npx wxt build && node test/panel/paint.mjs [TIMES]`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const times = Number(process.argv[2] ?? 20);
const folder = fileURLToPath(new URL("../../dist/chrome-mv3", import.meta.url));
const profile = mkdtempSync(join(tmpdir(), "screen-agent-paint-"));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  headless: false,
  args: [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    `--disable-extensions-except=${folder}`,
    `--load-extension=${folder}`,
  ],
});

/** Notes when the panel stands as the worker told it, and not only its outline. */
function noteWhenWhole() {
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector(".sign-in, .frame")) return;
    observer.disconnect();
    performance.mark("whole");
  }).observe(document, { childList: true, subtree: true });
}

/** Middle and worst of some figures. */
function said(figures) {
  const sorted = figures.toSorted((one, other) => one - other);
  return `${Math.round(sorted[Math.floor(sorted.length / 2)])} ms (worst ${Math.round(sorted.at(-1))})`;
}

try {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  const seen = { first: [], content: [], whole: [] };
  for (let time = 0; time < times; time++) {
    const page = await context.newPage();
    await page.addInitScript(noteWhenWhole);
    await page.goto(`chrome-extension://${new URL(worker.url()).host}/sidepanel.html`);
    await page.waitForFunction(
      () => performance.getEntriesByName("whole").length > 0 && performance.getEntriesByType("paint").length > 1,
    );
    const entries = await page.evaluate(() =>
      [...performance.getEntriesByType("paint"), ...performance.getEntriesByName("whole")].map(
        ({ name, startTime }) => [name, startTime],
      ),
    );
    const at = new Map(entries);
    seen.first.push(at.get("first-paint"));
    seen.content.push(at.get("first-contentful-paint"));
    seen.whole.push(at.get("whole"));
    await page.close();
  }
  console.log(
    `first paint ${said(seen.first)}, first content ${said(seen.content)}, whole ${said(seen.whole)}; ${times} openings`,
  );
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
}
