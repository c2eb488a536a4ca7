/** A server that a test holds in its hands: the console's own files, and an API of a few answers. */

import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type {
  AuditData,
  AuditRow,
  DebugLogEntry,
  KnowledgeSourceInfo,
  MemoryData,
  SessionInfo,
  SignInData,
  StorageData,
  TaskInfo,
  TimelineData,
  TimelineStep,
  UsageData,
} from "@screen-agent/api";
import type { KeyShown } from "@screen-agent/api/ide";
import { ARTIFACTS, COLLECTION, CONVERSATION, CONVERSATIONS, MADE } from "./kept.ts";
import { FakeProfiles, FakeRuns, FakeSchedules, FakeSecrets, FakeWorkflows } from "./ran.ts";
import { BEGINNING, END, FILES_OF_TRACE, TRACES, UNDER_WAY } from "./traced.ts";

declare const PACKAGE: string;

export const SESSION = "59adf5f0-cddb-42dd-a20d-658ac57278fd";
export const PASSWORD = "correct horse battery";

const FILES: Record<string, string> = {
  "index.html": "text/html",
  "console.js": "text/javascript",
  "style.css": "text/css",
};
/** As the real server sends it: the console must do with it. */
const POLICY =
  "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const QR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#000" d="M4,4h1v1h-1z"/></svg>';

const time = (second: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();

const USAGE: UsageData = {
  first: "2025-12-03",
  last: "2026-01-01",
  tasks: [
    { day: "2025-12-10", site: "shop.example", status: "completed", tasks: 4 },
    { day: "2025-12-10", site: "shop.example", status: "failed", tasks: 1 },
    { day: "2025-12-20", site: "mail.example", status: "completed", tasks: 7 },
    { day: "2026-01-01", site: "mail.example", status: "interrupted", tasks: 2 },
  ],
  checks: [
    { day: "2025-12-10", site: "shop.example", met: 12, refused: 3 },
    { day: "2026-01-01", site: "mail.example", met: 5, refused: 0 },
  ],
  models: [
    usage("2025-12-10", "shop.example", "large", 9),
    usage("2025-12-20", "mail.example", "small", 30),
    usage("2026-01-01", "mail.example", "small", 12),
  ],
};

function usage(day: string, site: string, model: string, calls: number): UsageData["models"][number] {
  return {
    day,
    site,
    model,
    calls,
    failed: 1,
    promptTokens: calls * 1_500,
    completionTokens: calls * 200,
    costMicros: calls * 4_000,
    duration: calls * 2_100,
  };
}

const NOTES: DebugLogEntry[] = [
  {
    timestamp: time(40),
    logType: "model",
    taskId: "e49abedb-f50c-45d2-bf81-62662b6a0381",
    endpoint: "POST /api/agent/interact",
    status: 200,
    duration: 812,
    notes: ["act: small"],
  },
  {
    timestamp: time(30),
    logType: "error",
    endpoint: "GET /api/session",
    status: 404,
    duration: 3,
    notes: [],
    errorCode: "NOT_FOUND",
  },
];

export function task(number: number, more: Partial<TaskInfo> = {}): TaskInfo {
  return {
    taskId: `e49abedb-f50c-45d2-bf81-62662b6a038${number}`,
    query: `Task ${number}`,
    status: "completed",
    stepCount: 2,
    createdAt: time(number),
    updatedAt: time(number + 9),
    ...more,
  };
}

const step = (index: number, more: Partial<TimelineStep>): TimelineStep => ({
  index,
  thought: `Thought ${index}`,
  action: "click(12)",
  actionDetails: { name: "click", elementId: 12 },
  target: "Send",
  url: "https://shop.example/basket",
  by: "engine",
  ...more,
});

/** A step of every kind: verified, corrected after a failure, and one that is still open. */
const STEPS: TimelineStep[] = [
  step(0, {
    verification: {
      success: false,
      confidence: 0.3,
      reason: "nothing changed",
      evidence: ["address: the same"],
      tier: 0,
    },
    screenshotUrl: "/api/picture",
  }),
  step(1, {
    by: "model",
    planStep: 0,
    correction: { failedStep: 0, strategy: "ALTERNATIVE_SELECTOR", reason: "the first button was covered" },
    usage: { calls: 2, promptTokens: 1_200, completionTokens: 80, costMicros: 1_500, duration: 900 },
    verification: {
      success: true,
      confidence: 0.95,
      reason: "the page changed",
      evidence: ["address: /thanks", "text: Thank you"],
      tier: 1,
    },
  }),
  step(2, { by: "rule", action: "wait(1)" }),
];

const BOB = `${SESSION.slice(0, -1)}9`;
const row = (seq: number, kind: string, details: Record<string, unknown>, userId = SESSION): AuditRow => ({
  seq,
  at: time(seq),
  userId,
  email: userId === BOB ? "bob@example.org" : "ada@example.org",
  kind,
  details,
  previous: String(seq - 1).repeat(64),
  hash: String(seq).repeat(64),
});
const LOG: AuditRow[] = [
  row(4, "effect", {
    shown: "Press \u201cDelete account\u201d on https://shop.example?",
    basis: "approval",
    target: { role: "btn", name: "Delete account" },
  }),
  row(3, "approval_given", { shown: "Press \u201cDelete account\u201d on https://shop.example?" }),
  row(2, "sign_in_failed", { network: "203.0.113.0/24" }, BOB),
  row(1, "signed_in", { client: "curl/8.0", network: "203.0.113.0/24" }),
];

function known(number: number, more: Partial<KnowledgeSourceInfo>): KnowledgeSourceInfo {
  return {
    id: `${SESSION.slice(0, -1)}${number}`,
    kind: "file",
    location: "",
    title: "",
    status: "ready",
    done: 1,
    total: 1,
    documents: 1,
    chunks: 40,
    createdAt: time(0),
    updatedAt: time(9),
    ...more,
  };
}

export class FakeServer {
  /** Whether each part of each task was seen to be done. */
  seenThrough = false;
  tasks: TaskInfo[] = [
    task(2, { status: "needs_user_input", query: "Order the blue one <img src=x onerror=alert(1)>" }),
    task(1, {
      query: "Task 1 at https://shop.example/",
      result: "Done: https://shop.example/ and http://evil.example/login?d=SECRET",
    }),
  ];
  sessions: SessionInfo[] = [
    this.session(SESSION, "Shopping"),
    this.session("59adf5f0-cddb-42dd-a20d-658ac57278fe", "Old things", "archived"),
  ];
  conversations = [...CONVERSATIONS];
  artifacts = [...ARTIFACTS];
  knowledge: KnowledgeSourceInfo[] = [
    known(1, { title: "Handbook <img src=x onerror=alert(1)>", location: "handbook.pdf" }),
    known(2, {
      location: "https://down.acme.example/",
      status: "failed",
      error: "The page could not be read: no answer.",
    }),
  ];
  tokens = new Set<string>();
  secondFactor = false;
  storage: StorageData = {
    bytes: 300_000_000,
    mostBytes: 1_073_741_824,
    organisationBytes: 10_300_000_000,
    organisationMostBytes: 10_737_418_240,
  };
  signIns: SignInData[] = [
    {
      id: `${SESSION.slice(0, -1)}1`,
      createdAt: time(0),
      lastUsedAt: time(50),
      expiresAt: time(59),
      network: "203.0.113.0/24",
      client: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36",
      current: true,
    },
    {
      id: `${SESSION.slice(0, -1)}2`,
      createdAt: time(1),
      lastUsedAt: time(40),
      expiresAt: time(59),
      network: "",
      client: "curl/8.0",
      current: false,
    },
    {
      id: `${SESSION.slice(0, -1)}3`,
      createdAt: time(2),
      lastUsedAt: time(3),
      expiresAt: time(59),
      network: "",
      client: "Pilot for Firefox/",
      scope: "read browser",
      current: false,
    },
  ];
  /** Whether requests are noted. */
  debug = true;
  readonly runs = new FakeRuns(SESSION);
  readonly schedules = new FakeSchedules();
  readonly workflows = new FakeWorkflows();
  readonly secrets = new FakeSecrets();
  readonly profiles = new FakeProfiles();
  memory: MemoryData = {
    facts: [{ sessionId: SESSION, title: "Shopping", name: "order number", value: "A-17", at: time(20) }],
    fixes: [
      {
        id: 7,
        site: "shop.example",
        goal: "pay",
        failed: 'click btn "Buy"',
        fix: 'click btn "Pay now"',
        tries: 3,
        wins: 2,
        usedAt: time(30),
        own: true,
      },
    ],
  };
  keys: KeyShown[] = [
    { id: SESSION, name: "Plugin <img src=x onerror=alert(1)>", created_at: time(0), last_used_at: time(20) },
  ];
  /** Goes on with the trace that is under way. */
  goOn: () => void = () => undefined;
  /** What is wrong with the audit log. */
  fault: string | null = null;
  readonly asked: string[] = [];
  private server: Server | null = null;

  async start(): Promise<void> {
    const server = createServer((request, response) => void this.answer(request, response));
    this.server = server;
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server!.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }

  private session(sessionId: string, title: string, status: SessionInfo["status"] = "active"): SessionInfo {
    return {
      sessionId,
      title,
      status,
      url: "https://shop.example/",
      domain: "shop.example",
      isRenamed: false,
      createdAt: time(0),
      updatedAt: time(30),
      messageCount: 4,
      metadata: {},
    };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const name = path === "/" ? "index.html" : path.slice(1);
    if (name in FILES) {
      response
        .writeHead(200, { "content-type": FILES[name], "content-security-policy": POLICY })
        .end(readFileSync(join(PACKAGE, "dist", name)));
      return;
    }
    this.asked.push(`${request.method} ${path} ${body}`);
    const token = request.headers.authorization?.slice("Bearer ".length) ?? "";
    const kept = this.tokens.has(token)
      ? this.keeps(request.method ?? "GET", new URL(request.url ?? "/", "http://server"), body)
      : null;
    if (path === "/trace-status" && this.tokens.has(token)) this.tells(request, response);
    else if (kept)
      response.writeHead(kept.status, { "content-type": "application/json", ...kept.headers }).end(kept.body);
    else if (path === "/api/picture" && this.tokens.has(token))
      response.writeHead(200, { "content-type": "image/png" }).end(PICTURE);
    else {
      const asked = new URL(request.url ?? "/", "http://server").searchParams;
      const [status, data] = this.say(`${request.method} ${path}`, body, this.tokens.has(token), asked);
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify(status < 400 ? { data } : data));
    }
  }

  /** A trace as it happens: one goes on when the test says so. */
  private tells(request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(200, { "content-type": "text/event-stream" }).write(BEGINNING);
    const end = (): void => void response.end(END);
    if (request.url?.includes(UNDER_WAY)) this.goOn = end;
    else end();
  }

  private say(what: string, body: string, isKnown: boolean, asked: URLSearchParams): [number, unknown] {
    if (what === "POST /api/v1/auth/login") return this.login(body);
    if (!isKnown) return [401, { code: "UNAUTHORIZED", message: "Sign in first." }];
    if (what.includes("/api/v1/auth/")) return this.account(what, body);
    if (what === "GET /api/v1/usage") return [200, USAGE];
    if (what === "GET /api/v1/tasks") {
      const words = asked.get("search")?.toLowerCase() ?? "";
      const found = this.tasks.filter(({ query }) => query.toLowerCase().includes(words));
      return [200, { tasks: found.map((one) => ({ ...one, sessionId: SESSION, title: "Shopping" })) }];
    }
    if (what === "POST /api/v1/user/erase")
      return (JSON.parse(body) as { password: string }).password === PASSWORD
        ? [200, null]
        : [403, { code: "WRONG_PASSWORD", message: "That is not your password." }];
    if (what === "GET /api/v1/user/export") return [200, {}];
    if (what === "GET /api/debug/logs") return this.debug ? [200, { logs: NOTES }] : [404, { code: "NOT_FOUND" }];
    if (what.includes("/api/v1/memory")) return this.remembers(what, body);
    if (what.includes(" /api/profiles")) return this.profiles.say(what);
    if (what.includes(" /api/secrets")) return this.secrets.say(what, body);
    if (what.includes(" /api/schedules")) return this.schedules.say(what, body);
    if (what.includes(" /api/workflows")) return this.workflows.say(what, body);
    if (what.includes(" /api/runs")) return this.runs.say(what, body, asked);
    if (what === "GET /api/v1/audit") return [200, this.log(asked)];
    if (what.includes("/api/knowledge/")) return this.known(what, body);
    const at = `/api/session/${SESSION}`;
    if (what === "GET /api/session")
      return [
        200,
        { sessions: this.sessions, pagination: { total: this.sessions.length, limit: 100, offset: 0, hasMore: false } },
      ];
    if (what === `GET ${at}/messages`)
      return [200, { sessionId: SESSION, messages: [], total: 0, sessionExists: true }];
    if (what === `GET ${at}/tasks`) return [200, { tasks: this.tasks }];
    if (what === `PATCH ${at}`) {
      this.sessions[0]!.title = (JSON.parse(body) as { title: string }).title;
      return [200, this.sessions[0]!.title];
    }
    const named = this.tasks.find((one) => what.includes(one.taskId));
    if (named && what.endsWith("/stop")) return [200, Object.assign(named, { status: "interrupted" })];
    if (named) return [200, this.timeline(named)];
    return [503, { code: "REALTIME_OFF", message: "There is no live stream." }];
  }

  private remembers(what: string, body: string): [number, unknown] {
    const [method, path = ""] = what.split(" ");
    const value = body ? (JSON.parse(body) as { value: string }).value : "";
    const { facts, fixes } = this.memory;
    if (path.includes("/facts/")) {
      const name = decodeURIComponent(path.split("/").at(-1) ?? "");
      const kept = method === "DELETE" ? facts.filter((fact) => fact.name !== name) : facts;
      this.memory = { fixes, facts: kept.map((fact) => (fact.name === name ? { ...fact, value } : fact)) };
    } else if (path.includes("/fixes/")) {
      const kept = method === "DELETE" ? [] : fixes.map((fix) => ({ ...fix, fix: value }));
      this.memory = { facts, fixes: kept };
    }
    return [200, this.memory];
  }

  /** The packet surface: what it answers is not wrapped. */
  private keeps(
    method: string,
    { pathname, searchParams }: URL,
    sent: string,
  ): { status: number; headers?: Record<string, string>; body: string } | null {
    const [, , what, id, part] = pathname.split("/");
    const ok = (data: unknown) => ({ status: 200, body: JSON.stringify(data) });
    if (pathname === "/trace-list") return ok(TRACES);
    if (pathname.startsWith("/publishable-keys")) return this.published(method, pathname, sent);
    if (pathname === "/artifacts-list") return ok(FILES_OF_TRACE);
    if (pathname.startsWith("/storage/v1/object/figma/")) return ok({ kept: true });
    if (what === "conversations" && method === "DELETE") {
      this.conversations = this.conversations.filter((one) => one.id !== id);
      return { status: 204, body: "" };
    }
    if (what === "conversations" && searchParams.get("format") === "export")
      return { ...ok(CONVERSATION), headers: { "content-disposition": 'attachment; filename="pier.json"' } };
    if (what === "conversations" && id)
      return id === CONVERSATION.conversation.id
        ? ok(CONVERSATION)
        : { status: 404, body: JSON.stringify({ error: { code: "NOT_FOUND", message: "No such conversation." } }) };
    if (what === "conversations") {
      const words = searchParams.get("search")?.toLowerCase() ?? "";
      const conversations = this.conversations.filter(({ title }) => title.toLowerCase().includes(words));
      return ok({ conversations, total: conversations.length });
    }
    if (what === "transforms")
      return ok({ types: [{ name: "comparison", title: "Comparison", description: "A table." }] });
    if (what === "collections") return ok(id ? COLLECTION : { collections: [COLLECTION.collection] });
    if (what === "artifacts" && part === "content")
      return {
        status: 200,
        headers: { "content-disposition": `attachment; filename="piers.${searchParams.get("format") ?? ""}"` },
        body: "# Piers",
      };
    if (what === "artifacts") return ok(id ? MADE : { artifacts: this.artifacts });
    return null;
  }

  /** Keys: one of a name that is taken is refused, so that a test sees a refusal. */
  private published(method: string, path: string, sent: string): { status: number; body: string } {
    if (method === "DELETE") {
      this.keys = this.keys.filter(({ id }) => !path.endsWith(id));
      return { status: 204, body: "" };
    }
    if (method === "GET") return { status: 200, body: JSON.stringify({ ok: true, keys: this.keys }) };
    const { name } = JSON.parse(sent) as { name: string };
    if (this.keys.some((key) => key.name === name))
      return { status: 409, body: JSON.stringify({ code: "limit_reached", message: "There are already 100 keys." }) };
    const id = `${SESSION.slice(0, -1)}${this.keys.length}`;
    this.keys.unshift({ id, name, created_at: time(30), last_used_at: time(30) });
    return { status: 200, body: JSON.stringify({ ok: true, id, key: `sb_publishable_${name}` }) };
  }

  /** One's own account: a second factor that any code of sixes confirms. */
  /** Rows of the audit log, two a page. */
  private log(asked: URLSearchParams): AuditData {
    const before = Number(asked.get("before") ?? Infinity);
    const wanted = (row: AuditRow): boolean =>
      row.seq < before &&
      (asked.get("kind") ?? row.kind) === row.kind &&
      (asked.get("user") ?? row.userId) === row.userId;
    const rows = LOG.filter(wanted);
    return {
      rows: rows.slice(0, 2),
      ...(rows.length > 2 ? { next: rows[1]!.seq } : {}),
      kinds: ["signed_in", "sign_in_failed", "approval_given", "effect"],
      people: [
        { id: SESSION, email: "ada@example.org" },
        { id: BOB, email: "bob@example.org" },
      ],
      standing: {
        whole: this.fault === null,
        ...(this.fault ? { fault: this.fault } : { signedAt: time(50) }),
        rows: 4,
        signedUpTo: this.fault ? 0 : 3,
        checkedAt: time(55),
      },
    };
  }

  private account(what: string, body: string): [number, unknown] {
    const given = (body === "" ? {} : JSON.parse(body)) as Record<string, string>;
    const wrong: [number, unknown] = [403, { code: "WRONG_PASSWORD", message: "The password is wrong." }];
    switch (what.replace("/api/v1/auth/", "")) {
      case "GET session":
        return [
          200,
          { user: { id: SESSION, email: "ada@example.org", name: "Ada" }, tenantId: SESSION, tenantName: "Ada" },
        ];
      case "GET sessions":
        return [200, { sessions: this.signIns }];
      case "GET usage":
        return [200, this.storage];
      case "POST password":
        return given.oldPassword === PASSWORD ? [200, {}] : wrong;
      case "GET totp":
        return [200, { enabled: this.secondFactor, recoveryCodesLeft: this.secondFactor ? 10 : 0 }];
      case "POST totp":
        return given.password === PASSWORD
          ? [200, { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/x", qrSvg: QR }]
          : wrong;
      case "POST totp/confirm":
        if (given.code !== "666666")
          return [
            403,
            { code: "WRONG_CODE", message: "The code is wrong or was already used. Wait for the next one." },
          ];
        this.secondFactor = true;
        return [200, { recoveryCodes: Array.from({ length: 10 }, (_, at) => `abcd-efgh-ijkl-mno${at}`) }];
      case "POST totp/off":
        this.secondFactor = false;
        return [200, {}];
      case "POST sign-out-everywhere":
        this.tokens.clear();
        return [200, {}];
      default:
        this.signIns = this.signIns.filter((one) => !what.endsWith(one.id));
        return [200, {}];
    }
  }

  private known(what: string, body: string): [number, unknown] {
    if (what === "GET /api/knowledge/sources")
      return [200, { sources: this.knowledge, allowedDomains: ["*.acme.example"], editable: true }];
    if (what === "POST /api/knowledge/ingest") {
      const { location = "" } = JSON.parse(body) as { location?: string };
      const source = known(9, { location, status: "running", done: 3, total: 12, documents: 0, chunks: 0 });
      this.knowledge.unshift(source);
      return [202, { source, documents: [] }];
    }
    if (what.startsWith("DELETE ")) {
      this.knowledge = this.knowledge.filter(({ id }) => !what.endsWith(id));
      return [204, null];
    }
    return [202, { source: this.knowledge[0], documents: [] }];
  }

  private login(body: string): [number, unknown] {
    if (this.secondFactor && (JSON.parse(body) as { code?: string }).code !== "666666")
      return [401, { code: "TOTP_REQUIRED", message: "Enter the code that your app shows, or a recovery code." }];
    if ((JSON.parse(body) as { password: string }).password !== PASSWORD)
      return [401, { code: "WRONG_CREDENTIALS", message: "E-mail or password is wrong." }];
    const accessToken = `token-${this.asked.length}`;
    this.tokens.add(accessToken);
    return [200, { accessToken }];
  }

  private timeline(of: TaskInfo): TimelineData {
    const plan = ["Choose", "Order", "See that it is ordered"].map((description, index) => ({
      id: `step_${index}`,
      index,
      description,
      status: index === 0 ? ("active" as const) : ("pending" as const),
      toolType: "DOM" as const,
    }));
    const asks = of.status === "needs_user_input" ? { userQuestion: "Which blue?" } : {};
    return {
      task: of,
      steps: STEPS,
      plan: { steps: plan, currentStepIndex: 0, createdAt: time(0) },
      ...(of.status === "completed" ? { verified: this.seenThrough } : {}),
      searchSummary: "Blue is a colour.",
      ledger: this.seenThrough
        ? [{ words: "order the blue one", standing: "verified", evidence: "the basket holds it" }]
        : [
            { words: "order the blue one", standing: "unverified", evidence: "the basket does not say which colour" },
            { words: "<b>and a bag</b>", standing: "open", evidence: "" },
          ],
      ...asks,
    };
  }
}
