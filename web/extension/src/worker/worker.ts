/** Wires what the browser tells, the panels and the task loop together. */

import { Client } from "@screen-agent/api";
import { PacketClient } from "@screen-agent/api/packet";
import type { Join } from "@screen-agent/api/realtime";
import { browser } from "wxt/browser";
import { viewOf as askViewOf, NOTHING } from "../ask/view.ts";
import type { Hands } from "../shared/action.ts";
import type { Eyes } from "../shared/look.ts";
import type { Answer, PanelState, Problem } from "../shared/protocol.ts";
import type { Reader } from "../shared/reading.ts";
import type { Recorder } from "../shared/recording.ts";
import type { Stamp } from "../task/event.ts";
import { hasEnded, type TaskState } from "../task/state.ts";
import { statusOf, viewOf } from "../task/view.ts";
import { hasAccess, onAccess } from "./access.ts";
import { AccountKeeper, type MakeClient } from "./account.ts";
import { Asks } from "./ask/asks.ts";
import { Generations, onMoved } from "./ask/generations.ts";
import { Library } from "./ask/library.ts";
import { choose, isChosen, isCommand, isNoted, isPointed, obey } from "./commands.ts";
import { Examples } from "./examples.ts";
import { problemOf } from "./failure.ts";
import { knowledgeOf } from "./knowledge.ts";
import { Leases } from "./leases.ts";
import type { Office } from "./office.ts";
import { isOurs, type PanelHost, Panels } from "./panels.ts";
import { Pointing } from "./pointing.ts";
import { onCommitted, Recordings } from "./recordings.ts";
import { isRestricted } from "./restricted.ts";
import { RowRuns } from "./rows.ts";
import { TabSessionKeeper } from "./sessions.ts";
import { closeStorage } from "./store.ts";
import { Tasks } from "./tasks.ts";
import { KeepAlive, realTimers, setAlarm, type Timers, WAKE_ALARM } from "./wake.ts";

/** What a worker works with. */
export interface WorkerParts {
  eyes: Eyes;
  hands: Hands;
  reader: Reader;
  recorder: Recorder;
  /** Whether this build and browser can give trusted input. */
  trusted: PanelState["trusted"];
  makeClient?: MakeClient;
  makePackets?: (base: string, token: string | null) => PacketClient;
  timers?: Timers;
  join?: Join;
  now?: () => number;
  id?: () => string;
  chance?: () => number;
}

/** Listeners are added at once, before anything is waited for: an event may be what woke the worker. */
export function startWorker(parts: WorkerParts): { ready: Promise<void> } {
  const worker = new Worker(parts);
  worker.listen();
  return { ready: worker.ready };
}

class Worker implements Office, PanelHost {
  readonly ready: Promise<void>;
  readonly eyes: Eyes;
  readonly hands: Hands;
  readonly reader: Reader;
  readonly recorder: Recorder;
  readonly timers: Timers;
  readonly now: () => number;
  readonly id: () => string;
  readonly keepAlive: KeepAlive;
  readonly tasks: Tasks = new Tasks(this);
  readonly asks: Asks = new Asks(this);
  readonly rows: RowRuns = new RowRuns(this);
  readonly leases: Leases;
  readonly recordings: Recordings = new Recordings(this);
  readonly pointing: Pointing = new Pointing(this);
  readonly examples: Examples;
  library: Library = new Library(this);
  account!: AccountKeeper;
  sessions!: TabSessionKeeper;
  private generations!: Generations;
  private readonly panels: Panels = new Panels(this);

  constructor(private readonly parts: WorkerParts) {
    ({ eyes: this.eyes, hands: this.hands, reader: this.reader, recorder: this.recorder } = parts);
    this.examples = new Examples(this.eyes);
    this.leases = new Leases(this, parts.join);
    this.timers = parts.timers ?? realTimers;
    this.keepAlive = new KeepAlive(this.timers);
    this.now = parts.now ?? Date.now;
    this.id = parts.id ?? (() => crypto.randomUUID());
    this.ready = this.load();
  }

  listen(): void {
    browser.runtime.onConnect.addListener((port) => this.panels.connect(port));
    browser.runtime.onMessage.addListener((message: unknown, sender, respond: (answer: unknown) => void) => {
      // A content script speaks with its own extension id too; only our pages may command. It may choose of what is asked.
      const tabId = sender.id === browser.runtime.id ? sender.tab?.id : undefined;
      if (tabId !== undefined && isChosen(message)) this.once(() => choose(this, tabId, message.chosen));
      // Nor may it do more than tell what the person did or pointed at, where that is waited for.
      if (tabId !== undefined && isPointed(message)) this.once(() => this.pointing.pointed(tabId, message.pointed));
      if (tabId !== undefined && isNoted(message))
        this.once(() =>
          this.recordings.noted(tabId, { frameId: sender.frameId ?? 0, origin: sender.origin }, message.noted),
        );
      if (!isOurs(sender) || !isCommand(message)) return undefined;
      void this.ready
        .then(() => obey(this, message))
        .catch((error: unknown) => ({ ok: false, problem: problemOf(error) }) satisfies Answer)
        .then(respond);
      return true;
    });
    browser.alarms.onAlarm.addListener((alarm) => {
      if (alarm.name === WAKE_ALARM) this.once(() => this.tick());
    });
    browser.tabs.onRemoved.addListener((tabId) => this.once(() => this.tabClosed(tabId)));
    browser.tabs.onUpdated.addListener((tabId, change) => {
      if (change.url !== undefined || change.title !== undefined) this.once(() => this.updated(tabId, change.url));
    });
    browser.tabs.onActivated.addListener(() => this.changed());
    onMoved((tabId) => this.once(() => this.generations.moved(tabId)));
    onMoved((tabId) => this.once(() => this.pointing.moved(tabId)));
    onCommitted((told) => this.once(() => this.recordings.committed(told)));
    onAccess(() => this.changed());
    browser.commands?.onCommand.addListener((name) => {
      if (name === "stop") this.once(() => this.stopNow());
    });
  }

  /** The keys to stop: what is done in the tab in front, or else everything. */
  private async stopNow(): Promise<void> {
    const [front] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
    const tabId = front?.id === undefined ? null : this.sessions.tabOf(front.id);
    const tasks = this.tasks.all().filter(({ state }) => !hasEnded(state));
    const asks = this.asks.all().filter(({ state }) => this.asks.isBusy(state.tabId));
    const rows = this.rows.tabs();
    const here = rows.some((at) => at === tabId) || [...tasks, ...asks].some(({ state }) => state.tabId === tabId);
    const meant = ({ state }: { state: { tabId: number } }): boolean => !here || state.tabId === tabId;
    for (const at of rows) if (!here || at === tabId) void this.rows.stop(at);
    for (const task of tasks.filter(meant)) void this.tasks.dispatch(task, { kind: "stop" });
    for (const ask of asks.filter(meant)) void this.asks.dispatch(ask, { kind: "stop" });
  }

  /** Does something as soon as what was kept is read. */
  private once(work: () => unknown): void {
    void this.ready
      .then(work)
      .catch((error: unknown) => console.error("an event of the browser came to nothing", error));
  }

  private async load(): Promise<void> {
    await closeStorage().catch((error: unknown) =>
      console.error("storage could not be closed to content scripts", error),
    );
    [this.account, this.sessions, this.generations] = await Promise.all([
      AccountKeeper.load(this.parts.makeClient ?? ((base, token) => new Client({ base, token })), this.now),
      TabSessionKeeper.load(this.id),
      Generations.load(),
    ]);
    const open = new Set((await browser.tabs.query({})).flatMap((tab) => tab.id ?? []));
    await this.tasks.revive(open);
    await this.asks.revive(open);
    await this.rows.revive();
    await this.recordings.load(open);
    await this.pointing.load();
    await this.leases.load();
    await this.keepAwake();
    this.changed();
  }

  client(): Client | null {
    return this.account.client();
  }

  packets(): PacketClient | null {
    const access = this.account.access();
    const make = this.parts.makePackets ?? ((base, token) => new PacketClient({ base, token }));
    return access && make(access.server, access.token);
  }

  owner(): string {
    return this.account.owner;
  }

  generation(tabId: number): Promise<number> {
    return this.generations.of(tabId);
  }

  stamp(): Stamp {
    const now = this.now();
    return { now, id: this.id(), chance: (this.parts.chance ?? Math.random)(), today: localDate(now) };
  }

  changed(): void {
    this.panels.publish();
  }

  keepAwake(): Promise<void> {
    const { asks, tasks, rows, leases, recordings } = this;
    const runs = asks.anyRuns() || tasks.anyRuns() || rows.tabs().length > 0;
    return setAlarm(runs || leases.holds() || recordings.anyOn());
  }

  ended(task: TaskState): void {
    this.rows.ended(task);
    this.leases.ended(task);
  }

  /** The next who signs in has collections of their own. */
  forgetLibrary(): void {
    this.library.end();
    this.library = new Library(this);
  }

  private tick(): void {
    if (this.leases.holds()) void this.leases.refresh();
    for (const task of this.tasks.all()) void this.tasks.dispatch(task, { kind: "tick" });
    for (const ask of this.asks.all()) void this.asks.dispatch(ask, { kind: "tick" });
  }

  private async tabClosed(tabId: number): Promise<void> {
    const task = this.tasks.of(tabId);
    if (task) await this.tasks.dispatch(task, { kind: "tabClosed" });
    for (const ask of this.asks.all()) await this.asks.dispatch(ask, { kind: "tabClosed", tabId });
    await this.recordings.tabClosed(tabId);
    await this.pointing.tabClosed(tabId);
    await this.leases.tabClosed(tabId).catch(() => undefined);
    await this.asks.forget(tabId);
    await this.generations.forget(tabId);
    this.examples.forget(tabId);
    await this.left(tabId);
  }

  /** A tab that is gone is forgotten once nothing is done on it any more. */
  async left(tabId: number): Promise<void> {
    const open = await browser.tabs.get(tabId).catch(() => null);
    if (open || this.tasks.isBusy(tabId)) return;
    await this.tasks.forget(tabId);
    await this.sessions.forget(tabId);
    this.changed();
  }

  private async updated(tabId: number, url: string | undefined): Promise<void> {
    if (url !== undefined) await this.sessions.seen(tabId, url);
    this.changed();
  }

  async moved(from: number, to: number): Promise<void> {
    const url = await urlOf(to);
    await this.sessions.move(from, { id: to, url });
    await this.left(from);
    this.changed();
  }

  async signedOut(why: Problem): Promise<void> {
    await this.account.revoked(why);
    this.changed();
  }

  /** Storage may have been lost: the server knows the conversations still. */
  opened(tabId: number): void {
    void this.ready
      .then(async () => {
        const client = this.account.client();
        if (!client) return;
        await this.account.refresh().catch(() => undefined);
        void this.leases.refresh();
        this.changed();
        if (this.sessions.of(tabId)) return;
        await this.sessions.recover(client, { id: tabId, url: await urlOf(tabId) });
        this.changed();
      })
      .catch((error: unknown) =>
        console.warn("conversations could not be looked up", error instanceof Error ? error.message : ""),
      );
  }

  /** What a panel had outlined on a page does not stay there without it. */
  closed(tabId: number): void {
    this.once(() => {
      for (const each of this.asks.tabsOf(tabId).add(this.sessions.tabOf(tabId)))
        void this.reader.unhighlight(each).catch(() => undefined);
    });
  }

  async stateFor(panelTab: number | null): Promise<PanelState> {
    await this.ready;
    const tabId = panelTab === null ? null : this.sessions.tabOf(panelTab);
    const tab = tabId === null ? null : await browser.tabs.get(tabId).catch(() => null);
    const task = tabId === null ? null : this.tasks.of(tabId);
    const { account, signedOut, settings, knowledge } = this.account;
    const sessionId = tabId === null || !account ? null : this.sessions.of(tabId);
    return {
      settings,
      account,
      signedOut,
      tab:
        tab && tabId !== null
          ? { id: tabId, url: tab.url ?? "", title: tab.title ?? "", restricted: isRestricted(tab.url ?? "") }
          : null,
      sessionId,
      task: task && account ? viewOf(task.state) : null,
      rows: sessionId === null ? null : this.rows.viewOf(sessionId),
      access: await hasAccess(tab === null || Boolean(tab.url), settings.server),
      recording: account ? await this.recordingOf(tabId) : null,
      pointing: account ? this.pointing.view() : null,
      leases: account ? this.leases.views() : [],
      elsewhere: account ? this.elsewhere(tabId) : [],
      hasModel: account ? this.account.hasModel : null,
      knowledge: tab?.url && account && knowledge ? knowledgeOf(knowledge, tab.url) : null,
      examples: tab && tabId !== null && account ? this.examples.of(tabId, tab.url ?? "") : [],
      trusted: this.parts.trusted,
      ask: account ? this.askOf(panelTab) : null,
      collections: account ? this.library.shown : null,
    };
  }

  private async recordingOf(tabId: number | null): Promise<PanelState["recording"]> {
    if (!this.recordings.any()) return null;
    const open = new Set((await browser.tabs.query({})).map(({ id }) => id));
    return this.recordings.viewOf(tabId, (each) => open.has(each));
  }

  private askOf(tabId: number | null): PanelState["ask"] {
    const ask = tabId === null ? null : this.asks.of(tabId);
    return ask && ask.state.owner === this.account.owner ? askViewOf(ask.state) : NOTHING;
  }

  private elsewhere(tabId: number | null): PanelState["elsewhere"] {
    const others = this.tasks.all().filter(({ state }) => state.tabId !== tabId && !hasEnded(state));
    return others.map(({ state }) => ({ tabId: state.tabId, query: state.query, status: statusOf(state.phase) }));
  }
}

async function urlOf(tabId: number): Promise<string> {
  return browser.tabs.get(tabId).then(
    (tab) => tab.url ?? "",
    () => "",
  );
}

/** Today where the person is. */
function localDate(now: number): string {
  const date = new Date(now);
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
