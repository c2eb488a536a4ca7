/** A real browser over pages that the tests write themselves; nothing else is ever fetched. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { Stage } from "./page/case.ts";

declare const PACKAGE: string;
declare global {
  // eslint-disable-next-line no-var
  var stage: Stage;
}

export const ORIGIN = "http://answers.test";

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
}

/** The page that the components stand on. */
export const COMPONENTS = page(
  '<link rel="stylesheet" href="/page.css">',
  '<main id="app" class="sa"></main><script src="/page.js"></script>',
);

/** A document around what a test shows. */
export function page(head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Answers</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;
}

/** A context in which `/` is the given document; whatever else is asked for is noted and refused. */
export async function contextOf(
  browser: Browser,
  body: string,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; refused: string[]; give: (body: string) => void }> {
  const context = await browser.newContext({
    viewport: { width: 420, height: 800 },
    reducedMotion: "reduce",
    ...options,
  });
  const refused: string[] = [];
  let document = body;
  await context.route("**/*", async (route) => {
    const url = route.request().url();
    const file = { [`${ORIGIN}/page.js`]: "text/javascript", [`${ORIGIN}/page.css`]: "text/css" }[url];
    if (url === `${ORIGIN}/`)
      await route.fulfill({ contentType: "text/html; charset=utf-8", headers: POLICY, body: document });
    else if (file)
      await route.fulfill({
        contentType: `${file}; charset=utf-8`,
        body: readFileSync(join(PACKAGE, "dist/test", new URL(url).pathname)),
      });
    else {
      refused.push(url);
      await route.abort();
    }
  });
  return { context, refused, give: (next) => (document = next) };
}

/** Told, not enforced: a policy that stops a script would hide that there was one. */
const POLICY = {
  "content-security-policy-report-only":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'",
};

/** Opens `/`. */
export async function open(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/`);
  return page;
}
