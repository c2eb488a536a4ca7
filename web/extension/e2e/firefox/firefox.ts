/** A real Firefox with the built extension in it. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { end } from "../kit/child.ts";
import { until } from "../kit/desk.ts";
import { PICTURES } from "../kit/panel.ts";
import { EXTENSION } from "../kit/place.ts";
import { Marionette, Refused } from "./marionette.ts";

const FIREFOX =
  process.env.FIREFOX ?? ["/usr/bin/firefox", "/usr/bin/firefox-esr"].find((path) => existsSync(path)) ?? "firefox";
const ID = "screen-agent@screen-agent.example";
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

const PREFS: Record<string, string | number | boolean> = {
  "marionette.port": 0,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "toolkit.telemetry.reportingpolicy.firstRun": false,
  "app.update.disabledForTesting": true,
  "browser.aboutwelcome.enabled": false,
  // Whoever asks for a permission gets it: nobody is there to press the button of the browser's own question.
  "extensions.webextOptionalPermissionPrompts": false,
  // The event page goes to sleep as soon as it may.
  "extensions.background.idle.timeout": 3_000,
};

type Found = Record<string, string>;

/** A browser with a profile of its own. */
export class Firefox {
  private constructor(
    private readonly child: ChildProcess,
    private readonly profile: string,
    readonly remote: Marionette,
    /** Where the extension's own pages are. */
    readonly base: string,
    /** The tab that the browser began with; it stays, since a tab opens from another. */
    private readonly home: string,
  ) {}

  static async start(prefs: typeof PREFS = {}): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), "screen-agent-firefox-"));
    const lines = Object.entries({ ...PREFS, ...prefs }).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    writeFileSync(join(profile, "user.js"), `${lines.join("\n")}\n`);
    const child = spawn(
      FIREFOX,
      ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile],
      { stdio: "ignore", env: { ...process.env, MOZ_HEADLESS_WIDTH: "1000", MOZ_HEADLESS_HEIGHT: "760" } },
    );
    const told = join(profile, "MarionetteActivePort");
    await until("Firefox listens", () => existsSync(told) && readFileSync(told, "utf8") !== "", 60_000);
    const remote = await Marionette.to(Number(readFileSync(told, "utf8")));
    await remote.send("Addon:Install", { path: join(EXTENSION, "dist/firefox-mv3"), temporary: true });
    const base = await remote.script<string>("chrome", "return WebExtensionPolicy.getByID(arguments[0]).getURL('')", [
      ID,
    ]);
    const { value: home } = await remote.send<{ value: string }>("WebDriver:GetWindowHandle");
    return new Firefox(child, profile, remote, base, home);
  }

  /** A page in a tab of its own window or of the first one, and the browser's id of the tab. */
  async open(url: string, type: "tab" | "window" = "tab"): Promise<Page> {
    return this.remote.alone(async () => {
      await this.remote.send("WebDriver:SwitchToWindow", { handle: this.home, focus: false });
      const { handle } = await this.remote.send<{ handle: string }>("WebDriver:NewWindow", { type, focus: true });
      const page = new Page(this.remote, handle);
      await page.toFront();
      await this.remote.send("WebDriver:Navigate", { url });
      return page;
    });
  }

  /** The panel about a tab, in a window of its own: as beside a real sidebar, the tab stays in view. */
  async panel(tabId: number, width = 420): Promise<Page> {
    const page = await this.open(`${this.base}sidepanel.html?tab=${tabId}`, "window");
    await this.remote.alone(async () => {
      await page.toFront();
      const wide = await this.remote.script<number>("content", "return outerWidth - innerWidth");
      await this.remote.send("WebDriver:SetWindowRect", { width: width + wide, height: 860 });
    });
    return page;
  }

  /** Takes the right to see pages away, as a person can at any time. */
  async revoke(): Promise<void> {
    await this.remote.alone(() =>
      this.remote.script(
        "chrome",
        `const { ExtensionPermissions } = ChromeUtils.importESModule("resource://gre/modules/ExtensionPermissions.sys.mjs");
         return ExtensionPermissions.remove(arguments[0], { permissions: [], origins: ["<all_urls>"] }, WebExtensionPolicy.getByID(arguments[0]).extension)`,
        [ID],
      ),
    );
  }

  /** Puts the event page to sleep, as the browser does when it has been idle for long. */
  async sleep(): Promise<void> {
    const state = await this.remote.alone(() =>
      this.remote.script<string>(
        "chrome",
        `const { extension } = WebExtensionPolicy.getByID(arguments[0]);
         return extension.terminateBackground({ ignoreDevToolsAttached: true }).then(() => extension.backgroundState)`,
        [ID],
      ),
    );
    if (state !== "stopped") throw new Error(`the event page is ${state}`);
  }

  /** Opens the real sidebar beside a page, and pictures the whole window once the panel shows there. */
  async sidebar(page: Page, name: string): Promise<void> {
    await this.remote.alone(async () => {
      await page.toFront();
      await this.remote.script(
        "chrome",
        `const { SidebarController: sidebar } = window;
         return sidebar.show([...sidebar.sidebars.keys()].find((key) => key.includes("screen-agent")))`,
      );
      const title = (): Promise<string | undefined> =>
        this.remote.script(
          "chrome",
          `return window.SidebarController.browser.contentDocument.getElementById("webext-panels-browser")?.contentTitle`,
        );
      await until("the panel is in the sidebar", async () => (await title()) === "Screen Agent");
      await this.remote.send("Marionette:SetContext", { value: "chrome" });
      const { value } = await this.remote.send<{ value: string }>("WebDriver:TakeScreenshot", { full: false });
      await this.remote.send("Marionette:SetContext", { value: "content" });
      save(name, value);
    });
  }

  async close(): Promise<void> {
    this.remote.close();
    await end(this.child, "SIGKILL");
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

function save(name: string, base64: string): void {
  mkdirSync(PICTURES, { recursive: true });
  writeFileSync(join(PICTURES, `${name}.png`), Buffer.from(base64, "base64"));
}

/** A tab of the browser. */
export class Page {
  constructor(
    private readonly remote: Marionette,
    private readonly handle: string,
  ) {}

  async toFront(): Promise<void> {
    await this.remote.send("WebDriver:SwitchToWindow", { handle: this.handle, focus: true });
  }

  run<T>(script: string, args: unknown[] = []): Promise<T> {
    return this.here(() => this.remote.script<T>("content", script, args));
  }

  /** The id that extensions know the tab by. */
  tabId(): Promise<number> {
    return this.here(() =>
      this.remote.script<number>(
        "chrome",
        `const { ExtensionParent } = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");
         return ExtensionParent.apiManager.global.tabTracker.getId(gBrowser.selectedTab)`,
      ),
    );
  }

  url(): Promise<string> {
    return this.run("return location.href");
  }

  text(): Promise<string> {
    return this.run("return document.body.innerText");
  }

  /** Waits until the text of the page matches. */
  async shows(words: RegExp, patience = 20_000): Promise<void> {
    let last = "";
    await until(
      `the page shows ${words}`,
      async () => {
        last = await this.text().catch(() => "");
        return words.test(last);
      },
      patience,
    ).catch((error: Error) => {
      throw new Error(`${error.message}; it shows: ${last}`);
    });
  }

  /** Waits for an element, by CSS or XPath, and does something with it as a person would. */
  async fill(selector: string, words: string): Promise<void> {
    await this.with(selector, async (element) => {
      await this.remote.send("WebDriver:ElementClear", { id: element });
      await this.remote.send("WebDriver:ElementSendKeys", { id: element, text: words });
    });
  }

  async press(selector: string): Promise<void> {
    await this.with(selector, (element) => this.remote.send("WebDriver:ElementClick", { id: element }));
  }

  /** A picture, to be looked at: `out/extension/NAME.png`. */
  async picture(name: string): Promise<void> {
    const { value } = await this.here(() =>
      this.remote.send<{ value: string }>("WebDriver:TakeScreenshot", { full: false }),
    );
    save(name, value);
  }

  async close(): Promise<void> {
    await this.here(() => this.remote.send("WebDriver:CloseWindow"));
  }

  private here<T>(work: () => Promise<T>): Promise<T> {
    return this.remote.alone(async () => {
      await this.remote.send("WebDriver:SwitchToWindow", { handle: this.handle, focus: false });
      return work();
    });
  }

  private async with(selector: string, work: (element: string) => Promise<unknown>): Promise<void> {
    const using = selector.startsWith("//") ? "xpath" : "css selector";
    let why = "";
    await until(`${selector} is there`, () =>
      this.here(async () => {
        try {
          const { value } = await this.remote.send<{ value: Found }>("WebDriver:FindElement", {
            using,
            value: selector,
          });
          await work(value[ELEMENT] ?? "");
          return true;
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          why = error.message;
          return false;
        }
      }),
    ).catch((error: Error) => {
      throw new Error(`${error.message} (${why})`);
    });
  }
}
