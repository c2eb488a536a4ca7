import assert from "node:assert/strict";
import test from "node:test";
import type {
  BlockerInfo,
  InteractStatus,
  PageCapture,
  RagDebug,
  WireApprovalRequest,
  WireClause,
  WirePlan,
} from "@screen-agent/api";
import { viewOf } from "../../src/task/view.ts";
import { CALM, capture, click, data, look, NOW, node, Play, SESSION, TASK, told } from "./kit.ts";

const APPROVAL: WireApprovalRequest = {
  fingerprint: "f1",
  reason: "submit",
  text: "Send the form to shop.example?",
  action: "click(2)",
  origin: "https://shop.example",
  expiresAt: NOW + 60_000,
};
const BLOCKER: BlockerInfo = {
  type: "login_failure",
  description: "wrong password",
  userMessage: "The password was not taken.",
  resolutionMethods: ["provide_in_chat", "user_action_on_web"],
  requiredFields: [{ name: "password", label: "Password", type: "password" }],
  confidence: 0.9,
  pausedAtStep: 1,
};
const approval = () => data({ status: "needs_user_input", approval: APPROVAL, userQuestion: APPROVAL.text });
const blocked = () => data({ status: "needs_user_input", userQuestion: "What now?", blockerInfo: BLOCKER });
const PLAN: WirePlan = { steps: [], currentStepIndex: 0, createdAt: "2026-03-04T00:00:00Z" };

const METRICS = {
  requestDuration: 1,
  stepIndex: 3,
  steps: { total: 4, verified: 3, failed: 0, corrections: 0 },
};

test("each report says which step it is about", () => {
  const play = new Play();
  play.looked();
  assert.equal("answersStep" in play.body(), false);
  play.answered({ ...click(), metrics: METRICS });
  play.performed({ success: true, noticed: { network: true, dom: true, url: false } });
  play.looked();
  assert.equal(play.body().answersStep, 3);
  assert.deepEqual(
    play.state.steps.map(({ index }) => index),
    [3],
    "it is known by the same number",
  );
  // A question is no step: the next report is still about the last one.
  play.answered({
    ...data({ status: "needs_user_input", userQuestion: "Which one?" }),
    metrics: METRICS,
  });
  assert.equal(play.state.step, 3);
});

test("a task looks, asks, performs, and tells how it went", () => {
  const play = new Play();
  assert.deepEqual(play.effects, [{ kind: "look", turn: 1, tabId: 7, about: "fill it in", settle: true, pauseMs: 0 }]);
  play.looked();
  const first = play.body();
  assert.equal(first.query, "fill it in");
  assert.equal(first.sessionId, SESSION);
  assert.equal(first.domMode, "semantic");
  assert.equal(first.localDate, "2026-03-04");
  assert.equal("taskId" in first || "lastActionStatus" in first || "dom" in first, false);
  assert.deepEqual((first.client as { capabilities: string[] }).capabilities, [
    "approvals",
    "user_input_forms",
    "negotiate",
    "scroll_retry",
    "chain",
  ]);
  play.answered(click());
  assert.deepEqual(play.effect("perform").decision, {
    action: "click(2)",
    details: { name: "click", elementId: 2 },
    origin: "https://shop.example",
    expected: { role: "btn", name: "Go" },
  });
  play.performed({ success: true, noticed: { network: true, dom: true, url: false }, state: "x" });
  assert.deepEqual(play.kinds(), ["look"]);
  play.looked(look(capture(undefined, { url: "https://shop.example/next", hash: "h2" })));
  const second = play.body();
  assert.equal(second.taskId, TASK);
  assert.equal(second.lastActionStatus, "success");
  assert.deepEqual(second.lastActionResult, { success: true, actualState: "x" });
  assert.deepEqual(second.clientObservations, { didNetworkOccur: true, didDomMutate: true, didUrlChange: false });
  assert.equal(second.previousUrl, "https://shop.example/form");
  assert.equal(second.verification_passed, true);
  assert.deepEqual(second.clientVerification, { urlChanged: true, timestamp: play.now });
  const verification = { success: true, confidence: 0.95, reason: "seen", evidence: [], tier: 1 };
  play.answered(
    data({
      status: "completed",
      action: 'finish("Done.")',
      actionDetails: { name: "finish", args: { text: "Done.", success: true } },
      verification,
    }),
  );
  assert.deepEqual(play.kinds(), ["abort", "release", "inquire"]);
  const view = viewOf(play.state);
  assert.equal(view.status, "success");
  assert.equal(view.result, "Done.");
  assert.deepEqual(view.steps[0]?.verification, verification);
  assert.equal(view.steps[0]?.target, "Go");
});

test("a file that came of an action is told by its name", () => {
  const play = new Play();
  play.looked();
  play.answered(click());
  const noticed = { network: true, dom: false, url: false };
  play.performed({ success: true, noticed, downloads: [{ id: 3, name: "visits.csv", whole: true }] });
  play.looked();
  assert.deepEqual(play.body().clientObservations, {
    didNetworkOccur: true,
    didDomMutate: false,
    didUrlChange: false,
    downloads: ["visits.csv"],
  });
  assert.deepEqual(viewOf(play.state).steps[0]?.downloads, [{ id: 3, name: "visits.csv", whole: true }]);
});

test("only what the server says was completed is a success", () => {
  for (const [status, expected] of [
    ["completed", "success"],
    ["failed", "failed"],
    ["interrupted", "stopped"],
  ] as const) {
    const play = new Play().looked().answered(data({ status, action: 'finish("All done!")' }));
    assert.equal(viewOf(play.state).status, expected, status);
  }
  for (const status of ["executing", "active", "verifying"] as const) {
    const play = new Play()
      .looked()
      .answered(data({ status, action: 'finish("All done!")', actionDetails: { name: "finish" } }));
    assert.equal(viewOf(play.state).status, "failed", status);
    assert.ok(play.kinds().includes("stopOnServer"));
  }
});

test("what was done without all of it being seen is told apart from what was verified, here and elsewhere", () => {
  const ledger: WireClause[] = [
    { words: "fill it in", standing: "verified", evidence: "“Name” holds “Ada”" },
    { words: "send it", standing: "unverified", evidence: "the page says nothing" },
  ];
  const begun = (): Play => new Play().looked().answered({ ...click(), ledger: ledger.slice(0, 1) });
  assert.deepEqual(viewOf(begun().state).ledger, ledger.slice(0, 1));
  for (const [verified, expected] of [
    [false, "unverified"],
    [true, "success"],
    [undefined, "success"],
  ] as const) {
    const here = begun()
      .performed()
      .looked()
      .answered(data({ status: "completed", action: "finish()", ledger, verified }));
    const elsewhere = begun().tell(told("completed", { ledger, verified: verified ?? null }));
    for (const play of [here, elsewhere]) {
      const { status, ledger: shown } = viewOf(play.state);
      assert.deepEqual([status, shown], [expected, ledger]);
    }
  }
  const failed = begun().tell(told("failed", { ledger, verified: false }));
  assert.equal(viewOf(failed.state).status, "failed");
});

test("every status leads where it should", () => {
  const all: Record<InteractStatus, string> = {
    active: "acting",
    planning: "acting",
    executing: "acting",
    verifying: "acting",
    correcting: "acting",
    needs_scroll: "acting",
    needs_user_input: "waiting",
    needs_context: "fetching",
    needs_full_dom: "fetching",
    completed: "ended",
    failed: "ended",
    interrupted: "ended",
  };
  for (const [status, phase] of Object.entries(all)) {
    const play = new Play().looked().answered({ ...click(), status: status as InteractStatus });
    assert.equal(play.phase, phase, status);
  }
});

test("a scroll that was asked for is done, and the same words are asked again", () => {
  const play = new Play()
    .looked()
    .answered(
      data({ status: "needs_scroll", action: "scroll(true,1)", retryAfterScroll: true, scrollReason: "below" }),
    );
  play.performed().looked(look(capture(undefined, { hash: "h2", scrollPosition: "50%" })));
  assert.equal(play.body().query, "fill it in");
  assert.equal(play.body().scrollPosition, "50%");
});

test("a picture that has not changed is not sent again", () => {
  const wants = () => data({ status: "needs_context", requestedDomMode: "hybrid", needsScreenshot: true });
  const sent = (play: Play, data: string) => {
    play.answered(wants()).tell({ kind: "fetched", turn: play.state.turn, more: { picture: { data, hash: "0f" } } });
    return [play.body().screenshot, play.body().screenshotHash];
  };
  const play = new Play().looked();
  assert.deepEqual(sent(play, "cGlj"), ["cGlj", "0f"]);
  play.answered(click()).performed().looked();
  assert.deepEqual(sent(play, "cGlj"), [undefined, "0f"]);
  assert.deepEqual(sent(play, "cGlj"), ["cGlj", "0f"], "the server has it no longer");
  play.answered(click()).performed().looked();
  assert.deepEqual(sent(play, "bmV3"), ["bmV3", "0f"], "much alike is not the same");
});

test("a picture that an action took goes with the next look", () => {
  const play = new Play().looked().answered(data({ action: "screenshot()", actionDetails: { name: "screenshot" } }));
  play.performed({ success: true, noticed: CALM, state: "image/jpeg, 3 bytes", picture: { data: "cGlj", hash: "0f" } });
  play.looked();
  assert.deepEqual([play.body().screenshot, play.body().screenshotHash], ["cGlj", "0f"]);
  play.answered(click()).performed().looked();
  assert.equal("screenshot" in play.body(), false);
});

test("exactly what was asked for is sent, three times at most", () => {
  const play = new Play().looked();
  const key = play.effect("ask").key;
  play.answered(
    data({ status: "needs_context", requestedDomMode: "hybrid", needsScreenshot: true, needsSkeletonDom: true }),
  );
  assert.deepEqual(play.effect("fetch").want, { mode: "hybrid", dom: false, skeleton: true, picture: true });
  play.tell({
    kind: "fetched",
    turn: play.state.turn,
    more: { skeleton: "<a>", picture: { data: "cGlj", hash: "0f" } },
  });
  const second = play.body();
  assert.notEqual(play.effect("ask").key, key);
  assert.deepEqual(
    [second.domMode, second.skeletonDom, second.screenshot, second.screenshotHash, second.dom, second.taskId],
    ["hybrid", "<a>", "cGlj", "0f", undefined, TASK],
  );
  play.answered(data({ status: "needs_full_dom", needsScreenshot: true }));
  assert.deepEqual(play.effect("fetch").want, { mode: "full", dom: true, skeleton: false, picture: false });
  play.tell({ kind: "fetched", turn: play.state.turn, more: { dom: "<html>" } });
  assert.deepEqual([play.body().domMode, play.body().dom, play.body().skeletonDom], ["full", "<html>", "<a>"]);
  play.answered(data({ status: "needs_context", requestedDomMode: "skeleton", needsSkeletonDom: true }));
  play.tell({ kind: "fetched", turn: play.state.turn, more: {} });
  assert.equal(play.body().domMode, "semantic", "a mode is not said without what it stands for");
  play.answered(data({ status: "needs_full_dom" }));
  assert.equal(play.phase, "ended");
  assert.equal(play.state.problem?.code, "NEGOTIATION_ENDLESS");
});

test("a question is answered once, on a fresh look", () => {
  const play = new Play()
    .looked()
    .answered(data({ status: "needs_user_input", userQuestion: "Which size?", missingInformation: ["size"] }));
  assert.deepEqual(viewOf(play.state).question, { text: "Which size?", missing: ["size"], offers: [], blocker: null });
  assert.equal(viewOf(play.state).status, "waiting");
  play.tell({ kind: "said", text: "Medium" });
  assert.equal(play.effect("look").about, "Medium");
  play.looked();
  assert.deepEqual([play.body().query, play.body().taskId], ["Medium", TASK]);
  play.answered(click()).performed().looked();
  assert.equal(play.body().query, "fill it in");
});

test("what was said is not lost when a turn fails", () => {
  const play = new Play()
    .looked()
    .answered(data({ status: "needs_user_input", userQuestion: "Which?" }))
    .tell({ kind: "said", text: "Medium" })
    .looked();
  play.refused(502, "LLM_ERROR");
  play.now += 60_000;
  play.tell({ kind: "tick" }).looked();
  assert.equal(play.body().query, "Medium");
});

test("what is given for a blocker goes to the server and is kept nowhere", () => {
  const play = new Play().looked().answered(blocked());
  play.tell({ kind: "helped", values: { password: "violet-anvil-77", code: "" } });
  const resume = play.effect("resume");
  assert.deepEqual(resume.body, {
    resolutionMethod: "provide_in_chat",
    resolutionData: { password: "violet-anvil-77" },
  });
  assert.equal(JSON.stringify(play.state).includes("violet-anvil-77"), false);
  play.tell({ kind: "resumed", turn: play.state.turn });
  assert.deepEqual(play.kinds(), ["look"]);
});

test("a blocker that was seen to on the page is said so, and one may answer in words", () => {
  const play = new Play().looked().answered(blocked()).tell({ kind: "helped" });
  assert.deepEqual(play.effect("resume").body, { resolutionMethod: "user_action_on_web" });
  const words = new Play().looked().answered(blocked()).tell({ kind: "said", text: "leave it" });
  assert.deepEqual(words.kinds(), ["look"]);
});

test("help that did not arrive is asked for again", () => {
  const play = new Play()
    .looked()
    .answered(blocked())
    .tell({ kind: "helped", values: { password: "p" } });
  play.tell({ kind: "notResumed", turn: play.state.turn, failure: { kind: "network" } });
  assert.equal(viewOf(play.state).status, "waiting");
  assert.equal(viewOf(play.state).question?.blocker?.type, "login_failure");
  assert.equal(viewOf(play.state).problem?.code, "NETWORK_ERROR");
  const elsewhere = new Play().looked().answered(blocked()).tell({ kind: "helped" });
  elsewhere.tell({
    kind: "notResumed",
    turn: elsewhere.state.turn,
    failure: { kind: "refused", status: 400, code: "INVALID_TASK_STATE", message: "no" },
  });
  assert.equal(elsewhere.phase, "looking");
});

test("an approval echoes its fingerprint, with a look that was taken since", () => {
  for (const allow of [true, false]) {
    const play = new Play().looked();
    const asked = play.body();
    const key = play.effect("ask").key;
    play.answered(approval());
    assert.deepEqual(viewOf(play.state).approval, APPROVAL);
    play.tell({ kind: "approval", fingerprint: "f1", allow, scope: "site" });
    assert.deepEqual(play.kinds(), ["look"]);
    play.looked();
    assert.deepEqual(play.body(), { ...asked, taskId: TASK, approval: { fingerprint: "f1", allow, scope: "site" } });
    assert.notEqual(play.effect("ask").key, key);
  }
});

test("a yes that is late, or to something else, is never sent", () => {
  const late = new Play().looked().answered(approval());
  late.now = APPROVAL.expiresAt + 1;
  late.tell({ kind: "approval", fingerprint: "f1", allow: true, scope: "once" });
  assert.deepEqual(late.kinds(), ["look"]);
  late.looked();
  assert.equal("approval" in late.body(), false);
  const other = new Play()
    .looked()
    .answered(approval())
    .tell({ kind: "approval", fingerprint: "f2", allow: true, scope: "once" });
  assert.deepEqual([other.phase, other.effects], ["waiting", []]);
  const words = new Play().looked().answered(approval()).tell({ kind: "said", text: "yes" });
  assert.deepEqual([words.phase, words.effects], ["waiting", []]);
});

test("a no that is late is a no still", () => {
  const play = new Play().looked().answered(approval());
  play.now = APPROVAL.expiresAt + 1;
  play.tell({ kind: "approval", fingerprint: "f1", allow: false, scope: "once" }).looked();
  assert.deepEqual(play.body().approval, { fingerprint: "f1", allow: false, scope: "once" });
});

test("an action that failed is told with its code, and another way is tried", () => {
  const play = new Play().looked().answered(click());
  play
    .performed({ success: false, error: { code: "ELEMENT_NOT_FOUND", message: "it is gone" }, noticed: CALM })
    .looked();
  assert.equal(play.body().lastActionStatus, "failure");
  assert.deepEqual(play.body().lastActionError, {
    message: "it is gone",
    code: "ELEMENT_NOT_FOUND",
    action: "click(2)",
    elementId: 2,
  });
  assert.equal("verification_passed" in play.body(), false);
  const corrected = {
    ...click("1"),
    status: "correcting" as const,
    correction: { strategy: "ALTERNATIVE_SELECTOR", reason: "gone", retryAction: "click(1)" },
  };
  play.answered(corrected);
  assert.equal(play.effect("perform").decision.action, "click(1)");
  assert.deepEqual(viewOf(play.state).steps[0]?.performed, {
    success: false,
    code: "ELEMENT_NOT_FOUND",
    message: "it is gone",
    state: undefined,
  });
});

test("a task goes on in the tab that an action opened", () => {
  const play = new Play().looked().answered(click()).performed({ success: true, noticed: CALM, tabId: 9 });
  assert.deepEqual(
    play.effects.map((effect) => effect.kind),
    ["moved", "look"],
  );
  assert.equal(play.effect("look").tabId, 9);
  play.looked();
  assert.equal(play.body().tabId, 9);
});

test("closing its own tab ends a task only when it does not say where to go on", () => {
  const byPage = new Play()
    .looked()
    .answered(click())
    .performed({ success: true, noticed: CALM, tabId: 9 })
    .looked()
    .answered(click())
    .tell({ kind: "tabClosed" });
  assert.equal(
    byPage.performed({ success: true, noticed: CALM, tabId: 7 }).state.tabId,
    7,
    "a window that closes itself leads back",
  );
  const byPerson = new Play().looked().answered(click()).tell({ kind: "tabClosed" });
  assert.equal(byPerson.phase, "acting");
  byPerson.performed({ success: true, noticed: CALM, tabId: 3 });
  assert.deepEqual([byPerson.phase, byPerson.state.problem?.code], ["ended", "TAB_CLOSED"]);
  const closing = () =>
    new Play()
      .looked()
      .answered(data({ action: "close(1)", actionDetails: { name: "close", args: { index: 1 } } }))
      .tell({ kind: "tabClosed" });
  assert.equal(closing().phase, "acting");
  assert.equal(closing().performed({ success: true, noticed: CALM, tabId: 3 }).phase, "looking");
  assert.equal(closing().performed().tell({ kind: "tabClosed" }).phase, "ended");
  const gone = new Play().looked().tell({ kind: "tabClosed" });
  assert.deepEqual(
    [gone.phase, gone.state.problem?.code, gone.kinds()],
    ["ended", "TAB_CLOSED", ["abort", "release", "stopOnServer"]],
  );
});

test("what is typed into a secret field is not shown", () => {
  const secret = node("3", "Password", { d: { type: "password" } });
  const play = new Play().looked(look(capture([node("1", "Name"), secret])));
  play.answered(
    data({
      action: 'setValue(3, "violet-anvil-77")',
      actionDetails: { name: "setValue", elementId: 3, args: { value: "violet-anvil-77" } },
    }),
  );
  assert.equal(play.effect("perform").decision.action, 'setValue(3, "violet-anvil-77")');
  const view = viewOf(play.state);
  assert.equal(view.steps[0]?.action, 'setValue(3, "•••")');
  assert.equal(JSON.stringify(view).includes("violet-anvil-77"), false);
});

test("an answer that does not hold together does nothing", () => {
  for (const [said, code] of [
    [data({}), "NO_ACTION"],
    [
      data({ action: "click(2)", actionDetails: { name: "navigate", args: { url: "https://evil.example" } } }),
      "INVALID_ACTION_FORMAT",
    ],
  ] as const) {
    const play = new Play().looked().answered(said);
    assert.deepEqual([play.phase, play.state.problem?.code, play.kinds().includes("perform")], ["ended", code, false]);
  }
});

test("the same action on the same screen is not done for ever", () => {
  const play = new Play();
  for (let times = 0; times < 5; times++) {
    play.looked().answered(click());
    assert.equal(play.phase, "acting", `${times}`);
    play.performed();
  }
  play.looked().answered(click());
  assert.deepEqual([play.phase, play.state.problem?.code], ["ended", "GOING_IN_CIRCLES"]);
  const other = new Play();
  for (let times = 0; times < 9; times++)
    other
      .looked(look(capture(), `h${times}`))
      .answered(click())
      .performed();
  assert.equal(other.phase, "looking");
});

test("a task takes fifty steps and no more", () => {
  const play = new Play();
  for (let times = 0; times < 50; times++)
    play
      .looked(look(capture(), `h${times}`))
      .answered(click())
      .performed();
  play.looked(look(capture(), "last")).answered(click());
  assert.deepEqual(
    [play.phase, play.state.problem?.code, play.kinds()],
    ["ended", "MAX_STEPS_EXCEEDED", ["abort", "release", "stopOnServer"]],
  );
});

function rag(allowedDomains: string[]): RagDebug {
  return {
    hasOrgKnowledge: false,
    activeDomain: "shop.test",
    domainMatch: false,
    ragMode: "public_only",
    reason: "The domain is not on the organisation's list.",
    chunkCount: 0,
    allowedDomains,
  };
}

test("what a dialog asks is told of a task that was not seen to be done, unless it stood there before or was stopped", () => {
  const asking = (text: string) =>
    look(
      capture([node("9", "Confirm", { r: "btn", d: { part: "dialog" } })], {
        pageText: [{ k: "dialog", c: [text] }],
      } as Partial<PageCapture>),
    );
  const ended = (first: string | null, last: string, status: "completed" | "interrupted") =>
    viewOf(
      new Play()
        .looked(first === null ? look() : asking(first))
        .answered(click())
        .performed()
        .looked(asking(last))
        .answered(data({ status, verified: false })).state,
    ).asks;
  assert.deepEqual(ended(null, "Are you sure?", "completed"), { text: "Are you sure?", buttons: ["Confirm"] });
  assert.deepEqual(ended("Cookies", "Are you sure?", "completed"), { text: "Are you sure?", buttons: ["Confirm"] });
  assert.equal(ended("Cookies", "Cookies", "completed"), null);
  assert.equal(ended(null, "Are you sure?", "interrupted"), null);
});

test("where an answer comes from is kept for the debug view, and why a question is asked stands with it", () => {
  const reasoning = {
    source: "ASK_USER",
    confidence: 0.4,
    reasoning: "Only they know.",
    evidence: { sources: [], quality: "weak", gaps: ["the number"] },
  };
  const play = new Play().looked().answered({ ...click(), reasoning, webSearchSummary: "Ten digits." });
  play.performed().looked();
  const { debug, question } = viewOf(
    play.answered(
      data({
        status: "needs_user_input",
        userQuestion: "Which number?",
        context: { searchPerformed: true, searchSummary: "Ten digits.", reasoning: "The form wants it." },
      }),
    ).state,
  );
  assert.deepEqual([debug?.reasoning, debug?.found], [reasoning, "Ten digits."]);
  assert.deepEqual([question?.why, question?.found], ["The form wants it.", "Ten digits."]);
});

test("that nothing is known of a site is said only where the organisation keeps knowledge of others", () => {
  for (const [ragDebug, expected] of [
    [undefined, null],
    [rag([]), null],
    [rag(["acme.com"]), false],
  ] as const) {
    const play = new Play().looked().answered({ ...click(), ...(ragDebug && { ragDebug }) });
    assert.equal(viewOf(play.state).hasOrgKnowledge, expected);
  }
});

test("a plan stands until it changes, and figures add up", () => {
  const play = new Play()
    .looked()
    .answered({ ...click(), plan: PLAN, usage: { promptTokens: 10, completionTokens: 1 } });
  play
    .performed()
    .looked()
    .answered({
      ...click(),
      usage: { promptTokens: 5, completionTokens: 2 },
      hasOrgKnowledge: true,
      ragDebug: rag(["acme.com"]),
    });
  const view = viewOf(play.state);
  assert.deepEqual(view.plan, PLAN);
  assert.deepEqual(
    [view.debug?.usage, view.debug?.modelCalls, view.hasOrgKnowledge],
    [{ promptTokens: 15, completionTokens: 3 }, 2, true],
  );
  play
    .tell({ kind: "stop" })
    .tell(told("interrupted", { usage: { promptTokens: 20, completionTokens: 4 }, modelCalls: 5 }));
  assert.deepEqual([viewOf(play.state).debug?.modelCalls, viewOf(play.state).status], [5, "stopped"]);
});

test("a chat is answered without an act", () => {
  const play = new Play("what is a deductible?").tell({
    kind: "unseen",
    turn: 1,
    why: "restricted",
    url: "chrome://newtab/",
    message: "",
  });
  assert.equal("url" in play.body() || "interactiveTree" in play.body(), false);
  play.answered(
    data({
      status: "completed",
      taskType: "chat_only",
      action: 'finish("It is …")',
      actionDetails: { name: "finish", args: { text: "It is …" } },
    }),
  );
  const view = viewOf(play.state);
  assert.deepEqual([view.chatOnly, view.status, view.result, view.steps], [true, "success", "It is …", []]);
});

test("a page that was not loaded is told as one with nothing on it", () => {
  const play = new Play().looked().answered(click()).performed().tell({
    kind: "unseen",
    turn: 5,
    why: "failed",
    url: "https://down.example/",
    message: "the page could not be loaded",
  });
  assert.equal(play.phase, "looking", "a report of another turn is ignored");
  play.tell({
    kind: "unseen",
    turn: play.state.turn,
    why: "failed",
    url: "https://down.example/",
    message: "the page could not be loaded",
  });
  const body = play.body();
  assert.deepEqual(
    [body.url, body.interactiveTree, body.pageText, body.hasErrors],
    ["https://down.example/", [], [{ k: "alert", c: ["the page could not be loaded"] }], true],
  );
  play.answered(data({ action: "goBack()", actionDetails: { name: "goBack" } }));
  assert.equal(
    play.effect("perform").decision.origin,
    "https://down.example",
    "what is decided on it is decided there",
  );
});

test("a question that was not answered in time is asked again when the person wants it", () => {
  const play = new Play().looked().answered(approval()).tell({ kind: "retry" });
  assert.deepEqual([play.phase, play.effects], ["waiting", []], "in time there is nothing to ask again");
  play.now = APPROVAL.expiresAt + 1;
  assert.deepEqual(play.tell({ kind: "retry" }).kinds(), ["look"]);
});

test("what was typed into a page is kept no longer than the task", () => {
  const types = data({
    action: 'setValue(1, "violet-anvil-77")',
    actionDetails: { name: "setValue", elementId: 1, args: { value: "violet-anvil-77" } },
  });
  const secret = look(capture([node("1", "Password", { s: "filled" })]));
  const play = new Play().looked(secret).answered(types);
  assert.equal(JSON.stringify(viewOf(play.state)).includes("violet"), false, "the panel is never told");
  play
    .performed()
    .looked(secret)
    .answered(
      data({
        status: "completed",
        action: 'finish("Done.")',
        actionDetails: { name: "finish", args: { text: "Done." } },
      }),
    );
  assert.equal(JSON.stringify(play.state).includes("violet"), false);
});

test("what was left out of a huge page is told", () => {
  const play = new Play().looked({
    ...look(),
    filtered: { reason: "500 controls", originalNodes: 500, reduction: 80.4 },
  });
  const body = play.body();
  assert.deepEqual(
    [body.dom_filtered, body.filter_reason, body.original_node_count, body.token_reduction],
    [true, "500 controls", 500, 80],
  );
});

test("an end elsewhere is looked up and not taken on hearsay", () => {
  const play = new Play().looked().answered(click());
  play.tell({ kind: "heard", status: "interrupted" });
  assert.deepEqual([play.phase, play.effects], ["acting", [{ kind: "inquire", sessionId: SESSION, taskId: TASK }]]);
  play.tell(told("interrupted"));
  assert.deepEqual([viewOf(play.state).status, play.kinds()], ["stopped", ["abort", "release"]]);
});

test("while an answer is on its way nothing else is heeded", () => {
  const play = new Play().looked().answered(click()).performed().looked();
  play.tell({ kind: "heard", status: "completed" });
  assert.deepEqual(play.effects, []);
});

test("a question that was answered elsewhere is no more", () => {
  const play = new Play().looked().answered(blocked()).tell({ kind: "heard", status: "executing" });
  assert.deepEqual(play.kinds(), ["inquire"]);
  play.tell(told("executing"));
  assert.equal(play.phase, "looking");
  const asked = new Play()
    .looked()
    .answered(blocked())
    .tell(told("needs_user_input", { asks: true }));
  assert.equal(asked.phase, "waiting");
});
