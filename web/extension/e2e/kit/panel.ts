/** The panel as a person uses it: by what stands on its buttons and fields. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { REPOSITORY } from "./place.ts";

/** How a task stands. What is done is so with or without all of it having been seen: the tests look themselves. */
export type Standing = "Running" | "Waiting" | "Done" | "Failed" | "Stopped" | "Not done";

const DONE = /Completed|Done, not verified/;

/** Where pictures go, to be looked at. */
export const PICTURES = join(REPOSITORY, "out/extension");

export class Panel {
  constructor(readonly page: Page) {}

  async signIn(server: string, email: string, password: string): Promise<void> {
    await this.enterSignIn(server, email, password);
    await this.begin();
  }

  /** Past what a new person is told first. */
  async begin(): Promise<void> {
    const read = this.button("Got it");
    await read.or(this.composer).first().waitFor();
    if (await read.isVisible()) await read.click();
    await this.composer.waitFor();
  }

  async enterSignIn(server: string, email: string, password: string): Promise<void> {
    await this.page.getByLabel("E-mail").fill(email);
    await this.page.getByLabel("Password").fill(password);
    await this.page.getByLabel("Server").fill(server);
    await this.page.getByRole("button", { name: "Sign in" }).click();
  }

  /** Where the person writes. */
  get composer(): Locator {
    return this.page.getByRole("textbox", { name: /What do you want done|Your answer/ });
  }

  /** Writes something and sends it. */
  async say(words: string): Promise<void> {
    await this.composer.fill(words);
    // A file may still be on its way.
    await this.page.locator("button.send:enabled").waitFor();
    await this.composer.press("Enter");
  }

  /** Waits until the task stands so. */
  async stands(standing: Standing, timeout = 30_000): Promise<void> {
    await this.page
      .locator(".task-header, .outcome")
      .getByText(standing === "Done" ? DONE : standing, { exact: false })
      .first()
      .waitFor({ timeout });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name });
  }

  /** Says yes to whatever is asked from now on. */
  async approvesAll(): Promise<void> {
    await this.page.addLocatorHandler(this.button("Allow once"), (button) => button.click());
  }

  /** The card about what a task came to. */
  get outcome(): Locator {
    return this.page.getByRole("region", { name: "What the task came to" });
  }

  /** The actions that were done, in plain words. */
  steps(): Promise<string[]> {
    return this.page.locator(".turn.step .action").allTextContents();
  }

  /** Opens one of the sheets behind "More". */
  async more(sheet: "Settings" | "Debug view"): Promise<Locator> {
    await this.button("More").click();
    await this.page.getByRole("menuitem", { name: sheet }).click();
    return this.page.getByRole("dialog", { name: sheet });
  }

  /** What stands out sideways, so that one would have to scroll; code may scroll in its own box. */
  wide(): Promise<string[]> {
    return this.page.evaluate(() => {
      const boxes = [document.documentElement, ...document.querySelectorAll<HTMLElement>("body, body *")].filter(
        (each) => {
          const { overflowX, position } = getComputedStyle(each);
          const scrolls = each === document.documentElement || overflowX === "auto" || overflowX === "scroll";
          return (
            scrolls && position !== "absolute" && !each.closest("pre, code") && each.scrollWidth > each.clientWidth + 1
          );
        },
      );
      return boxes.map((each) => `${each.localName}.${each.className}: ${each.scrollWidth} in ${each.clientWidth}`);
    });
  }

  /** A picture of another page, beside those of the panel. */
  async pictureOf(page: Page, name: string): Promise<void> {
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: "disabled" });
  }

  /** A picture in light and dark, to be looked at: `out/extension/NAME.light.png`. */
  async picture(name: string): Promise<void> {
    mkdirSync(PICTURES, { recursive: true });
    for (const scheme of ["dark", "light"] as const) {
      await this.page.emulateMedia({ colorScheme: scheme });
      await this.page.screenshot({ path: join(PICTURES, `${name}.${scheme}.png`), animations: "disabled" });
    }
  }
}
