/** Runs as a server keeps them, and what a person does to them. */
import type {
  NewRun,
  NewSchedule,
  NewSecret,
  NewWorkflow,
  ProfileData,
  RunData,
  RunStatus,
  ScheduleData,
  SecretData,
  WorkflowShown,
  WorkflowText,
} from "@screen-agent/api";

const time = (second: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();

/** A run of a number; its session is that of the tasks that the test knows. */
function run(number: number, sessionId: string, more: Partial<RunData> = {}): RunData {
  return {
    id: `01900000-0000-7000-8000-00000000000${number}`,
    instruction: `Order number ${number}`,
    url: `https://shop${number}.example/`,
    status: "queued",
    priority: 0,
    attempt: 0,
    sessionId,
    answerable: false,
    createdAt: time(number),
    ...more,
  };
}

/** Schedules as a server keeps them. */
export class FakeSchedules {
  all: ScheduleData[] = [];

  say(what: string, body: string): [number, unknown] {
    const [method, path = ""] = what.split(" ");
    const id = path.split("/")[3];
    if (method === "GET") return [200, { schedules: this.all }];
    if (method === "POST") {
      const { cron, zone, overlap, run } = JSON.parse(body) as NewSchedule;
      const made: ScheduleData = {
        id: `01900000-0000-7000-8000-0000000001${this.all.length}0`,
        instruction: run.instruction,
        url: run.url,
        cron,
        zone,
        overlap,
        paused: false,
        next: [time(20), time(40)],
        createdAt: time(0),
      };
      this.all.unshift(made);
      return [201, made];
    }
    if (method === "DELETE") {
      this.all = this.all.filter((one) => one.id !== id);
      return [204, null];
    }
    const one = this.all.find((one) => one.id === id);
    return one
      ? [200, Object.assign(one, JSON.parse(body))]
      : [404, { code: "SCHEDULE_NOT_FOUND", message: "No such schedule." }];
  }
}

/** Workflows as a server keeps them. */
export class FakeWorkflows {
  all: WorkflowShown[] = [
    {
      id: "01900000-0000-7000-8000-0000000002a0",
      name: "Change a price <img src=x onerror=alert(1)>",
      version: 2,
      cause: "healed",
      start: "https://shop.example/prices",
      sites: ["https://shop.example"],
      parameters: [
        { name: "article", type: "text", about: "Article", example: "Green tea", choices: [] },
        { name: "price", type: "number", about: "New price", example: "3.5", choices: [] },
        { name: "delivery", type: "choice", about: "Delivery", example: "Courier", choices: ["Courier", "In store"] },
      ],
      steps: ["Enter ‹article› into Search", "Enter ‹price› into Price", "Press Save"],
      createdAt: time(1),
      updatedAt: time(20),
      versions: [
        { version: 2, cause: "healed", what: ['Step 2: "Price" is "New price" now.'], at: time(20) },
        { version: 1, cause: "saved", what: ["Learned of a task that was seen to be done."], at: time(1) },
      ],
      text: 'name = "Change a price"\nversion = 2\n',
    },
  ];

  say(what: string, body: string): [number, unknown] {
    const [method, path = ""] = what.split(" ");
    const [, , , id, verb] = path.split("/");
    if (method === "POST") return this.keep(id, JSON.parse(body) as Partial<NewWorkflow>);
    if (id === undefined) return [200, { workflows: this.all }];
    const one = this.all.find((each) => each.id === id);
    if (!one) return [404, { code: "WORKFLOW_NOT_FOUND", message: "No such workflow." }];
    if (method === "DELETE") {
      this.all = [];
      return [204, null];
    }
    if (verb === "export") return [200, one.text];
    if (method === "PUT") {
      const { text } = JSON.parse(body) as WorkflowText;
      if (text.includes("broken"))
        return [
          400,
          {
            code: "VALIDATION_ERROR",
            message: "That is not valid.",
            details: { field: "text", reason: "line 2: it begins nowhere" },
          },
        ];
      const version = one.version + 1;
      const versions = [
        { version, cause: "edited" as const, what: ["Step 3 is gone."], at: time(30) },
        ...one.versions,
      ];
      return [200, Object.assign(one, { version, cause: "edited", text, versions })];
    }
    return [200, one];
  }

  /** Of a file, or of a task. */
  private keep(from: string | undefined, { name, text, form }: Partial<NewWorkflow>): [number, unknown] {
    const [template] = this.all;
    if (!template || text?.includes("broken"))
      return [
        400,
        {
          code: "VALIDATION_ERROR",
          message: "That is not valid.",
          details: { field: "text", reason: "line 1: it is no recording" },
        },
      ];
    if (this.all.some((one) => one.name === name))
      return [409, { code: "WORKFLOW_NAME_TAKEN", message: "Another workflow of yours is called so." }];
    const what = from === undefined ? [`Imported from ${form}.`, "step 3 (customStep) is left out"] : ["Learned."];
    const kept: WorkflowShown = {
      ...template,
      id: `01900000-0000-7000-8000-0000000003a${this.all.length}`,
      name: name ?? "As it calls itself",
      version: 1,
      cause: "saved",
      versions: [{ version: 1, cause: "saved", what, at: time(40) }],
    };
    this.all.push(kept);
    return [201, kept];
  }
}

/** Secrets as a server keeps them: what they are is heard, and not told. */
export class FakeSecrets {
  all: SecretData[] = [];
  readonly heard: string[] = [];

  say(what: string, body: string): [number, unknown] {
    const [method, path = ""] = what.split(" ");
    const name = path.split("/")[3] ?? "";
    if (method === "GET") return [200, { secrets: this.all }];
    this.all = this.all.filter((one) => one.name !== name);
    if (method === "DELETE") return [204, null];
    const { value, sites } = JSON.parse(body) as NewSecret;
    this.heard.push(value);
    const kept: SecretData = { name, sites, createdAt: time(0), changedAt: time(0) };
    this.all.push(kept);
    return [200, kept];
  }
}

/** Profiles as a server keeps them. */
export class FakeProfiles {
  all: ProfileData[] = [
    { name: "shop", createdAt: time(0), savedAt: time(10) },
    { name: "bank", createdAt: time(0) },
  ];

  say(what: string): [number, unknown] {
    const [method, path = ""] = what.split(" ");
    if (method === "GET") return [200, { profiles: this.all }];
    this.all = this.all.filter((one) => one.name !== path.split("/")[3]);
    return [204, null];
  }
}

export class FakeRuns {
  readonly all: RunData[];

  constructor(private readonly session: string) {
    this.all = [
      run(3, session, {
        status: "waiting",
        question: "Which of the two?",
        answerable: true,
        attempt: 1,
        worker: "worker-1",
        startedAt: time(10),
      }),
      run(2, session),
      run(1, session, {
        status: "done_unverified",
        attempt: 2,
        worker: "worker-1",
        startedAt: time(10),
        endedAt: time(30),
        files: [
          { key: "uploads/1/order.csv", name: "order.csv", mimeType: "text/csv", size: 84, received: false },
          {
            key: "runs/1/2-0/bill.pdf",
            name: "bill <b>.pdf",
            mimeType: "application/pdf",
            size: 41_250,
            received: true,
          },
        ],
        outcome: {
          result: "The tea is in the basket.",
          steps: 4,
          costMicros: 1200,
          ledger: [
            { words: "add the tea", standing: "verified", evidence: "the basket shows it" },
            { words: "tell Bo", standing: "unverified", evidence: "nothing was seen of it" },
          ],
          taskId: "01900000-0000-7000-8000-0000000000aa",
          found: {
            fields: [
              { name: "name", type: "string", required: true },
              { name: "price", type: "number", required: true },
            ],
            records: [
              { name: "Green tea, loose", price: 14.5 },
              { name: "=1+1", price: null },
            ],
            cited: [{ name: [1], price: [1] }, { name: [1] }],
            missing: [{ record: 1, field: "price", why: "wrong_type", text: "1.299" }],
            sources: [{ quote: "Green tea, loose € 14.50", url: "https://tea.example/", title: "Tea", verified: true }],
            answers: [
              {
                question: "Is it in stock?",
                answer: "Twelve are left [1]",
                sources: [{ quote: "12 left", url: "https://tea.example/", title: "Tea", verified: false }],
              },
            ],
          },
        },
      }),
    ];
  }

  say(what: string, body: string, asked: URLSearchParams): [number, unknown] {
    const [method, path = ""] = what.split(" ");
    const [, , , id, verb] = path.split("/");
    if (method === "POST" && id === undefined) {
      const order = JSON.parse(body) as NewRun;
      const made = run(this.all.length + 1, this.session, {
        instruction: order.instruction || "By workflow",
        url: order.url || "https://shop.example/",
        ...(order.batch && { batch: order.batch }),
      });
      this.all.unshift(made);
      return [201, made];
    }
    const one = this.all.find((run) => run.id === id);
    if (id === undefined) {
      const status = asked.get("status");
      const words = asked.get("search")?.toLowerCase() ?? "";
      const batch = asked.get("batch");
      const runs = this.all.filter(
        (run) =>
          (status === null || run.status === status) &&
          (batch === null || run.batch?.id === batch) &&
          run.instruction.toLowerCase().includes(words),
      );
      if (batch !== null) runs.sort((a, b) => (a.batch?.row ?? 0) - (b.batch?.row ?? 0));
      return [200, { runs, total: runs.length }];
    }
    if (!one) return [404, { code: "RUN_NOT_FOUND", message: "No such run." }];
    const after: Record<string, RunStatus> = { cancel: "cancelled", retry: "queued", answer: "running" };
    const status = verb === undefined ? undefined : after[verb];
    if (status) Object.assign(one, { status, question: undefined, answerable: false });
    return [200, one];
  }
}
