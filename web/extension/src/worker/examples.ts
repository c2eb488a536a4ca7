/** What could be asked for on the page of a tab. It is looked at here and told to nobody. */

import { examplesOf } from "../look/examples.ts";
import type { Eyes } from "../shared/look.ts";
import { NEVER } from "../shared/wait.ts";
import { tabNow } from "./restricted.ts";

export class Examples {
  private readonly kept = new Map<number, { url: string; examples: string[] }>();

  constructor(private readonly eyes: Eyes) {}

  /** Looks at the tab, unless its page was looked at before. */
  async look(tabId: number): Promise<void> {
    const tab = await tabNow(tabId);
    if (!tab || tab.restricted || this.kept.get(tabId)?.url === tab.url) return;
    this.kept.set(tabId, { url: tab.url, examples: [] });
    const look = await this.eyes.look(tabId, { about: "", settle: true }, NEVER).catch(() => null);
    if (look) this.kept.set(tabId, { url: tab.url, examples: examplesOf(look.capture) });
  }

  /** Those of this page; none of one that the tab has left. */
  of(tabId: number, url: string): string[] {
    const kept = this.kept.get(tabId);
    return kept?.url === url ? kept.examples : [];
  }

  forget(tabId: number): void {
    this.kept.delete(tabId);
  }
}
