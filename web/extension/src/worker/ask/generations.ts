/** How often a tab has gone elsewhere, within its document too: an approval counts for one generation only. */
import { browser } from "wxt/browser";

const KEY = "generations";
const TOP = 0;

export class Generations {
  private constructor(private counts: Record<string, number>) {}

  static async load(): Promise<Generations> {
    const kept = (await browser.storage.session.get(KEY))[KEY];
    return new Generations((kept as Record<string, number> | undefined) ?? {});
  }

  /** The tab's number; from the first time that it is asked for, it is counted. */
  async of(tabId: number): Promise<number> {
    const known = this.counts[tabId];
    if (known !== undefined) return known;
    await this.keep({ ...this.counts, [tabId]: 1 });
    return 1;
  }

  /** The tab went elsewhere. Tabs that nobody asked about are not counted. */
  async moved(tabId: number): Promise<void> {
    const known = this.counts[tabId];
    if (known !== undefined) await this.keep({ ...this.counts, [tabId]: known + 1 });
  }

  async forget(tabId: number): Promise<void> {
    if (this.counts[tabId] === undefined) return;
    await this.keep(Object.fromEntries(Object.entries(this.counts).filter(([tab]) => tab !== String(tabId))));
  }

  private async keep(counts: Record<string, number>): Promise<void> {
    // At once for whoever asks next, and then for good.
    this.counts = counts;
    await browser.storage.session.set({ [KEY]: counts });
  }
}

/** Hears of every tab that goes elsewhere, by a document or by a page's own history. */
export function onMoved(moved: (tabId: number) => void): void {
  const heard = ({
    tabId,
    frameId,
    documentLifecycle,
  }: {
    tabId: number;
    frameId: number;
    documentLifecycle?: string;
  }): void => {
    if (frameId === TOP && documentLifecycle !== "prerender") moved(tabId);
  };
  const { onCommitted, onHistoryStateUpdated, onReferenceFragmentUpdated } = browser.webNavigation as Partial<
    typeof browser.webNavigation
  >;
  // Not every browser has them all.
  for (const event of [onCommitted, onHistoryStateUpdated, onReferenceFragmentUpdated]) event?.addListener(heard);
}
