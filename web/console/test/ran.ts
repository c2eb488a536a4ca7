/** Runs as a server keeps them, and what a person does to them. */
import type { NewRun, RunData, RunStatus } from "@screen-agent/api";

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
        outcome: {
          result: "The tea is in the basket.",
          steps: 4,
          costMicros: 1200,
          ledger: [
            { words: "add the tea", standing: "verified", evidence: "the basket shows it" },
            { words: "tell Bo", standing: "unverified", evidence: "nothing was seen of it" },
          ],
        },
      }),
    ];
  }

  say(what: string, body: string, asked: URLSearchParams): [number, unknown] {
    const [method, path = ""] = what.split(" ");
    const [, , , id, verb] = path.split("/");
    if (method === "POST" && id === undefined) {
      const order = JSON.parse(body) as NewRun;
      const made = run(this.all.length + 1, this.session, { instruction: order.instruction, url: order.url });
      this.all.unshift(made);
      return [201, made];
    }
    const one = this.all.find((run) => run.id === id);
    if (id === undefined) {
      const status = asked.get("status");
      const words = asked.get("search")?.toLowerCase() ?? "";
      const runs = this.all.filter(
        (run) => (status === null || run.status === status) && run.instruction.toLowerCase().includes(words),
      );
      return [200, { runs, total: runs.length }];
    }
    if (!one) return [404, { code: "RUN_NOT_FOUND", message: "No such run." }];
    const after: Record<string, RunStatus> = { cancel: "cancelled", retry: "queued", answer: "running" };
    const status = verb === undefined ? undefined : after[verb];
    if (status) Object.assign(one, { status, question: undefined, answerable: false });
    return [200, one];
  }
}
