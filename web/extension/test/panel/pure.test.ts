import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, type SemanticNode, type SessionInfo, type TimelineStep, type WireMessage } from "@screen-agent/api";
import {
  actionPieces,
  ago,
  attachmentsOf,
  bytes,
  clock,
  duration,
  endsTask,
  parseAction,
  percent,
  planOf,
  secondsLeft,
  stretches,
  veiled,
} from "@screen-agent/ui";
import { composingOf } from "../../src/panel/composing.ts";
import { deedsOf, undoOf } from "../../src/panel/ending.ts";
import { LARGEST, refusal } from "../../src/panel/files.ts";
import { matching } from "../../src/panel/matching.ts";
import { dismiss, showsOnce } from "../../src/panel/once.ts";
import { problemOf } from "../../src/panel/trouble.ts";
import { planOfLedger, turnsOf, unknownTasks } from "../../src/panel/turns.ts";
import { serverOrigin } from "../../src/shared/origin.ts";
import type { PanelState, StepView, TaskView } from "../../src/shared/protocol.ts";
import { changeOf, reachOf } from "../../src/task/effect.ts";
import { NOW, SCENES, SESSIONS } from "./fixtures.ts";

const stateOf = (name: string): PanelState => {
  const scene = SCENES[name];
  assert.ok(scene, name);
  return scene.state;
};
const taskOf = (name: string): TaskView => {
  const { task } = stateOf(name);
  assert.ok(task, name);
  return task;
};
const said = (change: Partial<WireMessage>): WireMessage => ({
  messageId: "m",
  role: "assistant",
  content: "",
  sequenceNumber: 0,
  timestamp: "2026-02-02T10:00:00Z",
  ...change,
});

test("an action is said in plain words", () => {
  for (const [action, target, expected] of [
    ["click(12)", "Save", "Click “Save”"],
    ["click(12)", null, "Click a control"],
    ['setValue("f7_5", "Ines, \\"Dr.\\" (Berg)")', "Name", 'Enter “Ines, "Dr." (Berg)” into “Name”'],
    ['setValue(5, "")', "Name", "Clear “Name”"],
    ['selectDropdown(3, "f", "Female")', "Sex", "Choose “Female” in “Sex”"],
    ['press("Enter")', null, "Press “Enter”"],
    ['press("a", "Control+Shift")', null, "Press “Control+Shift+a”"],
    ["scroll(false, 1)", null, "Scroll up"],
    ["scroll()", null, "Scroll down"],
    ['navigate("https://a.example/b?c=(d)")', null, "Go to “https://a.example/b?c=(d)”"],
    ["wait(3)", null, "Wait 3 s"],
    ["goBack()", null, "Go back"],
    ["createTab()", null, "Open a new tab"],
    ['unknownThing(1, "x")', null, 'Do “unknownThing(1, "x")”'],
    ["constructor(1)", null, "Do “constructor(1)”"],
    ["not an action", null, "Do “not an action”"],
  ] as const) {
    const told = actionPieces(action, target).map((piece) => (typeof piece === "string" ? piece : `“${piece.name}”`));
    assert.equal(told.join(""), expected, action);
  }
});

test("an action is taken apart as it is printed", () => {
  assert.deepEqual(parseAction(` evaluate('f(1, "a")', {"a": [1, 2]}) `), {
    name: "evaluate",
    args: ['f(1, "a")', '{"a": [1, 2]}'],
  });
  assert.deepEqual(parseAction("finish"), { name: "finish", args: [] });
  assert.equal(parseAction("two words()"), null);
  assert.deepEqual(
    [endsTask("finish()"), endsTask('fail("x")'), endsTask("click(1)"), endsTask(undefined)],
    ["finish", "fail", null, null],
  );
});

test("figures and times are said in words", () => {
  assert.deepEqual([0, 59_999, 65_000, 3_840_000].map(duration), ["0 s", "59 s", "1 min 05 s", "1 h 04 min"]);
  assert.deepEqual([-5, 8_000, 125_000, 3_849_000].map(clock), ["0:00", "0:08", "2:05", "1:04:09"]);
  assert.deepEqual([532, 4_096, 48_211, 6_200_000].map(bytes), ["532 B", "4.1 kB", "48 kB", "6.2 MB"]);
  assert.deepEqual([-1, 0.954, 2].map(percent), ["0 %", "95 %", "100 %"]);
  const at = (ms: number): string => ago(new Date(NOW - ms).toISOString(), NOW);
  assert.deepEqual(
    [at(20_000), at(5 * 60_000), at(3 * 3_600_000), at(25 * 3_600_000), ago("nonsense", NOW)],
    ["just now", "5 min ago", "3 h ago", "1 day ago", ""],
  );
});

test("what words name as a secret is masked, and nothing else", () => {
  for (const [words, shown] of [
    [
      'Enter "nora@a.example" into E-mail and "kettle-40" into Password',
      'Enter "nora@a.example" into E-mail and ••• into Password',
    ],
    ["my password is kettle-40, sign in", "my password is •••, sign in"],
    ['Change "Password" to "kettle-40"', 'Change "Password" to •••'],
    ["Sign in and change the password", "Sign in and change the password"],
    ["Enter the password for me", "Enter the password for me"],
    ["Find the pier", "Find the pier"],
  ] as const)
    assert.equal(veiled(words), shown);
});

test("a countdown ends at nought and shows a second until it is over", () => {
  assert.deepEqual(
    [1_001, 1_000, 1, 0, -50].map((ms) => secondsLeft(NOW + ms, NOW)),
    [2, 1, 1, 0, 0],
  );
});

test("only plain web addresses may be followed, and their host is the browser's own spelling", () => {
  const links = (text: string): unknown[] =>
    stretches(text, [text]).flatMap(({ link }) => (link ? [[link.host, link.rest]] : []));
  for (const [text, expected] of [
    ["see https://a.example/b?c#d.", [["a.example", "/b?c#d"]]],
    ["(http://a.example)", [["a.example", ""]]],
    ["https://bank.example@evil.example/", []],
    ["https://раураl.example/x", [["xn--l-7sba6dbr.example", "/x"]]],
    ["javascript:alert(1) data:text/html,x ftp://a.example //a.example", []],
    ["https://", []],
  ] as const) {
    assert.deepEqual(links(text), expected, text);
    for (const known of [[text], []])
      assert.equal(
        stretches(text, known)
          .map((stretch) => stretch.text)
          .join(""),
        text,
        "nothing is lost",
      );
  }
});

test("only what the person said may be followed, exactly as they said it", () => {
  const said = ["book at https://inn.example/rooms, please", "HTTPS://Inn.Example/a"];
  const hrefs = (text: string): unknown[] => stretches(text, said).flatMap(({ link }) => (link ? [link.href] : []));
  for (const [text, expected] of [
    ["done, see https://inn.example/rooms.", ["https://inn.example/rooms"]],
    ["https://inn.example/a and http://inn.example/a", ["https://inn.example/a"]],
    ["sign in again at http://evil.example/login", []],
    [
      "https://inn.example/rooms?d=secret https://inn.example/rooms/secret https://inn.example/rooms#secret https://secret.inn.example/rooms",
      [],
    ],
    ["https://inn.example:8443/rooms https://inn.example.evil.example/rooms https://inn.example/ROOMS", []],
  ] as const) {
    assert.deepEqual(hrefs(text), expected, text);
  }
  assert.deepEqual(stretches("https://inn.example/rooms", []), [{ text: "https://inn.example/rooms" }]);
});

test("metadata is an open record: what has another form is passed over", () => {
  for (const metadata of [
    undefined,
    {},
    { messageType: "plan_preview" },
    { messageType: "plan_preview", plan: { steps: "x" } },
    { messageType: "plan_preview", plan: { steps: [null, 1] } },
  ]) {
    assert.equal(planOf(said(metadata ? { metadata } : {})), null);
  }
  const plan = {
    steps: [
      { description: "a", status: "completed" },
      { description: "b", status: "odd" },
    ],
  };
  assert.deepEqual(planOf(said({ metadata: { messageType: "plan_update", plan } })), {
    renewed: true,
    steps: [
      { description: "a", status: "completed" },
      { description: "b", status: "pending" },
    ],
  });
  assert.deepEqual(attachmentsOf(said({ metadata: { attachment: { filename: "a.csv", size: 3 }, other: 1 } })), [
    { filename: "a.csv", size: 3 },
  ]);
  assert.deepEqual(attachmentsOf(said({ metadata: { attachments: [{ filename: "a" }, { size: 2 }, null] } })), [
    { filename: "a", size: null },
  ]);
});

test("what was said here shows until the server has it, also when the same was said before", () => {
  const task = { ...taskOf("planning"), query: "again" };
  const user = (sequenceNumber: number): WireMessage =>
    said({ messageId: `u${sequenceNumber}`, role: "user", content: "again ", sequenceNumber });
  const end = said({ messageId: "e", actionString: "finish()", sequenceNumber: 1 });
  const sending = (messages: WireMessage[], now: TaskView = task): number =>
    turnsOf(messages, now, new Map()).filter((turn) => turn.sending).length;
  assert.equal(sending([]), 1);
  assert.equal(sending([user(0)]), 0);
  assert.equal(sending([user(0), end]), 1, "the end of an earlier task stands between");
  assert.equal(sending([user(0), end, user(2)]), 0);
  assert.equal(
    sending([said({ metadata: { taskId: "t" } })], { ...task, taskId: "t" }),
    0,
    "the server knows the task",
  );
  assert.equal(sending([], { ...task, status: "success" }), 0);
});

test("a step's verdict comes from what was lived through here, else from what the server tells", () => {
  const { conversation } = SCENES.running ?? assert.fail();
  const own = turnsOf(conversation.messages, taskOf("running"), new Map());
  assert.equal(own.find(({ message }) => message.messageId === "m2")?.step?.verification?.success, true);
  const step = {
    index: 0,
    target: "Elsewhere",
    verification: { success: false, confidence: 1, reason: "r", evidence: [], tier: 1 },
  } as unknown as TimelineStep;
  const taskId = taskOf("running").taskId ?? assert.fail();
  const told = turnsOf(conversation.messages, null, new Map([[taskId, { steps: [step], heard: 1 }]]));
  assert.deepEqual(told[2]?.step, { target: "Elsewhere", verification: step.verification, correction: null });
  assert.equal(told[3]?.step, null);
  const later = turnsOf(conversation.messages, null, new Map(), new Map([[taskId, taskOf("running").steps]]));
  assert.equal(
    later[2]?.step?.verification?.success,
    true,
    "what was lived through is known after the next task began",
  );
});

test("steps that the server has not told of show at once, in place of nothing and under the same key", () => {
  const { conversation } = SCENES.running ?? assert.fail();
  const task = taskOf("running");
  const keys = (messages: readonly WireMessage[]): string[] => turnsOf(messages, task, new Map()).map(({ key }) => key);
  const all = keys(conversation.messages);
  assert.deepEqual(keys(conversation.messages.slice(0, 4)), all);
  assert.deepEqual(
    turnsOf([], task, new Map()).map(({ message }) => message.content),
    [task.query, ...task.steps.map(({ thought }) => thought)],
  );
  assert.equal(new Set(all).size, all.length);
});

test("the end of a task that has a card is left to the card; ends of others stay", () => {
  const end = (taskId: string): WireMessage =>
    said({ messageId: taskId, actionString: "finish()", metadata: { taskId } });
  const task = { ...taskOf("success"), taskId: "mine", steps: [] };
  assert.deepEqual(
    turnsOf([end("mine"), end("other")], task, new Map()).map(({ message }) => message.messageId),
    ["other"],
  );
  assert.equal(turnsOf([end("mine")], { ...task, status: "running" }, new Map()).length, 1);
});

test("steps are asked for once for each message that tells of more", () => {
  const { conversation } = SCENES.running ?? assert.fail();
  const task = taskOf("running");
  const taskId = task.taskId ?? assert.fail();
  const known = (heard: number) => new Map([[taskId, { steps: [], heard }]]);
  assert.deepEqual([...unknownTasks(conversation.messages, task, new Map())], [], "lived through here");
  assert.deepEqual([...unknownTasks(conversation.messages, null, new Map())], [[taskId, 6]]);
  assert.deepEqual([...unknownTasks(conversation.messages, null, known(5))], [[taskId, 6]]);
  assert.deepEqual([...unknownTasks(conversation.messages, null, known(6))], []);
  assert.deepEqual([...unknownTasks([said({ metadata: { taskId } })], null, new Map())], [], "nothing was done");
});

test("what was done is told without what only looked, with what fields held before, and how to get back", () => {
  const at = { from: "https://a.example/", to: "https://a.example/" };
  const effect = (action: string, node: Partial<SemanticNode>): StepView => {
    const target = { i: "1", r: "btn", n: "It", ...node };
    const effects = [{ action, target: target.n, reach: reachOf(action, target), change: changeOf(action, target) }];
    return {
      index: 0,
      thought: "",
      action,
      target: target.n,
      effects,
      performed: { success: true },
      verification: null,
    };
  };
  const field = effect('setValue(1, "new")', { r: "inp", n: "Name", v: "old" });
  const box = effect("click(1)", { r: "chk", n: "Letters", s: "checked" });
  const looks = effect("scroll(true)", {});
  const link = effect("click(1)", { r: "link", n: "Two", d: { href: "/two" } });
  const sends = effect("click(1)", { n: "Save", d: { submit: true, method: "post" } });
  const acts = effect("click(1)", { n: "Delete" });
  assert.deepEqual(deedsOf([looks, field, { ...acts, performed: { success: false } }]), [
    {
      action: 'setValue(1, "new")',
      target: "Name",
      change: { kind: "text", field: "Name", before: "old", after: "new" },
    },
  ]);
  assert.deepEqual(undoOf({ steps: [field, box], place: at }), {
    kind: "say",
    label: "Put it back",
    words: 'Enter "old" into "Name", then Tick "Letters"',
  });
  assert.deepEqual(undoOf({ steps: [link], place: { ...at, to: "https://a.example/two" } }), {
    kind: "say",
    label: "Go back",
    words: "Go to https://a.example/",
  });
  assert.equal(undoOf({ steps: [looks], place: at }), null);
  const why = (...steps: StepView[]): string => {
    const undo = undoOf({ steps, place: at });
    return undo?.kind === "cannot" ? undo.why : assert.fail();
  };
  assert.equal(why(field, sends), "What was sent to a.example cannot be taken back from here.");
  assert.equal(why(acts), "What “Delete” did cannot be undone from here, only on the site itself.");
});

test("what was asked for in several parts is shown as a plan", () => {
  const clause = (words: string, standing: "verified" | "open" | "wrong") => ({ words, standing, evidence: "" });
  assert.equal(planOfLedger([clause("one", "open")]), null);
  const plan = planOfLedger([clause("one", "verified"), clause("two", "open"), clause("three", "open")]);
  assert.deepEqual(
    plan?.steps.map(({ description, status }) => [description, status]),
    [
      ["one", "completed"],
      ["two", "active"],
      ["three", "pending"],
    ],
  );
  assert.equal(plan?.currentStepIndex, 1);
});

test("what may be said, and why not", () => {
  const kinds = Object.fromEntries(
    [
      "sign-in",
      "empty",
      "restricted",
      "running",
      "question",
      "question-code",
      "question-captcha",
      "approval",
      "problem",
      "success",
    ].map((name) => [name, composingOf(stateOf(name)).kind]),
  );
  assert.deepEqual(kinds, {
    "sign-in": "closed",
    empty: "start",
    restricted: "start",
    running: "closed",
    question: "answer",
    "question-code": "closed",
    "question-captcha": "closed",
    approval: "closed",
    problem: "closed",
    success: "start",
  });
  assert.equal(composingOf({ ...stateOf("empty"), tab: null }).kind, "closed");
});

test("a file is refused by its ending and its size", () => {
  for (const [name, size, ok] of [
    ["a.csv", 1, true],
    ["A.PDF", LARGEST, true],
    ["a.pdf", LARGEST + 1, false],
    ["a.md", 0, false],
    ["a.exe", 1, false],
    ["csv", 1, false],
    ["a.constructor", 1, false],
  ] as const) {
    assert.equal(refusal({ name, size }) === null, ok, name);
  }
});

test("conversations are found by every word, wherever it stands", () => {
  const titles = (words: string): string[] => matching(SESSIONS, words).map(({ domain }: SessionInfo) => domain);
  assert.equal(titles("  ").length, SESSIONS.length);
  assert.deepEqual(titles("LONDON flights"), ["flights.example"]);
  assert.deepEqual(titles("london clinic"), []);
});

test("a server is an http(s) origin without a name in it", () => {
  assert.deepEqual(
    ["https://a.example/b", " http://127.0.0.1:8787 ", "a.example", "ftp://a.example", "https://me@a.example", ""].map(
      serverOrigin,
    ),
    ["https://a.example", "http://127.0.0.1:8787", null, null, null, null],
  );
});

test("the notice about an unknown site stands during one task, and not again", () => {
  const kept = storage();
  assert.equal(showsOnce("a.example", "one", kept), true);
  assert.equal(showsOnce("a.example", "one", kept), true);
  assert.equal(showsOnce("a.example", "two", kept), false);
  assert.equal(showsOnce("b.example", "two", kept), true);
  dismiss("b.example", kept);
  assert.equal(showsOnce("b.example", "two", kept), false);
  kept.setItem("sites-without-knowledge", "broken{");
  assert.equal(showsOnce("c.example", "one", kept), true);
});

test("a refusal of the server says what to do", () => {
  const problem = (status: number, body: object = {}) =>
    problemOf(new ApiError(status, body), "https://a.example", NOW);
  assert.equal(problem(401).advice, "Sign in again.");
  assert.equal(problem(429, { code: "RATE_LIMIT", retryAfter: 30 }).retryAt, NOW + 30_000);
  assert.equal(problem(413).advice, "Files may have up to 10 MB.");
  assert.match(problemOf(new TypeError("Failed to fetch"), "https://a.example", NOW).advice, /https:\/\/a\.example/);
});

function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    length: 0,
    clear: () => kept.clear(),
    key: () => null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}
