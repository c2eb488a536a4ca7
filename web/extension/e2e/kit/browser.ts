/** A real Chromium with the built extension in it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page, type Worker } from "playwright-core";
import { CHROMIUM, unpacked } from "./place.ts";

export interface BrowserOptions {
  dark?: boolean;
  /** Of the panel, in CSS pixels. */
  width?: number;
  /** Names of hosts, each with the address that answers for it: so that a picture shows a name. */
  names?: Record<string, string>;
}

/** A browser with a profile of its own. */
export class Browser {
  private constructor(
    readonly context: BrowserContext,
    private readonly profile: string,
    /** The extension's id. */
    readonly id: string,
  ) {}

  static async start(options: BrowserOptions = {}): Promise<Browser> {
    const profile = mkdtempSync(join(tmpdir(), "screen-agent-chromium-"));
    const folder = unpacked();
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM,
      headless: false,
      colorScheme: options.dark ? "dark" : "light",
      viewport: { width: 1000, height: 760 },
      args: [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        `--host-resolver-rules=${Object.entries(options.names ?? {})
          .map(([name, address]) => `MAP ${name}:80 ${address}`)
          .join(",")}`,
        `--disable-extensions-except=${folder}`,
        `--load-extension=${folder}`,
      ],
    });
    context.setDefaultTimeout(15_000);
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    return new Browser(context, profile, new URL(worker.url()).host);
  }

  /** The extension's worker as it is now. */
  async worker(): Promise<Worker> {
    const own = this.context.serviceWorkers().find((each) => each.url().includes(this.id));
    return own ?? this.context.waitForEvent("serviceworker");
  }

  /** A tab with a page, and the browser's id of it. */
  async tab(url: string): Promise<{ page: Page; tabId: number }> {
    const page = await this.context.newPage();
    await page.goto(url);
    return { page, tabId: await this.tabOf(page) };
  }

  private async tabOf(page: Page): Promise<number> {
    const worker = await this.worker();
    await page.bringToFront();
    const found = await worker.evaluate(async (url) => {
      const extension = (
        globalThis as unknown as {
          chrome: { tabs: { query: (about: object) => Promise<{ id?: number; url?: string }[]> } };
        }
      ).chrome;
      const tabs = await extension.tabs.query({});
      // An extension is not told the addresses of the browser's own pages.
      const told = url.startsWith("http") ? url : undefined;
      return tabs
        .filter((tab) => tab.url === told)
        .map((tab) => tab.id)
        .at(-1);
    }, page.url());
    if (found === undefined) throw new Error(`no tab shows ${page.url()}`);
    return found;
  }

  /** The panel about a tab, in a window of its own: as beside a real side panel, the tab stays in view. */
  async panel(tabId: number, width = 420): Promise<Page> {
    const coming = this.context.waitForEvent("page");
    const worker = await this.worker();
    await worker.evaluate(async (path) => {
      const extension = (
        globalThis as unknown as { chrome: { windows: { create: (how: object) => Promise<unknown> } } }
      ).chrome;
      await extension.windows.create({ url: path, type: "popup" });
    }, `/sidepanel.html?tab=${tabId}`);
    const panel = await coming;
    await panel.setViewportSize({ width, height: 760 });
    return panel;
  }

  /** Kills the worker as the browser does when it has been idle for long; nothing that it held is left. */
  async killWorker(): Promise<void> {
    const page = await this.context.newPage();
    const session = await this.context.newCDPSession(page);
    await session.send("ServiceWorker.enable");
    await session.send("ServiceWorker.stopAllWorkers");
    await page.close();
  }

  /** All that the extension keeps in the browser. */
  async kept(): Promise<string> {
    const worker = await this.worker();
    return worker.evaluate(async () => {
      type Area = { get: (keys: null) => Promise<Record<string, unknown>> };
      const { local, session } = (globalThis as unknown as { chrome: { storage: { local: Area; session: Area } } })
        .chrome.storage;
      return JSON.stringify([await local.get(null), await session.get(null)]);
    });
  }

  async close(): Promise<void> {
    await this.context.close();
    rmSync(this.profile, { recursive: true, force: true });
  }
}
