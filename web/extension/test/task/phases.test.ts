/** Whatever comes, wherever a task stands. */
import assert from "node:assert/strict";
import test from "node:test";
import type { InteractData } from "@screen-agent/api";
import type { Effect, Happening } from "../../src/task/event.ts";
import type { Phase } from "../../src/task/state.ts";
import { viewOf } from "../../src/task/view.ts";
import { CALM, capture, click, data, look, NOW, node, Play, SESSION, TASK, told, WENT } from "./kit.ts";

const approval = () =>
  data({
    status: "needs_user_input",
    approval: {
      fingerprint: "f1",
      reason: "submit",
      text: "Send?",
      action: "click(2)",
      origin: "https://shop.example",
      expiresAt: NOW + 60_000,
    },
  });
const question = () => data({ status: "needs_user_input", userQuestion: "Which?" });
const chain = (): InteractData => {
  const links = [0, 1].map((index) => ({
    action: `setValue(${index + 1}, "a")`,
    description: "",
    index,
    targetElementId: index + 1,
    actionType: "setValue",
    verificationLevel: "client" as const,
    clientVerificationChecks: [{ type: "element_visible" as const, elementId: index + 1 }],
  }));
  return data({ action: links[0]!.action, actions: links });
};

/** A task in each of its phases. */
const AT: Record<Phase["name"], () => Play> = {
  looking: () => new Play(),
  asking: () => new Play().looked(),
  fetching: () => new Play().looked().answered(data({ status: "needs_full_dom" })),
  acting: () => new Play().looked().answered(click()),
  checking: () => new Play().looked().answered(chain()).performed(),
  waiting: () => new Play().looked().answered(question()),
  resuming: () =>
    new Play()
      .looked()
      .answered(question())
      .tell({ kind: "helped", values: { code: "123" } }),
  pausing: () => new Play().looked().offline(),
  stuck: () => new Play().looked().refused(400, "VALIDATION_ERROR"),
  ended: () => new Play().looked().answered(data({ status: "completed" })),
};
const phases = Object.keys(AT) as Phase["name"][];

test("every phase is reached as it is named", () => {
  for (const name of phases) assert.equal(AT[name]().phase, name);
});

test("it can be stopped wherever it stands, at once and everywhere", () => {
  for (const name of phases.filter((name) => name !== "ended")) {
    const play = AT[name]();
    const { taskId } = play.state;
    play.tell({ kind: "stop" });
    assert.equal(viewOf(play.state).status, "stopped", name);
    assert.deepEqual(
      play.effects,
      [
        { kind: "abort" },
        { kind: "release", tabId: 7 },
        { kind: "stopOnServer", sessionId: SESSION, taskId, query: "fill it in" },
      ],
      name,
    );
    assert.equal(play.state.problem, null);
    const after = play.state;
    for (const late of [
      { kind: "looked", turn: play.state.turn - 1, look: look() },
      { kind: "performed", turn: play.state.turn - 1, performed: WENT },
    ] as Happening[]) {
      assert.equal(play.tell(late).state, after, `${name}: what was under way comes too late`);
    }
  }
});

test("after the worker was killed nothing is done twice", () => {
  const expected: Record<Phase["name"], Effect["kind"][]> = {
    looking: ["look"],
    asking: ["ask"],
    fetching: ["fetch"],
    acting: ["look"],
    checking: ["look"],
    waiting: [],
    resuming: [],
    pausing: ["wakeAt"],
    stuck: [],
    ended: [],
  };
  for (const name of phases) {
    const play = AT[name]();
    const before = play.effects;
    // What storage gives back is a copy, with its keys in another order.
    play.state = shuffled(play.state);
    play.tell({ kind: "revived" });
    assert.deepEqual(play.kinds(), expected[name], name);
    assert.equal(play.kinds().includes("perform"), false);
    if (name === "asking") {
      const first = before.find((effect) => effect.kind === "ask");
      assert.deepEqual(
        [play.effect("ask").body, play.effect("ask").key],
        [first?.body, first?.key],
        "the same bytes under the same key",
      );
    }
  }
});

test("an action that may have happened is said to be open, with how far its chain got", () => {
  const single = AT.acting().tell({ kind: "revived" }).looked();
  assert.equal(single.body().lastActionStatus, "pending");
  assert.equal("lastActionResult" in single.body() || "lastActionError" in single.body(), false);
  const row = AT.checking().looked().tell({ kind: "revived" }).looked();
  assert.equal(row.body().lastActionStatus, "pending");
  assert.deepEqual(row.body().chainPartialState, { executedActions: ['setValue(1, "a")'], totalActionsInChain: 2 });
  assert.equal(row.body().lastExecutedActionIndex, 0);
});

test("what was given before the worker was killed is asked for again", () => {
  const play = AT.resuming().tell({ kind: "revived" });
  assert.equal(viewOf(play.state).status, "waiting");
  assert.equal(viewOf(play.state).problem?.code, "INTERRUPTED");
  assert.deepEqual(play.tell({ kind: "helped", values: { code: "123" } }).kinds(), ["resume"]);
});

test("an end is an end", () => {
  const happenings: Happening[] = [
    { kind: "looked", turn: 0, look: look() },
    { kind: "said", text: "more" },
    { kind: "helped" },
    { kind: "approval", fingerprint: "f1", allow: true, scope: "once" },
    { kind: "stop" },
    { kind: "retry" },
    { kind: "tick" },
    { kind: "heard", status: "failed" },
    { kind: "revived" },
    { kind: "tabClosed" },
  ];
  for (const happening of happenings) {
    const play = AT.ended();
    const { state } = play;
    play.tell(happening);
    assert.equal(play.state, state, happening.kind);
    assert.deepEqual(play.effects, []);
  }
  const late = AT.ended().tell(told("failed", { result: "no", modelCalls: 3 }));
  assert.deepEqual([viewOf(late.state).status, late.effects], ["success", []]);
});

/** Numbers that look random and are the same every time. */
function chances(seed: number): () => number {
  let at = seed;
  return () => {
    at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0;
    return at / 2 ** 32;
  };
}

test("whatever comes in whatever order, nothing is done without a decision, twice, or after the end", () => {
  const answers: (() => InteractData)[] = [
    click,
    chain,
    question,
    approval,
    () => data({ status: "needs_context", needsSkeletonDom: true }),
    () => data({ status: "needs_full_dom" }),
    () => data({ status: "needs_scroll", action: "scroll(true,1)" }),
    () => data({ status: "completed", action: 'finish("ok")' }),
    () => data({ status: "failed", action: 'fail("no")' }),
    () => data({}),
  ];
  for (let seed = 1; seed <= 400; seed++) {
    const chance = chances(seed);
    const pick = <T>(from: T[]): T => from[Math.floor(chance() * from.length)]!;
    const play = new Play();
    /** Reports that are outstanding, by the turn that they were asked in. */
    let outstanding = play.effects.filter((effect) => "turn" in effect);
    let decided = 0;
    let performs = 0;
    for (let step = 0; step < 80; step++) {
      play.now += Math.floor(chance() * 20_000);
      // Most reports are of this turn; some come late.
      const turn = chance() < 0.85 ? play.state.turn : play.state.turn - 1;
      const wasAsking = play.phase === "asking" && turn === play.state.turn;
      const ended = play.phase === "ended" ? play.state.phase : null;
      const seen = look(capture([node("1", "A", chance() < 0.5 ? { v: "a" } : {}), node("2", "B")]), `h${step}`);
      const happening = pick<() => Happening>([
        () => ({ kind: "looked", turn, look: seen }),
        () => ({ kind: "looked", turn, look: seen }),
        () => ({
          kind: "unseen",
          turn,
          why: pick(["restricted", "failed", "silent"] as const),
          url: "https://a.example/",
          message: "m",
        }),
        () => ({ kind: "answered", turn, data: pick(answers)(), ms: 1 }),
        () => ({ kind: "answered", turn, data: pick(answers)(), ms: 1 }),
        () => ({
          kind: "refused",
          turn,
          failure: pick([
            { kind: "network" } as const,
            { kind: "refused", status: 401, code: "UNAUTHORIZED", message: "" } as const,
            { kind: "refused", status: 429, code: "RATE_LIMIT", message: "", retryAfter: 2 } as const,
            { kind: "refused", status: 409, code: "TASK_COMPLETED", message: "" } as const,
          ]),
        }),
        () => ({ kind: "fetched", turn, more: {} }),
        () => ({ kind: "performed", turn, performed: WENT }),
        () => ({
          kind: "performed",
          turn,
          performed: { success: false, error: { code: "TIMEOUT", message: "m" }, noticed: CALM },
        }),
        () => ({ kind: "said", text: "this" }),
        () => ({ kind: "helped", values: { a: "b" } }),
        () => ({ kind: "resumed", turn }),
        () => ({ kind: "approval", fingerprint: "f1", allow: chance() < 0.5, scope: "once" }),
        () => ({ kind: "retry" }),
        () => ({ kind: "tick" }),
        () => ({ kind: "heard", status: pick(["completed", "executing"] as const) }),
        () => told(pick(["executing", "needs_user_input"] as const), { asks: chance() < 0.5 }),
        () => ({ kind: "revived" }),
      ])();
      play.tell(happening);
      const trace = `seed ${seed}, step ${step}, ${happening.kind}`;
      if (happening.kind === "answered" && wasAsking) decided = linksOf(play);
      const reporting = play.effects.filter((effect) => "turn" in effect);
      assert.ok(reporting.length <= 1, `${trace}: one thing at a time`);
      for (const effect of reporting)
        assert.equal("turn" in effect && effect.turn, play.state.turn, `${trace}: only the last effect is heard`);
      if (reporting.length > 0) outstanding = reporting;
      for (const effect of play.effects.filter((effect) => effect.kind === "perform")) {
        performs += 1;
        decided -= 1;
        assert.ok(decided >= 0, `${trace}: ${JSON.stringify(effect)} was not decided`);
        assert.notEqual(happening.kind, "revived", trace);
      }
      if (ended) assert.deepEqual([play.state.phase, play.effects], [ended, []], `${trace}: an end is an end`);
      assert.ok(play.state.acts <= 50 && play.state.acts === performs, trace);
      assert.equal(play.state.taskId === null || play.state.taskId === TASK, true);
    }
    assert.ok(outstanding.length > 0);
  }
});

/** How many actions the present decision has. */
function linksOf(play: Play): number {
  return play.state.phase.name === "acting" ? play.state.phase.run.links.length : 0;
}

/** A deep copy whose objects have their keys in order of the alphabet, as browsers' storage gives them back. */
function shuffled<T>(value: T): T {
  if (Array.isArray(value)) return value.map(shuffled) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, shuffled(one)]),
  ) as T;
}
