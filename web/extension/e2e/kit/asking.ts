/** Asking, as a person does it in the panel. */
import type { Locator, Page } from "playwright-core";

export class Asking {
  constructor(readonly page: Page) {}

  /** Turns the composer to questions. */
  async begin(): Promise<void> {
    await this.page.getByRole("radio", { name: /^Ask about/ }).check();
    await this.field.waitFor();
  }

  get field(): Locator {
    return this.page.getByRole("textbox", { name: "What do you want to know?" });
  }

  async ask(words: string): Promise<void> {
    await this.field.fill(words);
    await this.page.getByRole("button", { name: "Ask", exact: true }).click();
  }

  /** The latest answer that says this. */
  answer(words: string): Locator {
    return this.page.getByRole("article", { name: "Answer" }).filter({ hasText: words }).last();
  }

  get approval(): Locator {
    return this.page.locator(".card.approval");
  }

  /** A source of the latest answer. */
  source(words: string): Locator {
    return this.page.getByRole("group", { name: "Sources" }).last().getByRole("button").filter({ hasText: words });
  }

  /** Opens the sheet of collections, at all of them: the one that was open before still is. */
  async collections(): Promise<Locator> {
    await this.page.getByRole("button", { name: "Collections", exact: true }).click();
    const sheet = this.page.getByRole("dialog", { name: "Collections" });
    const back = sheet.getByRole("button", { name: "All collections" });
    const all = sheet.getByLabel("New collection");
    await back.or(all).first().waitFor();
    if (await back.isVisible()) await back.click();
    await all.waitFor();
    return sheet;
  }
}
