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

  /** Opens the sheet of collections. */
  async collections(): Promise<Locator> {
    await this.page.getByRole("button", { name: "Collections", exact: true }).click();
    return this.page.getByRole("dialog", { name: "Collections" });
  }
}
