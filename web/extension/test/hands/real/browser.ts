/** A real Chromium with the hands in an unpacked extension, over small pages of two origins. */

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PageCapture, SemanticNode } from "@screen-agent/api";
import { build } from "esbuild";
import { type BrowserContext, chromium, type Dialog, type Page, type Worker } from "playwright-core";
import type { Browser } from "wxt/browser";
import type { Decision, Performed } from "../../../src/shared/action.ts";
import { PAGES } from "./pages.ts";
import type { Stand } from "./worker.ts";

declare const PACKAGE: string;
declare const stand: Stand;
declare const chrome: typeof Browser;

const BUILT = join(PACKAGE, "../page/dist");
const BUNDLES = ["page.js", "act.js"];
const FIXTURES = join(PACKAGE, "../../fixtures/pages");

/** Whether there is a browser to test with. */
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const canRun = existsSync(CHROMIUM) && BUNDLES.every((name) => existsSync(join(BUILT, name)));

export type Stopped = { stopped: string; after: number };

/** One browser with the extension in it. */
export class Bench {
  private constructor(
    private readonly folder: string,
    private readonly context: BrowserContext,
    private readonly worker: Worker,
    private readonly servers: readonly Server[],
    private readonly asked: string[],
  ) {}

  static async open(withDebugger: boolean): Promise<Bench> {
    const folder = mkdtempSync(join(tmpdir(), "hands-"));
    const extension = await pack(join(folder, "extension"), withDebugger);
    const context = await chromium.launchPersistentContext(join(folder, "profile"), {
      executablePath: CHROMIUM,
      headless: true,
      viewport: { width: 1200, height: 800 },
      args: [
        "--no-sandbox",
        "--headless=new",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--site-per-process",
        `--disable-extensions-except=${extension}`,
        `--load-extension=${extension}`,
      ],
    });
    // Dialogs stay open: they are the extension's to answer.
    context.on("page", (page) => page.on("dialog", () => undefined));
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    await worker.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const look = (): void => void ("stand" in globalThis ? resolve() : setTimeout(look, 20));
          look();
        }),
    );
    const asked: string[] = [];
    return new Bench(folder, context, worker, [await serve(asked), await serve(asked)], asked);
  }

  async close(): Promise<void> {
    await this.context.close();
    for (const server of this.servers) {
      server.close();
      server.closeAllConnections();
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** What both servers were asked for besides pages that stand there. */
  deeds(): readonly string[] {
    return [...this.asked];
  }

  forget(): void {
    this.asked.length = 0;
  }

  /** One of two origins. */
  origin(which: 0 | 1 = 0): string {
    const { port } = this.servers[which]!.address() as AddressInfo;
    return `http://${which === 0 ? "127.0.0.1" : "localhost"}:${port}`;
  }

  choose(what: { highlights?: boolean; input?: "events" | "trusted" }): Promise<void> {
    return this.worker.evaluate((chosen) => stand.choose(chosen), what);
  }

  /** Opens a page, hands over its tab, and closes it again with all that it opened. */
  async on(path: string, test: (tab: Tab) => Promise<void>): Promise<void> {
    const before = new Set(this.context.pages());
    const page = await this.context.newPage();
    page.on("dialog", () => undefined);
    try {
      const mark = `mark=${Math.random().toString(36).slice(2)}`;
      await page.goto(
        `${this.origin()}/${path}${path.includes("?") ? "&" : "?"}${mark}&other=${encodeURIComponent(this.origin(1))}`,
      );
      const id = await this.worker.evaluate(async (part) => {
        const tabs = await chrome.tabs.query({});
        return tabs.find((one) => one.url?.includes(part))?.id ?? -1;
      }, mark);
      await test(new Tab(this, this.worker, page, id));
      await this.worker.evaluate((tabId) => stand.release(tabId), id);
    } finally {
      for (const each of this.context.pages())
        if (!before.has(each)) await each.close({ runBeforeUnload: false }).catch(() => undefined);
    }
  }

  call<T>(run: (stand: Stand) => T | Promise<T>): Promise<T> {
    return this.worker.evaluate(`(${run.toString()})(stand)`) as Promise<T>;
  }

  /** Asks the extension's own interfaces. */
  ask<A, T>(run: (argument: A) => Promise<T> | T, argument: A): Promise<T> {
    return this.worker.evaluate(run as never, argument as never) as Promise<T>;
  }

  /** Opens a tab in front of all others. */
  async openFront(): Promise<Page> {
    const page = await this.context.newPage();
    await page.bringToFront();
    return page;
  }
}

/** One tab, as the extension has it and as it really is. */
export class Tab {
  private nodes: SemanticNode[] = [];
  private readonly dialogs: Dialog[] = [];

  constructor(
    readonly bench: Bench,
    private readonly worker: Worker,
    readonly page: Page,
    readonly id: number,
  ) {
    page.on("dialog", (dialog) => void this.dialogs.push(dialog));
  }

  async look(): Promise<PageCapture> {
    const capture = await this.capture(true);
    this.nodes = capture.interactiveTree;
    return capture;
  }

  /** Goes to another of the small pages. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.bench.origin()}/${path}?other=${encodeURIComponent(this.bench.origin(1))}`);
  }

  /** All that is seen, once the page rests or at once. */
  capture(settle: boolean): Promise<PageCapture> {
    return this.worker.evaluate(([tabId, rest]) => stand.look(tabId, rest), [this.id, settle] as const);
  }

  /** What was seen last under a name. */
  node(name: string): SemanticNode {
    const found = this.nodes.find((node) => node.n === name) ?? this.nodes.find((node) => node.n.includes(name));
    if (!found)
      throw new Error(`nothing called "${name}" among ${this.nodes.map((node) => `${node.r} ${node.n}`).join(", ")}`);
    return found;
  }

  /** Performs an action; `$name` stands for the id of what was seen under that name. */
  async do(action: string, more: Partial<Decision> = {}): Promise<Performed> {
    const performed = await this.start(action, more);
    if ("stopped" in performed) throw new Error(`stopped: ${performed.stopped}`);
    return performed;
  }

  async start(action: string, more: Partial<Decision> = {}): Promise<Performed | Stopped> {
    let target: SemanticNode | null = null;
    const written = action.replace(/\$\{([^}]+)\}/g, (_, name: string) => {
      const node = this.node(name);
      target ??= node;
      return /^\d+$/.test(node.i) ? node.i : `"${node.i}"`;
    });
    const seen = target as SemanticNode | null;
    const expected = seen && { role: seen.r, name: seen.n, ...(seen.xy && { xy: seen.xy as [number, number] }) };
    const decision: Decision = { action: written, origin: this.bench.origin(), ...(expected && { expected }), ...more };
    return this.worker.evaluate(([tabId, asked]) => stand.perform(tabId, asked), [this.id, decision] as const);
  }

  /** The same hands on another tab. */
  onTab(id: number): Tab {
    return new Tab(this.bench, this.worker, this.page, id);
  }

  /** Says yes to the dialog that is open, as the person would. */
  async answerDialog(): Promise<void> {
    await this.dialogs.at(-1)?.accept();
  }

  stop(): Promise<void> {
    return this.worker.evaluate(() => stand.stop());
  }

  /** What the page has noted down. */
  seen(): Promise<string[]> {
    return this.page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  }
}

async function pack(folder: string, withDebugger: boolean): Promise<string> {
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: [join(PACKAGE, "test/hands/real/worker.ts")],
    outfile: join(folder, "worker.js"),
    bundle: true,
    format: "iife",
    target: "chrome120",
    logLevel: "error",
  });
  for (const name of BUNDLES) copyFileSync(join(BUILT, name), join(folder, name));
  const manifest = {
    manifest_version: 3,
    name: "Hands under test",
    version: "0.0.1",
    permissions: ["storage", "scripting", "webNavigation", ...(withDebugger ? ["debugger"] : [])],
    host_permissions: ["<all_urls>"],
    background: { service_worker: "worker.js" },
    content_scripts: [
      { matches: ["<all_urls>"], js: ["page.js"], all_frames: true, match_about_blank: true, run_at: "document_start" },
    ],
  };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  return folder;
}

function serve(asked: string[]): Promise<Server> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const name = url.pathname.slice(1);
    if (bodyOf(name) === null && name !== "favicon.ico") asked.push(url.pathname);
    if (name === "file") {
      response
        .writeHead(200, {
          "content-type": "application/octet-stream",
          "content-disposition": "attachment; filename=a.bin",
        })
        .end("data");
      return;
    }
    const send = (): void => {
      const body = bodyOf(name);
      response
        .writeHead(body === null ? 404 : 200, {
          "content-type": name.endsWith(".json") ? "application/json" : "text/html; charset=utf-8",
        })
        .end(body ?? "<p>nothing here</p>");
    };
    const held = Number(url.searchParams.get("held") ?? 0);
    if (held > 0) setTimeout(send, held);
    else send();
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

function bodyOf(name: string): string | null {
  if (Object.hasOwn(PAGES, name)) return PAGES[name] ?? null;
  return /^[\w-]+\.html$/.test(name) && existsSync(join(FIXTURES, name))
    ? readFileSync(join(FIXTURES, name), "utf8")
    : null;
}
