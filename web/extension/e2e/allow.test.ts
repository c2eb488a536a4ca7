/** The page that asks a person whether another program may work in their name, in a real browser. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire as requireFrom } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Browser, chromium, type Page } from "playwright-core";
import { CHROMIUM, REPOSITORY } from "./kit/place.ts";
import { AgentServer, EMAIL, PASSWORD } from "./kit/server.ts";

const AXE = readFileSync(requireFrom(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const VERIFIER = "a-verifier-that-is-long-enough-to-be-one-0123456789";

let server: AgentServer;
let browser: Browser;
/** The program, where people are led back to; it also frames what it is told to. */
let program: Server;
let back: string;

before(async () => {
  server = await AgentServer.start();
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  program = createServer((asked, answer) => {
    const framed = new URL(asked.url ?? "/", back).searchParams.get("frame");
    answer.setHeader("content-type", "text/html");
    answer.end(framed ? `<iframe src="${framed.replaceAll("&", "&amp;")}"></iframe>` : "<h1>Back in the program</h1>");
  });
  await new Promise<void>((listening) => program.listen(0, "127.0.0.1", listening));
  back = `http://127.0.0.1:${(program.address() as AddressInfo).port}/back`;
});
after(async () => {
  await browser.close();
  program.close();
  await server.close();
});

async function asking(name: string): Promise<URL> {
  const registered = await fetch(`${server.url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: name, redirect_uris: [back] }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const url = new URL(`${server.url}/oauth/authorize`);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: back,
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    code_challenge_method: "S256",
    scope: "read browser",
    state: "its own word",
  }).toString();
  return url;
}

async function opened(url: URL, dark: boolean): Promise<{ page: Page; forbidden: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 320, height: 640 },
    colorScheme: dark ? "dark" : "light",
  });
  const page = await context.newPage();
  const forbidden: string[] = [];
  page.on("console", (said) => said.text().includes("Content Security Policy") && forbidden.push(said.text()));
  await page.goto(url.href);
  return { page, forbidden };
}

/** Everything that axe finds, and whether the page is wider than the window. It is put in past the page's own policy. */
async function faults(page: Page): Promise<unknown[]> {
  await page.evaluate(AXE);
  return await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: unknown[] }[] }> };
    };
    const { violations } = await axe.run();
    const wide = document.documentElement.scrollWidth > innerWidth ? ["wider than the window"] : [];
    return [...violations.map(({ id, nodes }) => ({ id, nodes })), ...wide];
  });
}

for (const dark of [false, true]) {
  const scheme = dark ? "dark" : "light";
  test(`who asks for what is said and allowed by keyboard, on a narrow page in ${scheme}`, async () => {
    const long = "Pilot-with-a-name-that-is-as-long-as-it-may-be-and-cannot-be-broken-anywhere";
    const { page, forbidden } = await opened(await asking(long), dark);
    await page.getByRole("heading", { name: `Let “${long}” work in your name?` }).waitFor();
    assert.deepEqual(await faults(page), []);
    await page.screenshot({ path: join(REPOSITORY, `out/extension/allow.${scheme}.png`), fullPage: true });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    assert.equal(await page.getByLabel(/ask for tabs/).isChecked(), false);
    await page.keyboard.press("Tab");
    await page.keyboard.type(EMAIL);
    await page.keyboard.press("Tab");
    await page.keyboard.type("nope");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("E-mail or password is wrong.").waitFor();
    assert.deepEqual(await faults(page), []);
    assert.equal(await page.getByLabel(/ask for tabs/).isChecked(), false, "what was said stays");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Back in the program" }).waitFor();
    const led = new URL(page.url()).searchParams;
    assert.deepEqual([led.get("state"), led.get("iss")], ["its own word", server.url]);
    assert.match(led.get("code") ?? "", /^[\w-]{43}\.[\w-]{43}$/);
    assert.deepEqual(forbidden, []);
    await page.context().close();
  });
}

test("nobody is asked in a frame, and who says no is led back", async () => {
  const url = await asking("Framer");
  const framing = new URL(back);
  framing.searchParams.set("frame", url.href);
  const { page } = await opened(framing, false);
  const shown = await Promise.all(page.frames().map((frame) => frame.locator("body").innerText()));
  assert.equal(page.frames().length, 2);
  assert.ok(!shown.join().includes("Framer"), shown.join());
  await page.goto(url.href);
  await page.getByRole("button", { name: "Refuse" }).click();
  await page.getByRole("heading", { name: "Back in the program" }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get("error"), "access_denied");
  await page.context().close();
});
