import assert from "node:assert/strict";
import test from "node:test";
import { openOnClick } from "../../src/worker/open.ts";
import { turn } from "./fake.ts";

/** A browser that has some of what opens panels. */
function browserWith(has: object, tabs: { id: number; url: string; windowId: number }[] = []) {
  const calls: unknown[][] = [];
  const clicked: ((tab: { id?: number }) => void)[] = [];
  const note =
    (name: string) =>
    async (...args: unknown[]) =>
      void calls.push([name, ...args]);
  (globalThis as { browser?: unknown }).browser = {
    action: { onClicked: { addListener: (heard: (tab: { id?: number }) => void) => clicked.push(heard) } },
    runtime: { getURL: (path: string) => `ext://x${path}` },
    tabs: { query: async () => tabs, update: note("tabs.update"), create: note("tabs.create") },
    ...has,
  };
  openOnClick();
  const click = async (id?: number): Promise<void> => {
    for (const heard of clicked) heard(id === undefined ? {} : { id });
    await turn();
  };
  return { calls, click, note };
}

test("Chromium opens its side panel by itself", async () => {
  const calls: unknown[] = [];
  const { click, calls: others } = browserWith({
    sidePanel: { setPanelBehavior: async (behavior: unknown) => void calls.push(behavior) },
  });
  await click(7);
  assert.deepEqual([calls, others], [[{ openPanelOnActionClick: true }], []]);
});

test("Firefox is asked within the click", () => {
  let toggled = 0;
  const { click } = browserWith({ sidebarAction: { toggle: async () => void toggled++ } });
  void click(7);
  assert.equal(toggled, 1, "later it would not count as the person's own doing");
});

test("where there is no panel a window of the tab's own is opened, once", async () => {
  const windows: unknown[][] = [];
  const has = {
    windows: {
      create: async (what: unknown) => void windows.push(["create", what]),
      update: async (...args: unknown[]) => void windows.push(["update", ...args]),
    },
  };
  await browserWith(has).click(7);
  assert.deepEqual(windows, [
    ["create", { url: "ext://x/sidepanel.html?tab=7", type: "popup", width: 420, height: 800 }],
  ]);
  const open = browserWith(has, [{ id: 30, url: "ext://x/sidepanel.html?tab=7", windowId: 4 }]);
  await open.click(7);
  assert.deepEqual(
    [open.calls, windows[1]],
    [[["tabs.update", 30, { active: true }]], ["update", 4, { focused: true }]],
  );
});

test("where there are no windows it opens in a tab", async () => {
  const { calls, click } = browserWith({});
  await click(7);
  assert.deepEqual(calls, [["tabs.create", { url: "ext://x/sidepanel.html?tab=7" }]]);
});
