/** Things kept in the browser's storage, each under a name of its own. */
import { browser } from "wxt/browser";
import { hear } from "./wait.ts";

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

  /** Hears what is kept now, and whatever is from then on, until the signal is given. */
  watch(heard: (value: T) => void, until: AbortSignal): void {
    const changed = (changes: Record<string, { newValue?: unknown }>): void => {
      const change = changes[this.name];
      if (change) heard((change.newValue as T | undefined) ?? this.otherwise);
    };
    hear(browser.storage[this.area].onChanged, changed, until);
    void this.load().then(heard);
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
