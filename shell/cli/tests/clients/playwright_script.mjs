// Runs a script as it was exported, with Playwright's own library, and tells what the page's fields hold then.
//
// node playwright_script.mjs MODULES CHROMIUM SCRIPT
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [modules, executablePath, script] = process.argv.slice(2);
const { chromium } = createRequire(`${modules}/x.js`)("playwright-core");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage();
page.setDefaultTimeout(10_000);
// The test runner is no part of the library: what it gives a script, as far as exported ones use it.
let body;
const test = (_, given) => (body = given);
const expect = (locator) => ({ toContainText: (hasText) => locator.filter({ hasText }).waitFor() });
const Script = Object.getPrototypeOf(async () => {}).constructor;
const lines = readFileSync(script, "utf8").split("\n");
await new Script("test", "expect", lines.filter((line) => !line.startsWith("import ")).join("\n"))(test, expect);
await body({ page });
const fields = () => [...document.querySelectorAll("input, select, textarea")].map(({ value }) => value);
console.log(JSON.stringify(await page.evaluate(fields)));
await browser.close();
