// The gallery in a real Chromium: built in memory, served to one page, a scene at a time.

import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const ORIGIN = "http://panel.test";
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Panel</title><link rel="stylesheet" href="/gallery.css"></head>
<body><div id="app" class="sa panel"></div><script type="module" src="/gallery.js"></script></body></html>`;

/** The gallery's files by path. */
async function bundle() {
  const { outputFiles } = await build({
    entryPoints: [here("./gallery.tsx")],
    bundle: true,
    write: false,
    outdir: "/",
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    external: ["@screen-agent/api/realtime"],
    logLevel: "error",
  });
  return new Map(outputFiles.map((file) => [file.path.replace(/^.*\//, "/"), file.text]));
}

/** Names of all scenes. */
export async function sceneNames() {
  const { outputFiles } = await build({
    entryPoints: [here("./fixtures.ts")],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    logLevel: "error",
  });
  const source = `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`;
  return import(source).then(({ SCENES }) => Object.entries(SCENES).map(([name, { press = [] }]) => ({ name, press })));
}

/** A browser with the gallery; `open` shows a scene on a page of its own, which the caller closes. */
export async function stage() {
  const files = await bundle();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests"],
  });
  const open = async ({ name, press }, { width = 420, height = 760, theme = "light", forced = false } = {}) => {
    const page = await browser.newPage({
      viewport: { width, height },
      reducedMotion: "reduce",
      colorScheme: theme,
      forcedColors: forced ? "active" : "none",
    });
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (line) => line.type() === "error" && errors.push(line.text()));
    await page.route(`${ORIGIN}/**`, (route) => {
      const path = new URL(route.request().url()).pathname;
      const type = path.endsWith(".css") ? "text/css" : path.endsWith(".js") ? "text/javascript" : "text/html";
      return route.fulfill({ contentType: type, body: files.get(path) ?? PAGE });
    });
    await page.goto(`${ORIGIN}/?theme=${theme}#${name}`);
    await page.locator("main, dialog[open], .starting").first().waitFor();
    if (name.startsWith("history") && name !== "history-unreachable") await page.locator(".thing").first().waitFor();
    if (name.startsWith("asked") && name !== "asked-unreachable") await page.locator(".thing").first().waitFor();
    if (name === "approval") await page.locator(".approval .primary:enabled").waitFor();
    for (const label of press)
      await page
        .getByRole("button", { name: label })
        .or(page.locator("summary", { hasText: label }))
        .last()
        .click();
    return { page, errors };
  };
  return { browser, open };
}
