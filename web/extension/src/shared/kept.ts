/** Things kept in the browser's storage, each under a name of its own. */
import { browser } from "wxt/browser";

type Area = "local" | "session";

/** One thing. `otherwise` stands for it where nothing was kept. */
export class Kept<T> {
  constructor(
    private readonly area: Area,
    private readonly name: string,
    private readonly otherwise: T,
  ) {}

  async load(): Promise<T> {
    const kept = await browser.storage[this.area].get(this.name);
    return (kept[this.name] as T | undefined) ?? this.otherwise;
  }

  /** Null takes it away. */
  save(value: T): Promise<void> {
    const area = browser.storage[this.area];
    return value === null ? area.remove(this.name) : area.set({ [this.name]: value });
  }
}

/** One thing for each tab, for as long as the browser runs. */
export class KeptByTab<T extends { tabId: number }> {
  constructor(private readonly prefix: string) {}

  async load(): Promise<T[]> {
    const all = await browser.storage.session.get(null);
    return Object.entries(all)
      .filter(([name]) => name.startsWith(this.prefix))
      .map(([, value]) => value as T);
  }

  save(value: T): Promise<void> {
    return browser.storage.session.set({ [this.prefix + value.tabId]: value });
  }

  drop(tabId: number): Promise<void> {
    return browser.storage.session.remove(this.prefix + tabId);
  }
}
