import assert from "node:assert/strict";
import test from "node:test";
import type { ChainAction, InteractData, PageCapture } from "@screen-agent/api";
import { viewOf } from "../../src/task/view.ts";
import { clientCases } from "../fixture.ts";
import { CALM, capture, data, look, node, Play } from "./kit.ts";

const NAMES = ["First", "Code", "Last"];

function page(values: string[]): PageCapture {
  return capture(NAMES.map((name, at) => node(String(at + 1), name, values[at] ? { v: values[at] } : {})));
}

function link(
  index: number,
  checks: ChainAction["clientVerificationChecks"] = [
    { type: "value_matches", elementId: index + 1, expectedValue: "Ada" },
  ],
): ChainAction {
  return {
    action: `setValue(${index + 1}, "Ada")`,
    description: NAMES[index] ?? "",
    index,
    targetElementId: index + 1,
    actionType: "setValue",
    verificationLevel: "client",
    clientVerificationChecks: checks,
  };
}

function chain(links = [link(0), link(1), link(2)]): InteractData {
  return data({
    action: links[0]!.action,
    actionDetails: { name: "setValue", elementId: 1, args: { value: "Ada" } },
    actions: links,
  });
}

test("a link that may fail ends no chain", () => {
  const hover: ChainAction = { ...link(0, []), action: "hover(1)", actionType: "hover", canFail: true };
  const play = new Play().looked(look(page([])));
  const details = { name: "hover", elementId: 1 };
  play.answered(data({ action: "hover(1)", actionDetails: details, actions: [hover, link(1, [])] }));
  play.performed({ success: false, error: { code: "ELEMENT_NOT_FOUND", message: "it is gone" }, noticed: CALM });
  assert.equal(play.effect("perform").decision.action, 'setValue(2, "Ada")');
  play.performed().looked(look(page([])));
  assert.deepEqual([play.body().lastExecutedActionIndex, play.body().chainError], [1, undefined]);
});

test("links are done one after the other, each looked at before the next", () => {
  const play = new Play().looked(look(page([]))).answered(chain());
  const done: string[] = [];
  const held: string[] = [];
  for (const _ of NAMES) {
    done.push(play.effect("perform").decision.action);
    play.performed();
    assert.deepEqual([play.effect("look").pauseMs, play.effect("look").settle], [100, false]);
    held.push("Ada");
    play.looked(look(page(held)));
  }
  assert.deepEqual(done, ['setValue(1, "Ada")', 'setValue(2, "Ada")', 'setValue(3, "Ada")']);
  assert.deepEqual(
    viewOf(play.state).steps.map((step) => step.chain),
    [{ done: 3, total: 3 }],
  );
  assert.deepEqual([play.effect("look").pauseMs, play.effect("look").settle], [0, true]);
  play.looked(look(page(held)));
  const body = play.body();
  assert.deepEqual(
    [body.lastActionStatus, body.lastExecutedActionIndex, body.chainError, body.chainPartialState],
    ["success", 2, undefined, undefined],
  );
});

test("the decision names what the link is aimed at", () => {
  const play = new Play()
    .looked(look(page([])))
    .answered(chain())
    .performed()
    .looked(look(page(["Ada"])));
  assert.deepEqual(play.effect("perform").decision, {
    action: 'setValue(2, "Ada")',
    origin: "https://shop.example",
    expected: { role: "inp", name: "Code" },
  });
});

test("how far a chain got is told as the headless client tells it", () => {
  for (const { total, passed, report } of clientCases<{ total: number; passed: number; report: object }>("chains")) {
    const play = new Play().looked(look(page([]))).answered(chain(Array.from({ length: total }, (_, at) => link(at))));
    for (let at = 0; at < Math.min(passed + 1, total); at++) {
      const held = Array.from({ length: Math.min(at + 1, passed) }, () => "Ada");
      play.performed().looked(look(page(held)));
    }
    assert.equal(play.phase, "looking");
    play.looked(look(page([])));
    const told = play.body();
    const { lastActionStatus, lastActionError, chainError, chainPartialState, lastExecutedActionIndex } = told;
    assert.deepEqual(
      JSON.parse(
        JSON.stringify({ lastActionStatus, lastActionError, chainError, chainPartialState, lastExecutedActionIndex }),
      ),
      { lastActionStatus: "success", ...report },
      `${passed} of ${total}`,
    );
    assert.deepEqual(viewOf(play.state).steps[0]?.chain, { done: passed, total });
    if (passed === total) continue;
    assert.equal(told.lastActionResult, undefined);
    assert.equal(viewOf(play.state).steps[0]?.performed?.code, "CHAIN_FAILED");
  }
});

test("a link that cannot be done ends the chain with the executor's code", () => {
  const play = new Play().looked(look(page([]))).answered(chain());
  play
    .performed({ success: false, error: { code: "ELEMENT_NOT_FOUND", message: "it is gone" }, noticed: CALM })
    .looked(look(page([])));
  const body = play.body();
  assert.deepEqual(body.chainPartialState, { executedActions: [], totalActionsInChain: 3 });
  assert.equal((body.chainError as { code: string }).code, "ELEMENT_NOT_FOUND");
  assert.equal("lastExecutedActionIndex" in body, false);
});

test("links without checks need no look between them", () => {
  const play = new Play().looked(look(page([]))).answered(chain([link(0, []), link(1, [])]));
  play.performed();
  assert.deepEqual(play.kinds(), ["perform"]);
  play.performed();
  assert.deepEqual(play.kinds(), ["look"]);
});

test("a page that cannot be seen after a link ends the chain", () => {
  const play = new Play()
    .looked(look(page([])))
    .answered(chain())
    .performed();
  play.tell({
    kind: "unseen",
    turn: play.state.turn,
    why: "silent",
    url: "https://shop.example/",
    message: "the page does not answer",
  });
  assert.equal(play.phase, "looking");
  assert.equal(play.state.report.chainError?.message, "the page does not answer");
});

test("a chain that is not in order, or too long, is refused whole", () => {
  const many = Array.from({ length: 21 }, (_, at) => link(at, []));
  for (const links of [[link(0), link(0)], [link(1), link(0)], many]) {
    const play = new Play().looked(look(page([]))).answered(chain(links));
    assert.deepEqual(
      [play.phase, play.state.problem?.code, play.kinds().includes("perform")],
      ["ended", "INVALID_CHAIN", false],
    );
  }
});
