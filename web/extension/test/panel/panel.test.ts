import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { listen } from "../../src/panel/line.ts";
import { PANEL_PORT, type PanelState } from "../../src/shared/protocol.ts";
import { SCENES, type Scene } from "./fixtures.ts";
import { staged } from "./world.ts";

const scene = (name: string): Scene => SCENES[name] ?? assert.fail(name);

/** A port of the browser's, and what was sent through it. */
function port() {
  const heard: ((state: PanelState) => void)[] = [];
  const gone: (() => void)[] = [];
  const sent: unknown[] = [];
  return {
    sent,
    say: (state: PanelState) => heard.forEach((each) => each(state)),
    break: () => gone.forEach((each) => each()),
    onMessage: { addListener: (each: (state: PanelState) => void) => heard.push(each) },
    onDisconnect: { addListener: (each: () => void) => gone.push(each) },
    postMessage: (message: unknown) => sent.push(message),
    disconnect: mock.fn(),
  };
}

test("the line to the worker is made again whenever it breaks, ever more slowly, until the panel goes", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const ports: ReturnType<typeof port>[] = [];
  const connect = mock.fn((about: { name: string }) => {
    assert.equal(about.name, PANEL_PORT);
    ports.push(port());
    return ports.at(-1);
  });
  Object.assign(globalThis, { browser: { runtime: { connect } } });
  const states: PanelState[] = [];
  const until = new AbortController();
  listen({ tabId: 7, windowId: null }, (state) => states.push(state), until.signal);

  assert.deepEqual(ports[0]?.sent, [{ tabId: 7, windowId: null }]);
  ports[0]?.break();
  context.mock.timers.tick(199);
  assert.equal(ports.length, 1);
  context.mock.timers.tick(1);
  assert.equal(ports.length, 2);
  ports[1]?.break();
  context.mock.timers.tick(399);
  assert.equal(ports.length, 2, "it waits longer after a second break");
  context.mock.timers.tick(1);

  const { state } = scene("empty");
  ports[2]?.say(state);
  assert.deepEqual(states, [state]);
  ports[2]?.break();
  context.mock.timers.tick(200);
  assert.equal(ports.length, 4, "a line that worked is made again at once");

  until.abort();
  assert.equal(ports[3]?.disconnect.mock.callCount(), 1);
  ports[3]?.break();
  context.mock.timers.tick(60_000);
  assert.equal(ports.length, 4);
});

test("what is typed belongs to the tab that it was typed for", () => {
  const { panel } = staged(scene("empty"));
  panel.turnTo(7);
  panel.draft.value = "for seven";
  panel.turnTo(8);
  assert.equal(panel.draft.value, "");
  panel.draft.value = "for eight";
  panel.turnTo(7);
  assert.equal(panel.draft.value, "for seven");
  panel.clear();
  panel.turnTo(8);
  assert.equal(panel.draft.value, "", "nothing is left for whoever signs in next");
});

test("nothing is sent without words, nor while a file is on its way", async () => {
  const { panel, asked } = staged(scene("empty"));
  panel.draft.value = "  \n";
  await panel.say("start");
  panel.draft.value = "words";
  panel.enclosed.value = { filename: "a.csv", size: 3, progress: 0.5, attachment: null, table: null };
  await panel.say("start");
  assert.deepEqual(asked, []);
  panel.unenclose();
  await panel.say("start");
  assert.deepEqual(asked, [{ kind: "start", tabId: 7, query: "words" }]);
  assert.equal(panel.draft.value, "");
});

test("what is said can be done for each row of a table, and for each row of one alone", async () => {
  const { panel, asked } = staged(scene("empty"));
  const table = { columns: ["Name"], rows: [["Ann"], ["Bo"]] };
  await panel.enclose(new File(["Name\nAnn\nBo\n"], "people.csv"));
  assert.deepEqual(panel.enclosed.value?.table, table);
  panel.draft.value = "fill in the form";
  panel.eachRow.value = true;
  await panel.say("start");
  assert.deepEqual(asked, [{ kind: "startRows", tabId: 7, query: "fill in the form", file: "people.csv", table }]);
  assert.equal(panel.eachRow.value, false);
  // As spreadsheets write it where a letter has one byte.
  await panel.enclose(new File([new Uint8Array([0x41, 0x3b, 0x42, 10, 0xe9, 0x3b, 10, 0x31, 0x3b])], "old.csv"));
  assert.deepEqual(panel.enclosed.value?.table?.rows, [
    ["é", ""],
    ["1", ""],
  ]);
  await panel.enclose(new File(["Name\nAnn\n"], "one.csv"));
  assert.equal(panel.enclosed.value?.table, null);
});

test("words that the worker refuses stay, and the reason shows", async () => {
  const { panel } = staged(scene("empty"));
  const problem = { code: "TASK_UNDER_WAY", message: "A task is under way.", advice: "Stop it first." };
  Object.assign(panel.outside, { ask: () => Promise.resolve({ ok: false, problem }) });
  panel.draft.value = "words";
  await panel.say("start");
  assert.equal(panel.draft.value, "words");
  assert.deepEqual(panel.problem.value, problem);
  Object.assign(panel.outside, { ask: () => Promise.reject(new Error("no receiver")) });
  await panel.say("start");
  assert.equal(panel.problem.value?.code, "NO_WORKER");
  assert.equal(panel.busy.value, false);
});

test("a file that was taken away while it was on its way does not come back", async () => {
  const { panel } = staged(scene("empty"));
  let arrive: (value: unknown) => void = () => undefined;
  let signal: AbortSignal | null = null;
  Object.assign(panel.outside, {
    upload: (_file: File, _onProgress: unknown, until: AbortSignal) => {
      signal = until;
      return new Promise((resolve) => (arrive = resolve));
    },
  });
  const sending = panel.enclose(new File(["a"], "a.txt"));
  assert.equal(panel.enclosed.value?.progress, 0);
  panel.unenclose();
  assert.equal((signal as AbortSignal | null)?.aborted, true);
  arrive({ s3Key: "k", filename: "a.txt", mimeType: "text/plain", size: 1 });
  await sending;
  assert.equal(panel.enclosed.value, null);
});

test("settings change one at a time", async () => {
  const { panel, asked } = staged(scene("settings"));
  await panel.settings({ highlights: false });
  await Promise.resolve();
  assert.deepEqual(asked, [{ kind: "settings", settings: { highlights: false } }]);
});
