/** The build without the debugger: everything that needs it says so, and nothing else changes. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Bench, canRun } from "./browser.ts";

describe("without the debugger", { skip: !canRun }, () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.open(false);
    await bench.choose({ input: "trusted", highlights: false });
  });
  after(() => bench.close());

  test("there is none", async () => {
    assert.equal(await bench.call((stand) => stand.hasDebugger()), false);
  });

  test("page events do what trusted input was chosen for", async () => {
    await bench.on("works", async (tab) => {
      await tab.look();
      assert.equal((await tab.do("click(${Plain})")).success, true);
      assert.equal((await tab.do('setValue(${Name}, "Ada")')).state, "Ada");
      assert.deepEqual((await tab.seen()).slice(0, 1), ["click made"]);
    });
  });

  test("what needs the debugger says what to do", async () => {
    await bench.on("works", async (tab) => {
      for (const action of [
        'evaluate("1")',
        "generatePdf()",
        "acceptDialog()",
        "startTracing()",
        'interceptRequest("*", "block")',
      ]) {
        const { success, error } = await tab.do(action);
        assert.equal(success, false, action);
        assert.match(error?.message ?? "", /^unsupported: .*(?:trusted input|yourself)/, action);
      }
    });
  });
});
