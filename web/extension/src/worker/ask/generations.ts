/** How often a tab has gone elsewhere, within its document too: an approval counts for one generation only. */
import { browser } from "wxt/browser";
import { Kept } from "../../shared/kept.ts";

const COUNTS = new Kept<Record<string, number>>("session", "generations", {});
const TOP = 0;

export class Generations {
  private constructor(private counts: Record<string, number>) {}

  static async load(): Promise<Generations> {
    return new Generations(await COUNTS.load());
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
    const { [tabId]: _, ...rest } = this.counts;
    await this.keep(rest);
  }

  private async keep(counts: Record<string, number>): Promise<void> {
    // At once for whoever asks next, and then for good.
    this.counts = counts;
    await COUNTS.save(counts);
  }
}

/** Hears of every tab that goes elsewhere, by a document or by a page's own history. */
export function onMoved(moved: (tabId: number) => void): void {
  type Told = { tabId: number; frameId: number; documentLifecycle?: string };
  const heard = ({ tabId, frameId, documentLifecycle }: Told): void => {
    if (frameId === TOP && documentLifecycle !== "prerender") moved(tabId);
  };
  const { onCommitted, onHistoryStateUpdated, onReferenceFragmentUpdated } = browser.webNavigation as Partial<
    typeof browser.webNavigation
  >;
  // Not every browser has them all.
  for (const event of [onCommitted, onHistoryStateUpdated, onReferenceFragmentUpdated]) event?.addListener(heard);
}
