import assert from "node:assert/strict";
import { test } from "node:test";
import { viewOf } from "../../src/task/view.ts";
import { capture, click, data, look, node, Play } from "./kit.ts";

/** A page with a dialog that asks this, beside a button. */
function asking(words: string): ReturnType<typeof look> {
  const nodes = [node("2", "Delete", { r: "btn" }), node("3", "OK", { r: "btn", d: { part: "dialog" } })];
  return look(capture(nodes, { pageText: [{ k: "dialog", c: [words] }], hash: words }));
}

const failed = data({ status: "failed", action: "fail()", actionDetails: { name: "fail" } });

test("what a dialog asks is told at the end only where it came of what was done", () => {
  const came = new Play().looked().answered(click()).performed().looked(asking("Are you sure?")).answered(failed);
  assert.equal(came.phase, "ended");
  assert.deepEqual(viewOf(came.state).asks, { text: "Are you sure?", buttons: ["OK"] });
  const stood = new Play().looked(asking("Cookies")).answered(click()).performed();
  assert.equal(viewOf(stood.looked(asking("Cookies")).answered(failed).state).asks, null);
});
