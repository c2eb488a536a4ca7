/** A browser, a server, eyes and hands for tests of the worker. Nothing here waits for the clock. */
import type {
  InitSessionRequest,
  InteractData,
  InteractRequest,
  KnowledgeSourcesData,
  LeaseData,
  LeaseStep,
  LoginData,
  PreferencesData,
  RealtimeData,
  ResumeRequest,
  SessionInfo,
  TimelineData,
  UploadData,
  WorkflowPointed,
  WorkflowRecorded,
  WorkflowShown,
} from "@screen-agent/api";
import { ApiError, type Client } from "@screen-agent/api";
import { PacketClient } from "@screen-agent/api/packet";
import type { ChannelListener } from "@screen-agent/api/realtime";
import type { Decision, Hands, Performed } from "../../src/shared/action.ts";
import type { Eyes, Look } from "../../src/shared/look.ts";
import type { Answer, Command, PanelHello, PanelState } from "../../src/shared/protocol.ts";
import type { Reader, TabText, Vouch } from "../../src/shared/reading.ts";
import type { Noted, Recorder } from "../../src/shared/recording.ts";
import type { Timers } from "../../src/worker/wake.ts";
import { startWorker } from "../../src/worker/worker.ts";
import { CALM, capture, look, SESSION, TASK } from "../task/kit.ts";

export const EXTENSION = "abcdef";
const ORIGIN = `chrome-extension://${EXTENSION}`;

type Listener = (...args: never[]) => unknown;

class Happens {
  private listeners: Listener[] = [];
  addListener(listener: Listener): void {
    this.listeners.push(listener);
  }
  fire(...args: unknown[]): unknown[] {
    return this.listeners.map((listener) => (listener as (...args: unknown[]) => unknown)(...args));
  }
  /** The worker was killed: nobody listens any more. */
  deafen(): void {
    this.listeners = [];
  }
}

class Area {
  kept: Record<string, unknown> = {};
  level: string | null = null;
  async get(names: string | null): Promise<Record<string, unknown>> {
    const copy = structuredClone(this.kept);
    return names === null ? copy : names in copy ? { [names]: copy[names] } : {};
  }
  async set(values: Record<string, unknown>): Promise<void> {
    const copy = JSON.parse(JSON.stringify(values)) as object;
    // Writing takes its time; whoever goes on before it is done is found out.
    await turn();
    Object.assign(this.kept, copy);
  }
  async remove(name: string): Promise<void> {
    delete this.kept[name];
  }
  async setAccessLevel({ accessLevel }: { accessLevel: string }): Promise<void> {
    this.level = accessLevel;
  }
}

/** One turn of the event loop. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Waits until something is so. */
export async function until(is: () => boolean): Promise<void> {
  while (!is()) await turn();
}

export interface FakeTab {
  id: number;
  url: string;
  title: string;
  active: boolean;
  windowId: number;
  incognito?: boolean;
}

export class FakeBrowser {
  local = new Area();
  session = new Area();
  tabList: FakeTab[] = [tab(7)];
  alarmsSet = new Set<string>();
  readonly onConnect = new Happens();
  readonly onMessage = new Happens();
  readonly onAlarm = new Happens();
  readonly onCommand = new Happens();
  readonly onRemoved = new Happens();
  readonly onUpdated = new Happens();
  readonly onActivated = new Happens();
  /** A tab goes elsewhere: a document, a page's own history, a place within it. */
  readonly onCommitted = new Happens();
  readonly onHistoryStateUpdated = new Happens();
  readonly onReferenceFragmentUpdated = new Happens();
  pings = 0;
  readonly onAdded = new Happens();
  readonly onWithdrawn = new Happens();
  /** Patterns of origins that the person allows. */
  allowed = ["<all_urls>"];

  readonly api = {
    runtime: {
      id: EXTENSION,
      getURL: (path: string) => `${ORIGIN}${path}`,
      getPlatformInfo: async () => void this.pings++,
      onConnect: this.onConnect,
      onMessage: this.onMessage,
    },
    commands: { onCommand: this.onCommand },
    storage: { local: this.local, session: this.session },
    permissions: {
      onAdded: this.onAdded,
      onRemoved: this.onWithdrawn,
      contains: async ({ origins }: { origins: string[] }) => origins.every((origin) => this.allowed.includes(origin)),
    },
    alarms: {
      onAlarm: this.onAlarm,
      get: async (name: string) => (this.alarmsSet.has(name) ? { name } : undefined),
      create: async (name: string) => void this.alarmsSet.add(name),
      clear: async (name: string) => this.alarmsSet.delete(name),
    },
    webNavigation: {
      onCommitted: this.onCommitted,
      onHistoryStateUpdated: this.onHistoryStateUpdated,
      onReferenceFragmentUpdated: this.onReferenceFragmentUpdated,
    },
    tabs: {
      create: async ({ url }: { url: string }) => {
        const made = { ...tab(Math.max(...this.tabList.map(({ id }) => id)) + 1, url), active: false };
        this.tabList.push(made);
        return made;
      },
      reload: async (id: number) => void this.onCommitted.fire({ tabId: id, frameId: 0 }),
      onRemoved: this.onRemoved,
      onUpdated: this.onUpdated,
      onActivated: this.onActivated,
      get: async (id: number) => {
        const found = this.tabList.find((tab) => tab.id === id);
        if (!found) throw new Error(`No tab with id: ${id}.`);
        return found;
      },
      query: async (about: { active?: boolean }) =>
        this.tabList.filter((tab) => about.active === undefined || tab.active === about.active),
    },
  };

  install(): void {
    (globalThis as { browser?: unknown }).browser = this.api;
  }

  deafen(): void {
    for (const event of [
      this.onConnect,
      this.onMessage,
      this.onAlarm,
      this.onCommand,
      this.onRemoved,
      this.onUpdated,
      this.onActivated,
      this.onAdded,
      this.onWithdrawn,
      this.onCommitted,
      this.onHistoryStateUpdated,
      this.onReferenceFragmentUpdated,
    ])
      event.deafen();
  }

  closeTab(id: number): void {
    this.tabList = this.tabList.filter((tab) => tab.id !== id);
    this.onRemoved.fire(id, {});
  }
}

export function tab(id: number, url = "https://shop.example/form"): FakeTab {
  return { id, url, title: "Form", active: true, windowId: 1 };
}

/** A promise that is settled from outside. */
export class Gate<T> {
  readonly promise: Promise<T>;
  open!: (value: T) => void;
  fail!: (error: unknown) => void;
  constructor() {
    this.promise = new Promise<T>((resolve, reject) => ([this.open, this.fail] = [resolve, reject]));
  }
}

interface Asked {
  body: InteractRequest;
  key: string;
  gate: Gate<InteractData>;
  signal: AbortSignal;
}

export class FakeServer {
  asked: Asked[] = [];
  inits: InitSessionRequest[] = [];
  stops: string[] = [];
  resumes: ResumeRequest[] = [];
  logouts = 0;
  hasModel = true;
  knowledge: KnowledgeSourcesData = { sources: [], allowedDomains: [], editable: false };
  preferences: PreferencesData = { preferences: { theme: "system" } };
  bases: string[] = [];
  known: Partial<SessionInfo>[] = [];
  open: { taskId: string; query: string; status: string }[] = [];
  says: Partial<TimelineData> | null = null;
  /** Leases as they stand, and what was done about them. */
  lent: LeaseData[] = [];
  /** What was recorded and pointed at. */
  recorded: WorkflowRecorded[] = [];
  pointed: WorkflowPointed[] = [];
  leaseSteps: LeaseStep[] = [];
  /** Where what happens is told, where it is. */
  realtime: RealtimeData | null = null;
  down = false;
  revoked = false;
  expiresAt = "2999-01-01T00:00:00Z";
  private awaited: (() => void)[] = [];

  files: string[] = [];
  /** What uploads are answered with first. */
  full: ApiError[] = [];
  readonly make = (base: string, token: string | null): Client => {
    this.bases.push(base);
    const client: Partial<Client> = {
      login: async ({ email, password }) => {
        if (this.down) throw new TypeError("fetch failed");
        if (password !== "right")
          throw new ApiError(401, { code: "INVALID_CREDENTIALS", message: "E-mail or password is wrong." });
        return {
          accessToken: `token-of-${email}`,
          expiresAt: this.expiresAt,
          user: { id: "1", email, name: "Nora" },
          tenantId: "t",
          tenantName: "Acme",
        } satisfies LoginData;
      },
      whoami: async () => {
        if (this.down) throw new TypeError("fetch failed");
        if (this.revoked) throw new ApiError(401, { code: "UNAUTHORIZED", message: "no" });
        return { user: { id: "1", email: "", name: "" }, tenantId: "t", tenantName: "Acme", hasModel: this.hasModel };
      },
      preferences: async () => this.preferences,
      knowledge: async () => this.knowledge,
      savePreferences: async (body) => {
        this.preferences = { preferences: body, syncedAt: "2026-01-01T00:00:00Z" };
        return this.preferences;
      },
      logout: async () => void this.logouts++,
      upload: async (file) => {
        if (this.down) throw new TypeError("fetch failed");
        const no = this.full.shift();
        if (no) throw no;
        this.files.push(`${file.name} ${file.type} ${await file.text()}`);
        const s3Key = `uploads/1/${file.name}`;
        const attachment = { s3Key, filename: file.name, mimeType: file.type, size: file.size };
        return { s3Key, attachment } as UploadData;
      },
      initSession: async (body) => {
        if (this.down) throw new TypeError("fetch failed");
        this.inits.push(body);
        return { sessionId: body.sessionId, created: true };
      },
      interact: (body, options) => {
        if (!token) throw new ApiError(401, { code: "UNAUTHORIZED", message: "no" });
        const gate = new Gate<InteractData>();
        this.asked.push({
          body,
          key: options?.idempotencyKey ?? "",
          gate,
          signal: options?.signal ?? new AbortController().signal,
        });
        options?.signal?.addEventListener("abort", () => gate.fail(new DOMException("aborted", "AbortError")), {
          once: true,
        });
        for (const heard of this.awaited.splice(0)) heard();
        return gate.promise;
      },
      stop: async (_session, task) => {
        await turn();
        if (this.logouts > 0) throw new ApiError(401, { code: "UNAUTHORIZED", message: "no" });
        this.stops.push(task);
        return {} as never;
      },
      resume: async (_session, _task, body) => {
        this.resumes.push(body);
        return {} as never;
      },
      sessions: async () => ({
        sessions: this.known as SessionInfo[],
        pagination: { total: 0, limit: 1, offset: 0, hasMore: false },
      }),
      tasks: async () => ({ tasks: this.open as never }),
      keepRecorded: async (body) => {
        if (this.down) throw new TypeError("fetch failed");
        this.recorded.push(structuredClone(body));
        return { name: body.name } as WorkflowShown;
      },
      pointAt: async (_id, body) => {
        if (body.control === "gone") throw new ApiError(400, { code: "VALIDATION_ERROR", message: "no" });
        this.pointed.push(body);
        return { version: 2, versions: [{ what: ["Step 1 is otherwise."] }] } as WorkflowShown;
      },
      realtime: async () =>
        this.realtime ?? Promise.reject(new ApiError(503, { code: "REALTIME_OFF", message: "off" })),
      leases: async () => {
        if (this.down) throw new TypeError("fetch failed");
        return { leases: structuredClone(this.lent), channel: "private-leases-1" };
      },
      stepLease: async (id, step) => {
        if (this.down) throw new TypeError("fetch failed");
        const lease = this.lent.find((each) => each.id === id);
        if (!lease) throw new ApiError(409, { code: "LEASE_ENDED", message: "over" });
        this.leaseSteps.push(step);
        if (step.kind === "allow" || step.kind === "resume") lease.state = "open";
        if (step.kind === "pause") lease.state = "paused";
        if (step.kind === "end") this.lent = this.lent.filter((each) => each !== lease);
        if (step.kind === "take" && lease.order) lease.order.state = "taken";
        if (step.kind === "report" && lease.order) lease.order.state = "done";
        return structuredClone(lease);
      },
      timeline: async () => {
        if (!this.says) throw new ApiError(404, { code: "TASK_NOT_FOUND", message: "no" });
        return this.says as TimelineData;
      },
    };
    return client as Client;
  };

  /** The request number `count`, counted from 1, once it has been made. */
  async request(count: number): Promise<Asked> {
    while (this.asked.length < count) await new Promise<void>((resolve) => this.awaited.push(resolve));
    return this.asked[count - 1]!;
  }
}

export class FakeEyes implements Eyes {
  looks: number[] = [];
  next: () => Promise<Look> = async () =>
    look(capture(undefined, { hash: `h${this.looks.length}` }), `h${this.looks.length}`);
  async look(tabId: number): Promise<Look> {
    this.looks.push(tabId);
    return this.next();
  }
  skeleton = async (): Promise<string> => "<a>";
  fullDom = async (): Promise<string> => "<html>";
  picture = async (): Promise<null> => null;
}

export class FakeHands implements Hands {
  did: { tabId: number; action: string }[] = [];
  released: number[] = [];
  next: () => Promise<Performed> = async () => ({ success: true, noticed: CALM });
  perform(tabId: number, decision: Decision): Promise<Performed> {
    this.did.push({ tabId, action: decision.action });
    return this.next();
  }
  async release(tabId: number): Promise<void> {
    this.released.push(tabId);
  }
}

/** Reads what it is told to. */
export class FakeReader implements Reader {
  reads: number[] = [];
  vouched: string[] = [];
  outlined: string[] = [];
  next: (tabId: number) => Promise<TabText> = async () => ({
    url: "https://shop.example/form",
    title: "Form",
    html: `<p>${this.reads.length}</p>`,
    origin: "https://shop.example",
    cut: false,
  });
  answer: Vouch = { ok: true, role: "btn", name: "Go" };
  selected = { urls: ["https://a.example/"], totalFound: 1 };
  async read(tabId: number): Promise<TabText> {
    this.reads.push(tabId);
    return this.next(tabId);
  }
  async rest(): Promise<void> {}
  async vouch(_tabId: number, handle: string): Promise<Vouch> {
    this.vouched.push(handle);
    return this.answer;
  }
  links = async (): Promise<{ urls: string[]; totalFound: number }> => this.selected;
  async highlight(_tabId: number, handle: string): Promise<boolean> {
    this.outlined.push(handle);
    return true;
  }
  async mark(_tabId: number, ids: string[], choosable: boolean): Promise<number> {
    this.outlined.push(`${ids.join(" ")}${choosable ? ", to be chosen" : ""}`);
    return ids.length;
  }
  async unhighlight(): Promise<void> {
    this.outlined.push("");
  }
}

/** One request to the packet surface, to be answered by the test. */
interface PacketAsked {
  method: string;
  path: string;
  body: unknown;
  gate: Gate<Response>;
  signal: AbortSignal | null;
}

/** The packet surface, over a client that is real. */
export class FakePackets {
  asked: PacketAsked[] = [];
  /** Answers by method and path; what has none waits for the test. */
  answers = new Map<string, () => unknown>();
  private awaited: (() => void)[] = [];

  readonly make = (base: string, token: string | null): PacketClient =>
    new PacketClient({ base, token, fetch: ((url, init) => this.take(String(url), init)) as typeof fetch });

  private take(url: string, init?: RequestInit): Promise<Response> {
    const { pathname, search } = new URL(url);
    const gate = new Gate<Response>();
    const method = init?.method ?? "GET";
    this.asked.push({
      method,
      path: pathname + search,
      body: typeof init?.body === "string" ? JSON.parse(init.body) : null,
      gate,
      signal: init?.signal ?? null,
    });
    init?.signal?.addEventListener("abort", () => gate.fail(new DOMException("aborted", "AbortError")), { once: true });
    const known = this.answers.get(`${method} ${pathname}`);
    if (known) gate.open(Response.json(known()));
    for (const heard of this.awaited.splice(0)) heard();
    return gate.promise;
  }

  /** The question number `count`, counted from 1, once it has been asked. */
  async question(count: number): Promise<PacketAsked> {
    const questions = (): PacketAsked[] => this.asked.filter(({ path }) => path === "/api/llmcp");
    while (questions().length < count) await new Promise<void>((resolve) => this.awaited.push(resolve));
    return questions()[count - 1]!;
  }
}

/** Time that passes when it is told to. */
export class FakeTime implements Timers {
  now = 1_000_000;
  private waiting = new Map<number, { at: number; then: () => void }>();
  private count = 0;
  after(ms: number, then: () => void): () => void {
    const id = ++this.count;
    this.waiting.set(id, { at: this.now + ms, then });
    return () => this.waiting.delete(id);
  }
  /** Whether somebody waits for just as long. */
  waits(ms: number): boolean {
    return [...this.waiting.values()].some(({ at }) => at === this.now + ms);
  }
  pass(ms: number): void {
    this.now += ms;
    for (const [id, { at, then }] of [...this.waiting]) {
      if (at > this.now) continue;
      this.waiting.delete(id);
      then();
    }
  }
  stop(): void {
    this.waiting.clear();
  }
}

/** A panel that is open. */
export class FakePanel {
  states: PanelState[] = [];
  cut = false;
  private heard: ((message: unknown) => void)[] = [];
  private gone: (() => void)[] = [];
  private waiting: { seen: (state: PanelState) => boolean; tell: (state: PanelState) => void }[] = [];

  constructor(
    private readonly browser: FakeBrowser,
    readonly sender: { id?: string; url?: string } = { id: EXTENSION, url: `${ORIGIN}/sidepanel.html` },
  ) {}

  open(hello: PanelHello = { tabId: 7, windowId: null }): this {
    const port = {
      name: "panel",
      sender: this.sender,
      postMessage: (state: PanelState) => {
        this.states.push(structuredClone(state));
        for (const one of [...this.waiting]) if (one.seen(state)) one.tell(state);
      },
      disconnect: () => (this.cut = true),
      onMessage: { addListener: (heard: (message: unknown) => void) => this.heard.push(heard) },
      onDisconnect: { addListener: (gone: () => void) => this.gone.push(gone) },
    };
    this.browser.onConnect.fire(port);
    for (const heard of this.heard) heard(hello);
    return this;
  }

  close(): void {
    for (const gone of this.gone) gone();
  }

  /** The first state of which this is true, as soon as it is sent; what was sent last counts too. */
  async until(seen: (state: PanelState) => boolean): Promise<PanelState> {
    const last = this.states.at(-1);
    if (last && seen(last)) return last;
    return new Promise((resolve) => {
      const one = {
        seen,
        tell: (state: PanelState) => {
          this.waiting.splice(this.waiting.indexOf(one), 1);
          resolve(state);
        },
      };
      this.waiting.push(one);
    });
  }
}

export class FakeRecorder implements Recorder {
  /** What documents were asked, in order. */
  asked: string[] = [];
  /** What is still being written when it ends. */
  rest: Noted[] = [];
  /** Pages that nobody may see. */
  blind = false;
  async begin(tabId: number, frameId?: number): Promise<void> {
    if (this.blind) throw new Error("cannot access");
    this.asked.push(`begin ${tabId} ${frameId ?? "all"}`);
  }
  async end(tabId: number): Promise<{ frameId: number; noted: Noted }[]> {
    this.asked.push(`end ${tabId}`);
    return this.rest.splice(0).map((noted) => ({ frameId: 0, noted }));
  }
  async point(tabId: number, on: boolean): Promise<void> {
    this.asked.push(`${on ? "point" : "no point"} ${tabId}`);
  }
}

/** All of it together. */
export class Desk {
  readonly browser = new FakeBrowser();
  readonly server = new FakeServer();
  readonly eyes = new FakeEyes();
  hands = new FakeHands();
  readonly reader = new FakeReader();
  readonly recorder = new FakeRecorder();
  readonly packets = new FakePackets();
  readonly time = new FakeTime();
  /** Who listens, in the order in which they came. */
  readonly listening: ChannelListener[] = [];
  private ids = 0;

  async start(): Promise<this> {
    this.browser.install();
    const { ready } = startWorker({
      eyes: {
        look: (tabId) => this.eyes.look(tabId),
        skeleton: this.eyes.skeleton,
        fullDom: this.eyes.fullDom,
        picture: this.eyes.picture,
      },
      hands: this.hands,
      reader: this.reader,
      recorder: this.recorder,
      makePackets: this.packets.make,
      trusted: "unavailable",
      makeClient: this.server.make,
      join: (_client, _data, _channel, listener) => {
        this.listening.push(listener);
        return { leave: () => undefined, reconnect: () => undefined };
      },
      timers: this.time,
      now: () => this.time.now,
      id: () => `id-${++this.ids}`,
      chance: () => 0.5,
    });
    await ready;
    return this;
  }

  /** The browser suspends the worker in the middle of whatever it does, and an event wakes it. */
  async killAndRevive(): Promise<void> {
    this.browser.deafen();
    this.time.stop();
    await this.start();
  }

  command(command: Command, sender: object = { id: EXTENSION, url: `${ORIGIN}/sidepanel.html` }): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const kept = this.browser.onMessage.fire(command, sender, resolve);
      if (!kept.includes(true)) reject(new Error("nobody answers"));
    });
  }

  signIn(email = "nora@acme.example"): Promise<Answer> {
    return this.command({ kind: "signIn", server: "https://agent.example/", email, password: "right" });
  }

  async begin(tabId = 7, query = "fill it in"): Promise<void> {
    const answer = await this.command({ kind: "start", tabId, query });
    if (!answer.ok) throw new Error(answer.problem.code);
  }
}

export { SESSION, TASK };
