/** What the browser tells of a tab while an action is done: where it goes, what it opens, whether it closes. */
import { browser } from "wxt/browser";
import { hear, sleep } from "../shared/wait.ts";

const TOP = 0;
/** How long an inner document may take to come before input goes on without it. */
const COMING = 1000;

/** Listens from its making until `stop`. */
export class Watch {
  /** Documents that the tab came to, places within a document, and documents of inner frames. */
  documents = 0;
  places = 0;
  innerDocuments = 0;
  /** Why the browser gave a navigation up. */
  failed: string | null = null;
  removed = false;
  /** Tabs that the page opened, oldest first. */
  readonly opened: number[] = [];
  /** Downloads that began anywhere, by the browser's number. */
  readonly downloads: number[] = [];
  /** How many of them have come to an end, whole or not. */
  ended = 0;
  /** A navigation was begun and has come to nothing yet. */
  private begun = false;
  private parsed = true;
  private completed = true;
  private readonly inner = new Set<number>();
  /** What is done in each inner document that comes, before any more input is given. */
  meet: ((frameId: number) => Promise<unknown>) | null = null;
  private readonly coming = new Set<number>();
  private met: Promise<unknown> = Promise.resolve();
  private readonly over = new AbortController();
  private readonly waiting = new Set<() => void>();

  /** `fresh`: the tab was opened just now, with a document on its way that may have come before we listen. */
  constructor(
    readonly tabId: number,
    private readonly fresh = false,
  ) {
    this.begun = fresh;
    this.hearNavigation();
    this.hearTabs();
    // Safari tells of none.
    hear(browser.downloads?.onCreated, ({ id }) => this.downloads.push(id) && this.wake(), this.over.signal);
    hear(browser.downloads?.onChanged, ({ state }) => state && ++this.ended && this.wake(), this.over.signal);
  }

  stop(): void {
    this.over.abort();
    this.wake();
  }

  /** A document is on its way or not read to its end. */
  get isDocumentDue(): boolean {
    return !this.removed && (this.begun || !this.parsed);
  }

  /** What belongs to the document, pictures and frames, is still coming. */
  get isLoading(): boolean {
    return !this.removed && (this.isDocumentDue || !this.completed || this.inner.size > 0);
  }

  /** Equal numbers mean that nothing began in between. */
  get count(): number {
    return this.documents + this.places + this.innerDocuments + (this.begun ? 0.5 : 0);
  }

  /** Waits until the test is met; false when it was not in time. */
  async until(test: () => boolean, ms: number, signal: AbortSignal): Promise<boolean> {
    const end = performance.now() + ms;
    while (!test()) {
      signal.throwIfAborted();
      const left = end - performance.now();
      if (left <= 0 || this.over.signal.aborted) return false;
      await this.news(left, signal);
    }
    return true;
  }

  /** Waits until inner documents that are on their way have been met. One that takes long is waited for once. */
  async meeting(signal: AbortSignal): Promise<void> {
    if (!(await this.until(() => this.coming.size === 0, COMING, signal))) this.coming.clear();
    await this.met;
  }

  private innerBegun(frameId: number): void {
    this.inner.add(frameId);
    if (this.meet) this.coming.add(frameId);
  }

  private innerCommitted(frameId: number): void {
    this.innerDocuments++;
    this.coming.delete(frameId);
    if (this.meet) this.met = Promise.all([this.met, this.meet(frameId)]);
  }

  private innerGone(frameId: number): void {
    this.inner.delete(frameId);
    this.coming.delete(frameId);
  }

  private async news(ms: number, signal: AbortSignal): Promise<void> {
    const heard = new AbortController();
    const wake = (): void => heard.abort();
    this.waiting.add(wake);
    // Waking ends the sleep early, which is no stop.
    await sleep(ms, AbortSignal.any([signal, heard.signal])).catch(() => undefined);
    this.waiting.delete(wake);
    signal.throwIfAborted();
  }

  // Who is woken may wait again before the others are.
  private wake(): void {
    for (const wake of [...this.waiting]) wake();
  }

  private hearNavigation(): void {
    type Told = { tabId: number; frameId: number; error?: string; documentLifecycle?: string };
    const on = (event: Parameters<typeof hear<(told: Told) => void>>[0], heard: (told: Told) => void): void => {
      const listener = (told: Told): void => {
        // What is rendered ahead is not on the screen.
        if (told.tabId !== this.tabId || told.documentLifecycle === "prerender") return;
        heard(told);
        this.wake();
      };
      hear(event, listener, this.over.signal);
    };
    const { webNavigation } = browser;
    on(webNavigation.onBeforeNavigate, ({ frameId }) => {
      if (frameId === TOP) this.begun = true;
      else this.innerBegun(frameId);
    });
    on(webNavigation.onCommitted, ({ frameId }) => (frameId === TOP ? this.committed() : this.innerCommitted(frameId)));
    on(webNavigation.onDOMContentLoaded, ({ frameId }) => frameId === TOP && this.read());
    on(webNavigation.onCompleted, ({ frameId }) =>
      frameId === TOP ? this.read(true) : void this.inner.delete(frameId),
    );
    on(webNavigation.onErrorOccurred, ({ frameId, error }) =>
      frameId === TOP ? this.gaveUp(error ?? "") : this.innerGone(frameId),
    );
    on(webNavigation.onHistoryStateUpdated, ({ frameId }) => frameId === TOP && this.places++);
    on(webNavigation.onReferenceFragmentUpdated, ({ frameId }) => {
      if (frameId !== TOP) return;
      this.begun = false;
      this.places++;
    });
  }

  private committed(): void {
    this.documents++;
    this.begun = false;
    this.parsed = this.completed = false;
    this.inner.clear();
    this.failed = null;
  }

  private read(whole = false): void {
    if (this.fresh && this.documents === 0) this.committed();
    this.parsed = true;
    this.completed ||= whole;
  }

  /** For a tab that was opened just now: what came before we listened. */
  async catchUp(): Promise<void> {
    const tab = await browser.tabs.get(this.tabId).catch(() => null);
    if (!tab) this.removed = true;
    else if (tab.status === "complete" && this.documents === 0) this.read(true);
    this.wake();
  }

  private gaveUp(failed: string): void {
    this.begun = false;
    this.parsed = this.completed = true;
    this.failed = failed;
  }

  private hearTabs(): void {
    const removed = (id: number): void => {
      if (id === this.tabId) this.removed = true;
      const at = this.opened.indexOf(id);
      if (at >= 0) this.opened.splice(at, 1);
      this.wake();
    };
    const opened = (from: number | undefined, id: number | undefined): void => {
      if (from === this.tabId && id !== undefined) this.opened.push(id);
      this.wake();
    };
    const created = ({ sourceTabId, tabId }: { sourceTabId: number; tabId: number }): void =>
      opened(sourceTabId, tabId);
    const made = ({ openerTabId, id }: { openerTabId?: number; id?: number }): void => opened(openerTabId, id);
    // A page that is brought back from the browser's memory tells less than one that is loaded.
    const updated = (id: number, { status }: { status?: string }): void => {
      if (id !== this.tabId || status !== "complete" || this.begun) return;
      this.parsed = this.completed = true;
      this.wake();
    };
    const until = this.over.signal;
    hear(browser.tabs.onRemoved, removed, until);
    hear(browser.tabs.onUpdated, updated, until);
    // The page's own doing, where the browser tells; else whatever was opened from the tab.
    const target = browser.webNavigation.onCreatedNavigationTarget as
      | typeof browser.webNavigation.onCreatedNavigationTarget
      | undefined;
    if (target) hear(target, created, until);
    else hear(browser.tabs.onCreated, made, until);
  }
}
