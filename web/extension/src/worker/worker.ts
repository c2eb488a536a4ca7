/** Wires what the browser tells, the panels and the task loop together. */

import { Client } from "@screen-agent/api";
import { PacketClient } from "@screen-agent/api/packet";
import { browser } from "wxt/browser";
import { viewOf as askViewOf, NOTHING } from "../ask/view.ts";
import type { Hands } from "../shared/action.ts";
import type { Eyes } from "../shared/look.ts";
import type { Answer, PanelState, Problem } from "../shared/protocol.ts";
import type { Reader } from "../shared/reading.ts";
import type { Stamp } from "../task/event.ts";
import { hasEnded } from "../task/state.ts";
import { statusOf, viewOf } from "../task/view.ts";
import { hasAccess, onAccess } from "./access.ts";
import { AccountKeeper, type MakeClient } from "./account.ts";
import { Asks } from "./ask/asks.ts";
import { Generations, onMoved } from "./ask/generations.ts";
import { Library } from "./ask/library.ts";
import { perform as performAsking } from "./ask/perform.ts";
import { isCommand, type Office, obey } from "./commands.ts";
import { problemOf } from "./failure.ts";
import { isOurs, Panels, type Port } from "./panels.ts";
import { perform, type World } from "./perform.ts";
import { isRestricted } from "./restricted.ts";
import { TabSessionKeeper } from "./sessions.ts";
import { closeStorage } from "./store.ts";
import { Tasks } from "./tasks.ts";
import { KeepAlive, realTimers, type Timers, WAKE_ALARM } from "./wake.ts";

const PATIENCE_MS = 3_000;

/** What a worker works with. */
export interface WorkerParts {
  eyes: Eyes;
  hands: Hands;
  reader: Reader;
  /** Whether this build and browser can give trusted input. */
  trusted: PanelState["trusted"];
  makeClient?: MakeClient;
  makePackets?: (base: string, token: string | null) => PacketClient;
  timers?: Timers;
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

class Worker {
  readonly ready: Promise<void>;
  private readonly timers: Timers;
  private readonly now: () => number;
  private readonly id: () => string;
  private readonly chance: () => number;
  private readonly panels: Panels;
  private readonly tasks: Tasks;
  private readonly world: World;
  private readonly asks: Asks;
  private library: Library;
  private generations!: Generations;
  /** Whether something was being asked when it was looked at last. */
  private asking = false;
  private account!: AccountKeeper;
  private sessions!: TabSessionKeeper;

  constructor(private readonly parts: WorkerParts) {
    this.timers = parts.timers ?? realTimers;
    this.now = parts.now ?? Date.now;
    this.id = parts.id ?? (() => crypto.randomUUID());
    this.chance = parts.chance ?? Math.random;
    this.panels = new Panels({
      stateFor: (tabId) => this.stateFor(tabId),
      opened: (tabId) => this.opened(tabId),
      closed: (tabId) => this.unhighlight(tabId),
    });
    this.world = this.makeWorld();
    this.tasks = new Tasks({
      stamp: () => this.stamp(),
      perform: (task, effect) => perform(this.world, task, effect),
      changed: () => this.panels.publish(),
      alsoAwake: () => this.asks.anyRuns(),
    });
    this.library = this.makeLibrary();
    this.asks = this.makeAsks(this.world.keepAlive);
    this.ready = this.load();
  }

  listen(): void {
    browser.runtime.onConnect.addListener((port) => this.panels.connect(port as Port));
    browser.runtime.onMessage.addListener((message: unknown, sender, respond: (answer: unknown) => void) => {
      // A content script speaks with its own extension id too; only our pages may command.
      if (!isOurs(sender) || !isCommand(message)) return undefined;
      void this.ready
        .then(() => obey(this.office(), message))
        .catch((error: unknown) => ({ ok: false, problem: problemOf(error) }) satisfies Answer)
        .then(respond);
      return true;
    });
    browser.alarms.onAlarm.addListener((alarm) => {
      if (alarm.name === WAKE_ALARM) this.once(() => this.tick());
    });
    browser.tabs.onRemoved.addListener((tabId) => this.once(() => this.closed(tabId)));
    browser.tabs.onUpdated.addListener((tabId, change) => {
      if (change.url !== undefined || change.title !== undefined) this.once(() => this.updated(tabId, change.url));
    });
    browser.tabs.onActivated.addListener(() => this.panels.publish());
    onMoved((tabId) => this.once(() => this.generations.moved(tabId)));
    onAccess(() => this.panels.publish());
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
      AccountKeeper.load(this.makeClient(), this.now),
      TabSessionKeeper.load(this.id),
      Generations.load(),
    ]);
    const open = new Set((await browser.tabs.query({})).flatMap((tab) => tab.id ?? []));
    await this.tasks.revive(open);
    await this.asks.revive(open);
    this.panels.publish();
  }

  private makeClient(): MakeClient {
    return this.parts.makeClient ?? ((base, token) => new Client({ base, token }));
  }

  private packets(): PacketClient | null {
    const access = this.account.access();
    const make = this.parts.makePackets ?? ((base, token) => new PacketClient({ base, token }));
    return access && make(access.server, access.token);
  }

  private makeLibrary(): Library {
    const { reader } = this.parts;
    return new Library({
      reader,
      timers: this.timers,
      keepAlive: this.world.keepAlive,
      packets: () => this.packets(),
      changed: () => this.panels.publish(),
    });
  }

  /** The next who signs in has collections of their own. */
  private forgetLibrary(): void {
    this.library.end();
    this.library = this.makeLibrary();
  }

  private makeAsks(keepAlive: KeepAlive): Asks {
    const asks: Asks = new Asks({
      stamp: () => this.stamp(),
      id: this.id,
      owner: () => this.account.owner,
      perform: (ask, effect) =>
        performAsking(
          {
            hands: this.parts.hands,
            reader: this.parts.reader,
            generation: (tabId) => this.generations.of(tabId),
            timers: this.timers,
            keepAlive,
            packets: () => this.packets(),
            owner: () => this.account.owner,
            now: this.now,
            dispatch: (to, happening) => void asks.dispatch(to, happening),
            signedOut: (why) => this.signedOut(why),
          },
          ask,
          effect,
        ),
      changed: () => {
        this.panels.publish();
        const asking = asks.anyRuns();
        if (asking !== this.asking) void this.tasks.keepAwake().catch(() => undefined);
        this.asking = asking;
      },
    });
    return asks;
  }

  private makeWorld(): World {
    return {
      eyes: this.parts.eyes,
      hands: this.parts.hands,
      timers: this.timers,
      keepAlive: new KeepAlive(this.timers),
      client: () => this.account.client(),
      owner: () => this.account.owner,
      now: this.now,
      dispatch: (task, happening) => void this.tasks.dispatch(task, happening),
      signedOut: (why) => this.signedOut(why),
      moved: (from, to) => this.moved(from, to),
      left: (tabId) => this.forget(tabId),
    };
  }

  private office(): Office {
    const desk = {
      asks: this.asks,
      library: this.library,
      forgetLibrary: () => this.forgetLibrary(),
      reader: this.parts.reader,
      packets: () => this.packets(),
      isTaken: (tabId: number) => this.tasks.isBusy(this.sessions.tabOf(tabId)),
    };
    return {
      account: this.account,
      sessions: this.sessions,
      tasks: this.tasks,
      desk,
      changed: () => this.panels.publish(),
      patiently: (work) => this.patiently(work),
    };
  }

  private patiently(work: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.timers.after(PATIENCE_MS, resolve);
      void work.finally(() => {
        cancel();
        resolve();
      });
    });
  }

  private stamp(): Stamp {
    const now = this.now();
    return { now, id: this.id(), chance: this.chance(), today: localDate(now) };
  }

  private tick(): void {
    for (const task of this.tasks.all()) void this.tasks.dispatch(task, { kind: "tick" });
    for (const ask of this.asks.all()) void this.asks.dispatch(ask, { kind: "tick" });
  }

  private async closed(tabId: number): Promise<void> {
    const task = this.tasks.of(tabId);
    if (task) await this.tasks.dispatch(task, { kind: "tabClosed" });
    for (const ask of this.asks.all()) await this.asks.dispatch(ask, { kind: "tabClosed", tabId });
    await this.asks.forget(tabId);
    await this.generations.forget(tabId);
    await this.forget(tabId);
  }

  /** A tab that is gone is forgotten once nothing is done on it any more. */
  private async forget(tabId: number): Promise<void> {
    const open = await browser.tabs.get(tabId).catch(() => null);
    if (open || this.tasks.isBusy(tabId)) return;
    await this.tasks.forget(tabId);
    await this.sessions.forget(tabId);
    this.panels.publish();
  }

  private async updated(tabId: number, url: string | undefined): Promise<void> {
    if (url !== undefined) await this.sessions.seen(tabId, url);
    this.panels.publish();
  }

  private async moved(from: number, to: number): Promise<void> {
    const url = await urlOf(to);
    await this.sessions.move(from, { id: to, url });
    await this.forget(from);
    this.panels.publish();
  }

  private async signedOut(why: Problem): Promise<void> {
    await this.account.revoked(why);
    this.panels.publish();
  }

  /** Storage may have been lost: the server knows the conversations still. */
  private opened(tabId: number): void {
    void this.ready
      .then(async () => {
        const client = this.account.client();
        if (!client || this.sessions.of(tabId)) return;
        await this.sessions.recover(client, { id: tabId, url: await urlOf(tabId) });
        this.panels.publish();
      })
      .catch((error: unknown) =>
        console.warn("conversations could not be looked up", error instanceof Error ? error.message : ""),
      );
  }

  /** What a panel had outlined on a page does not stay there without it. */
  private unhighlight(tabId: number): void {
    const at = this.asks.of(tabId)?.state.at ?? tabId;
    for (const each of new Set([tabId, at])) void this.parts.reader.unhighlight(each).catch(() => undefined);
  }

  private async stateFor(panelTab: number | null): Promise<PanelState> {
    await this.ready;
    const tabId = panelTab === null ? null : this.sessions.tabOf(panelTab);
    const tab = tabId === null ? null : await browser.tabs.get(tabId).catch(() => null);
    const task = tabId === null ? null : this.tasks.of(tabId);
    const { account, signedOut, settings } = this.account;
    return {
      settings,
      account,
      signedOut,
      tab:
        tab && tabId !== null
          ? { id: tabId, url: tab.url ?? "", title: tab.title ?? "", restricted: isRestricted(tab.url ?? "") }
          : null,
      sessionId: tabId === null || !account ? null : this.sessions.of(tabId),
      task: task && account ? viewOf(task.state) : null,
      access: await hasAccess(tab === null || Boolean(tab.url), settings.server),
      elsewhere: account ? this.elsewhere(tabId) : [],
      trusted: this.parts.trusted,
      ask: account ? this.askOf(panelTab) : null,
      collections: account ? this.library.shown : null,
    };
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
