/** A person at work: a browser with the extension, a server, perhaps a model, and a panel beside each tab. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { Browser, type BrowserOptions } from "./browser.ts";
import { type Script, ScriptedModel } from "./model.ts";
import { Panel } from "./panel.ts";
import { AgentServer, EMAIL, PASSWORD } from "./server.ts";

export interface DeskOptions extends BrowserOptions {
  script?: Script;
  /** Lines of the server's settings file. */
  settings?: string;
  /** Stay signed out. */
  signedOut?: boolean;
}

/** A tab and the panel beside it. */
export interface Place {
  page: Page;
  tabId: number;
  panel: Panel;
}

export class Desk {
  private readonly browsers: Browser[] = [];

  private constructor(
    readonly server: AgentServer,
    readonly model: ScriptedModel | null,
    readonly browser: Browser,
  ) {
    this.browsers.push(browser);
  }

  static async open(options: DeskOptions = {}): Promise<Desk> {
    const model = options.script ? await ScriptedModel.start(options.script) : null;
    const told = { settings: options.settings ?? "", ...(model ? { model: model.url } : {}) };
    const [server, browser] = await Promise.all([AgentServer.start(told), Browser.start(options)]);
    const desk = new Desk(server, model, browser);
    if (!options.signedOut) await desk.signIn(browser);
    return desk;
  }

  private async signIn(browser: Browser): Promise<void> {
    const { page, tabId } = await browser.tab(`${this.server.url}/`);
    const panel = new Panel(await browser.panel(tabId));
    await panel.signIn(this.server.url, EMAIL, PASSWORD);
    await panel.page.close();
    await page.close();
  }

  /** A page in a tab, and the panel about it. */
  async at(url: string, browser = this.browser): Promise<Place> {
    const { page, tabId } = await browser.tab(url);
    const panel = new Panel(await browser.panel(tabId));
    return { page, tabId, panel };
  }

  /** Shuts a tab and its panel. */
  async leave({ page, panel }: Place): Promise<void> {
    await panel.page.close();
    await page.close();
  }

  /** Another browser in which the same person is signed in. */
  async another(): Promise<Browser> {
    const browser = await Browser.start();
    this.browsers.push(browser);
    await this.signIn(browser);
    return browser;
  }

  async close(): Promise<void> {
    for (const browser of this.browsers) await browser.close();
    await this.server.close();
    await this.model?.close();
  }
}

/** Waits until something holds; says what, when it never does. */
export async function until(what: string, test: () => Promise<boolean> | boolean, patience = 15_000): Promise<void> {
  const end = Date.now() + patience;
  while (!(await test())) {
    if (Date.now() > end) assert.fail(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
