import assert from "node:assert/strict";
import { test } from "node:test";
import { PacketError } from "@screen-agent/api/packet";
import { askingOf, composingOf } from "../../src/panel/composing.ts";
import { problemOf } from "../../src/panel/trouble.ts";
import type { Command } from "../../src/shared/protocol.ts";
import { CITATIONS, SHELVES } from "./ask-fixtures.ts";
import { NOW, SCENES, type Scene } from "./fixtures.ts";
import { staged } from "./world.ts";

const scene = (name: string): Scene => SCENES[name] ?? assert.fail(name);
const PIERS = { collectionId: "col_1", title: "Piers" };

test("what may be asked follows from where the question stands", () => {
  const kinds = [
    "ask-empty",
    "ask-restricted",
    "ask-thinking",
    "ask-approval",
    "ask-stuck",
    "ask-no-model",
    "ask-beside-task",
    "sign-in",
  ].map((name) => [name, askingOf(scene(name).state, null).kind]);
  assert.deepEqual(Object.fromEntries(kinds), {
    "ask-empty": "ask",
    "ask-restricted": "closed",
    "ask-thinking": "closed",
    "ask-approval": "closed",
    "ask-stuck": "closed",
    "ask-no-model": "ask",
    "ask-beside-task": "closed",
    "sign-in": "closed",
  });
  const restricted = scene("ask-restricted").state;
  assert.deepEqual(
    askingOf(restricted, PIERS),
    { kind: "ask", hint: "Ask about “Piers”" },
    "a collection needs no page",
  );
  assert.equal(composingOf(scene("ask-thinking").state).kind, "closed", "nothing is done while an answer is made");
});

test("a title that turns its direction does not reach into our own sentence", () => {
  const composing = askingOf(scene("ask-empty").state, { collectionId: "c", title: "\u202egnp\n.exe" });
  assert.deepEqual(composing, { kind: "ask", hint: "Ask about “gnp .exe”" });
});

test("a question goes with its task, how far it may go, and what it is about", async () => {
  const { panel, asked } = staged(scene("ask-empty"));
  panel.draft.value = "  ";
  await panel.asking.say();
  panel.draft.value = " Why? ";
  await panel.asking.say();
  assert.equal(panel.draft.value, "");
  panel.asking.about.value = PIERS;
  panel.asking.allow("observe");
  await panel.asking.summarize();
  assert.deepEqual(asked, [
    { kind: "ask", tabId: 7, text: "Why?", task: "web.answer", mode: "assist" },
    {
      kind: "ask",
      tabId: 7,
      text: "Summarize this collection",
      task: "web.summarize",
      mode: "observe",
      collectionId: "col_1",
    },
  ] satisfies Command[]);
});

test("answers are as long as the person chose, and about what they chose of the page", async () => {
  const { panel, asked } = staged(scene("ask-empty"));
  panel.asking.write("concise");
  panel.asking.focus.value = "comments";
  panel.draft.value = "Why?";
  await panel.asking.say();
  // A collection has no comments.
  panel.asking.about.value = PIERS;
  await panel.asking.summarize();
  panel.asking.write("usual");
  await panel.asking.summarize();
  const args = asked.map((command) => command.kind === "ask" && command.args);
  assert.deepEqual(args, [{ style: "concise", focus: "comments" }, { style: "concise" }, undefined]);
});

test("fields are taken out in the order in which they are named", async () => {
  const { panel, asked } = staged(scene("ask-empty"));
  assert.equal(await panel.asking.extract(" , "), false);
  assert.equal(await panel.asking.extract("price, in stock,"), true);
  assert.deepEqual(asked, [
    {
      kind: "ask",
      tabId: 7,
      text: "price, in stock",
      task: "web.extract",
      args: { schema: ["price", "in stock"] },
      mode: "assist",
    },
  ] satisfies Command[]);
});

test("words that were not taken stay", async () => {
  const { panel } = staged(scene("ask-empty"));
  const problem = { code: "TASK_UNDER_WAY", message: "A task is under way.", advice: "Stop it first." };
  Object.assign(panel.outside, { ask: () => Promise.resolve({ ok: false, problem }) });
  panel.draft.value = "Why?";
  await panel.asking.say();
  assert.equal(panel.draft.value, "Why?");
  assert.deepEqual(panel.problem.value, problem);
});

test("a citation is shown where it stands, and one without a place is said to have none", async () => {
  const { panel, asked } = staged(scene("ask-answered"));
  const [first, , placeless] = CITATIONS;
  assert.ok(first && placeless);
  panel.asking.point(first);
  panel.asking.leave();
  await panel.asking.choose(placeless);
  assert.match(panel.asking.missed.value, /cannot be shown/);
  await panel.asking.choose(first);
  assert.equal(panel.asking.missed.value, "");
  const shows = {
    kind: "highlight",
    tabId: 7,
    handleId: "41",
    quote: "the pier cost 12 million euros",
    url: "https://harbour.example/price",
  };
  assert.deepEqual(asked, [shows, { kind: "unhighlight", tabId: 7 }, shows]);
});

test("what a question is about belongs to the tab that it was chosen for", () => {
  const { panel } = staged(scene("ask-about"));
  panel.turnTo(7);
  panel.asking.about.value = PIERS;
  panel.turnTo(8);
  assert.equal(panel.asking.about.value, null);
  panel.turnTo(7);
  assert.deepEqual(panel.asking.about.value, PIERS);
  panel.clear();
  assert.equal(panel.asking.about.value, null, "nothing is left for whoever signs in next");
});

test("Stop stops what goes on in the tab", () => {
  for (const [name, kind] of [
    ["ask-thinking", "stopAsking"],
    ["running", "stop"],
  ] as const) {
    const { panel, asked } = staged(scene(name));
    panel.stop();
    assert.deepEqual(asked, [{ kind, tabId: 7 }]);
  }
});

test("pages that were added are captured one after the other, and only those", async () => {
  const { panel, asked } = staged(scene("collections-open"));
  const outside = panel.outside as unknown as {
    ask: (command: Command) => Promise<unknown>;
    state: { value: Scene["state"] };
  };
  const { ask } = outside;
  const known = SHELVES.open.open.sources;
  const fresh = known
    .filter(({ status }) => status === "pending")
    .map((source, at) => ({ ...source, id: `src_new_${at}` }));
  outside.ask = (command) => {
    // Its answer comes before its next state.
    if (command.kind === "addSources") queueMicrotask(() => queueMicrotask(tell));
    return ask(command);
  };
  const tell = (): void => {
    outside.state.value = {
      ...outside.state.value,
      collections: { ...SHELVES.open, open: { ...SHELVES.open.open, sources: [...known, ...fresh] } },
    };
  };
  await panel.collecting.add("col_1", [{ type: "url", url: "https://a.example/" }]);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(
    asked.map((command) => ("sourceId" in command ? command.sourceId : command.kind)),
    ["addSources", "src_new_0"],
  );
  assert.equal(panel.collecting.capturing.value, null);
});

test("capturing ends when another collection is opened", async () => {
  const { panel, asked } = staged(scene("collections-list"));
  await panel.collecting.capture(SHELVES.open.open.sources);
  assert.deepEqual(asked, []);
});

test("a file is saved under the server's name, and a refusal says what to do", async () => {
  const { panel, saved } = staged(scene("collections-made"));
  await panel.collecting.download("art_2", "csv");
  assert.deepEqual(saved, ["piers.csv"]);
  const problem = (status: number, code: string) =>
    problemOf(new PacketError(status, code, "It is so."), "https://a.example", NOW);
  assert.equal(
    problem(503, "NO_MODEL").advice,
    "Things to do on the page work without one. Whoever runs the server can add one.",
  );
  assert.equal(problem(422, "UNSUPPORTED_FORMAT").advice, "Choose another format.");
  assert.equal(problem(401, "UNAUTHORIZED").advice, "Sign in again.");
});
