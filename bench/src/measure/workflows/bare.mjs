// Plays scripts as Playwright's recorder writes them, in one Chromium, a fresh context each: a line of JSON in, a line out.
//
// node bare.mjs MODULES CHROMIUM

import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const [modules, executablePath] = process.argv.slice(2);
const { chromium, expect } = createRequire(`${modules}/x.js`)('@playwright/test');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const Script = Object.getPrototypeOf(async () => {}).constructor;
const patience = 1000;

async function play({ script, done }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  page.setDefaultNavigationTimeout(30_000);
  let body;
  const lines = script.split('\n').filter((line) => !line.startsWith('import '));
  await new Script('test', 'expect', lines.join('\n'))((_, given) => { body = given; }, expect.configure({ timeout: patience }));
  const began = performance.now();
  const error = await body({ page }).then(() => '', (error) => String(error.message).split('\n')[0]);
  const ms = performance.now() - began;
  const noted = JSON.parse(await page.evaluate(done).catch(() => '{"clicks":[],"values":{}}'));
  await context.close();
  return { error, ms, noted };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await play(JSON.parse(line)))}\n`);
}
await browser.close();
