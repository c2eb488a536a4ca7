// Renders the icon's SVG to the sizes that browsers want, with Chromium: `node icons/render.mjs`.
import { mkdirSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const SIZES = [16, 32, 48, 128];
const svg = readFileSync(new URL("icon.svg", import.meta.url), "utf8");
const out = new URL("../public/icon/", import.meta.url);

mkdirSync(out, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  const page = await browser.newPage();
  for (const size of SIZES) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>html,body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    );
    await page.screenshot({ path: new URL(`${size}.png`, out).pathname, omitBackground: true });
  }
} finally {
  await browser.close();
}
