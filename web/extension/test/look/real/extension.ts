/** A real Chromium with an extension that is nothing but eyes, and two origins of pages. */

import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { type BrowserContext, chromium, type Page, type Worker } from "playwright-core";
import type { Asked } from "./worker.ts";

declare const PACKAGE: string;

export const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--site-per-process",
];

/** Why the eyes did not see. */
export class Unseen extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface Real {
  context: BrowserContext;
  /** Asks the worker. */
  ask<Name extends keyof Asked>(
    name: Name,
    ...args: Parameters<Asked[Name]>
  ): Promise<Awaited<ReturnType<Asked[Name]>>>;
  /** Opens a page and tells its tab's number. */
  open(url: string): Promise<{ page: Page; tabId: number }>;
  origin(which: 0 | 1): string;
  close(): Promise<void>;
}

/** Starts all of it; `pages` gives the body of a path, or null. */
export async function start(
  pages: (path: string, origins: [string, string]) => string | null | Promise<string>,
): Promise<Real> {
  const folder = mkdtempSync(join(tmpdir(), "eyes-"));
  const extension = await built(folder);
  const origins: [string, string] = ["", ""];
  const servers = [await serve((path) => pages(path, origins)), await serve((path) => pages(path, origins))];
  servers.forEach(
    (server, at) =>
      (origins[at] = `http://${at === 0 ? "127.0.0.1" : "localhost"}:${(server.address() as AddressInfo).port}`),
  );
  const context = await chromium.launchPersistentContext(join(folder, "profile"), {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: false,
    // What is emulated is not what the browser pictures.
    viewport: null,
    args: [
      "--headless=new",
      "--window-size=1280,900",
      ...ARGS,
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    ],
    ignoreDefaultArgs: ["--disable-extensions"],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  return {
    context,
    ask: (name, ...args) => asking(worker, name, args),
    origin: (which) => origins[which],
    async open(url) {
      const page = await context.newPage();
      const mark = `mark=${Math.random().toString(36).slice(2)}`;
      await page.goto(`${url}${url.includes("?") ? "&" : "?"}${mark}`);
      return { page, tabId: (await asking(worker, "tab", [mark])) as number };
    },
    async close() {
      await context.close();
      for (const server of servers) server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function asking<T>(worker: Worker, name: string, args: unknown[]): Promise<T> {
  const call = `answer(${JSON.stringify(name)}, ${JSON.stringify(args)})`;
  const reply = (await worker.evaluate(call)) as { value?: T; code?: string; message?: string };
  if (reply.code !== undefined) throw new Unseen(reply.code, reply.message ?? "");
  return reply.value as T;
}

async function built(folder: string): Promise<string> {
  const out = join(folder, "extension");
  mkdirSync(out);
  await build({
    entryPoints: [join(PACKAGE, "test/look/real/worker.ts")],
    outfile: join(out, "worker.js"),
    bundle: true,
    // As in the product: functions that are sent into frames must survive it.
    minify: true,
    format: "iife",
    alias: { "wxt/browser": join(PACKAGE, "test/look/real/browser.ts") },
    logLevel: "error",
  });
  for (const name of ["page.js", "act.js", "read.js", "heard.js"])
    copyFileSync(join(PACKAGE, "../page/dist", name), join(out, name));
  const script = {
    matches: ["<all_urls>"],
    js: ["page.js"],
    run_at: "document_start",
    all_frames: true,
    match_about_blank: true,
    match_origin_as_fallback: true,
  };
  const manifest = {
    manifest_version: 3,
    name: "Eyes",
    version: "1",
    permissions: ["scripting", "tabs", "webNavigation", "debugger"],
    host_permissions: ["<all_urls>"],
    background: { service_worker: "worker.js" },
    content_scripts: [script, { ...script, js: ["heard.js"], world: "MAIN" }],
  };
  writeFileSync(join(out, "manifest.json"), JSON.stringify(manifest));
  return out;
}

function serve(pages: (path: string) => string | null | Promise<string>): Promise<Server> {
  const server = createServer(async (request, response) => {
    const body = await pages(new URL(request.url ?? "/", "http://localhost").pathname);
    const type = request.url?.includes(".json") ? "application/json" : "text/html; charset=utf-8";
    response.writeHead(body === null ? 404 : 200, { "content-type": type }).end(body ?? "nothing here");
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
