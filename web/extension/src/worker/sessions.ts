/** Which conversation belongs to which tab. Spec 001 §2 and §3. */

import type { Client, SessionInfo } from "@screen-agent/api";
import { veiled } from "@screen-agent/ui/words";
import { browser } from "wxt/browser";
import { INITIALIZED, RUNNING, TAB_SESSIONS, type TabSession, type TabSessions } from "./store.ts";

/** As many sessions are remembered to exist on the server. */
const REMEMBERED = 200;

interface TabFacts {
  id: number;
  url: string;
}

export class TabSessionKeeper {
  /** Calls under way, so that one session is made once. */
  private readonly making = new Map<string, Promise<void>>();

  private constructor(
    private tabs: TabSessions,
    private initialized: string[],
    private lost: boolean,
    private readonly id: () => string,
  ) {}

  /** Reads what was kept, and forgets what belongs to tabs that are no more. */
  static async load(id: () => string): Promise<TabSessionKeeper> {
    const [kept, initialized, running, open] = await Promise.all([
      TAB_SESSIONS.load(),
      INITIALIZED.load(),
      RUNNING.load(),
      openTabs(),
    ]);
    if (!running) await RUNNING.save(true);
    const tabs = running ? present(kept ?? {}, open) : recognised(kept ?? {}, open);
    const keeper = new TabSessionKeeper(tabs, initialized, kept === null, id);
    if (kept && JSON.stringify(kept) !== JSON.stringify(tabs)) await TAB_SESSIONS.save(tabs);
    return keeper;
  }

  /** The tab that a tab's task has gone on to. */
  tabOf(tabId: number): number {
    return this.tabs[tabId]?.movedTo ?? tabId;
  }

  of(tabId: number): string | null {
    return this.tabs[tabId]?.sessionId ?? null;
  }

  /** The conversation of a tab, made on the server before anybody else hears of it. */
  async ensure(client: Client, tab: TabFacts, query: string): Promise<string> {
    const sessionId = this.of(tab.id) ?? this.id();
    await this.initialize(client, sessionId, tab, query);
    await this.map(tab.id, { sessionId, url: tab.url });
    return sessionId;
  }

  /** Takes up a conversation that the server knows. */
  async open(tab: TabFacts, sessionId: string): Promise<void> {
    await this.remember([sessionId]);
    await this.map(tab.id, { sessionId, url: tab.url });
  }

  /** Storage was lost: takes up what the server has, the newest of this domain or the newest of all. */
  async recover(client: Client, tab: TabFacts): Promise<void> {
    if (!this.lost) return;
    this.lost = false;
    const { sessions } = await client.sessions().catch((error: unknown) => {
      this.lost = true;
      throw error;
    });
    await this.remember(sessions.map((session) => session.sessionId));
    const found = bestFor(tab.url, sessions);
    if (found && !this.of(tab.id)) await this.open(tab, found.sessionId);
    else await TAB_SESSIONS.save(this.tabs);
  }

  /** The task went on in another tab, and the conversation with it. */
  async move(from: number, to: TabFacts): Promise<void> {
    const entry = this.tabs[from];
    if (!entry || from === to.id) return;
    this.tabs = {
      ...mapped(this.tabs, (one) => (one.movedTo === from ? { ...one, movedTo: to.id } : one)),
      [from]: { ...entry, movedTo: to.id },
      [to.id]: { sessionId: entry.sessionId, url: to.url },
    };
    await TAB_SESSIONS.save(this.tabs);
  }

  /** The tab shows another page; the conversation stays. */
  async seen(tabId: number, url: string): Promise<void> {
    const entry = this.tabs[tabId];
    if (entry && entry.url !== url) await this.map(tabId, { ...entry, url });
  }

  /** The tab is no more, and a new one may get its number; or it gets a fresh conversation, made with its first words. */
  async forget(tabId: number): Promise<void> {
    if (!(tabId in this.tabs)) return;
    const { [tabId]: _, ...rest } = this.tabs;
    this.tabs = mapped(rest, (one) => (one.movedTo === tabId ? { sessionId: one.sessionId, url: one.url } : one));
    await TAB_SESSIONS.save(this.tabs);
  }

  /** Somebody else signed in. */
  async clear(): Promise<void> {
    [this.tabs, this.initialized, this.lost] = [{}, [], true];
    await Promise.all([TAB_SESSIONS.save(null), INITIALIZED.save([])]);
  }

  private async initialize(client: Client, sessionId: string, tab: TabFacts, query: string): Promise<void> {
    if (this.initialized.includes(sessionId)) return;
    const under =
      this.making.get(sessionId) ??
      this.make(client, sessionId, tab, query).finally(() => this.making.delete(sessionId));
    this.making.set(sessionId, under);
    await under;
  }

  private async make(client: Client, sessionId: string, tab: TabFacts, initialQuery: string): Promise<void> {
    const url = /^https?:/.test(tab.url) ? { url: tab.url } : {};
    await client.initSession({
      sessionId,
      ...url,
      initialQuery: veiled(initialQuery),
      ...(tab.id > 0 ? { tabId: tab.id } : {}),
    });
    await this.remember([sessionId]);
  }

  private async remember(sessions: string[]): Promise<void> {
    this.initialized = [...new Set([...this.initialized, ...sessions])].slice(-REMEMBERED);
    await INITIALIZED.save(this.initialized);
  }

  private async map(tabId: number, entry: TabSession): Promise<void> {
    this.lost = false;
    this.tabs = { ...this.tabs, [tabId]: entry };
    await TAB_SESSIONS.save(this.tabs);
  }
}

function mapped(tabs: TabSessions, change: (one: TabSession) => TabSession): TabSessions {
  return Object.fromEntries(Object.entries(tabs).map(([tab, one]) => [tab, change(one)]));
}

async function openTabs(): Promise<TabFacts[]> {
  const tabs = await browser.tabs.query({});
  return tabs.flatMap((tab) => (tab.id === undefined ? [] : [{ id: tab.id, url: tab.url ?? "" }]));
}

/** Numbers are good for as long as the browser runs. */
function present(kept: TabSessions, open: TabFacts[]): TabSessions {
  const ids = new Set(open.map((tab) => String(tab.id)));
  return Object.fromEntries(Object.entries(kept).filter(([tab]) => ids.has(tab)));
}

/** After a restart numbers mean nothing: a tab that was brought back is known by its address. */
function recognised(kept: TabSessions, open: TabFacts[]): TabSessions {
  const free = Object.entries(kept).map(([tab, { sessionId, url }]) => ({ tab, sessionId, url }));
  const found: TabSessions = {};
  for (const { id, url } of open) {
    const same = free.filter((entry) => entry.url === url);
    const match = same.find((entry) => entry.tab === String(id)) ?? same[0];
    if (!match) continue;
    free.splice(free.indexOf(match), 1);
    found[id] = { sessionId: match.sessionId, url };
  }
  return found;
}

function bestFor(url: string, sessions: SessionInfo[]): SessionInfo | undefined {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  const here = sessions.find(({ domain }) => domain !== "" && (host === domain || host.endsWith(`.${domain}`)));
  return here ?? sessions[0];
}
