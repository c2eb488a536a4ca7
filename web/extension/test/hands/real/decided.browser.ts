/**
 * What is done is what was decided, or nothing: pages that change what they can between the look and the
 * hand, and while the hand moves, in both ways of input. The server's own log says what was done.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { PageCapture } from "@screen-agent/api";
import type { Basis } from "@screen-agent/page/contract";
import type { Performed } from "../../../src/shared/action.ts";
import { Bench, canRun, type Tab } from "./browser.ts";

type Mode = "events" | "trusted";
const MODES: readonly Mode[] = ["events", "trusted"];

/** Changes that make another deed of a press on the control with this name. */
const CHANGES: readonly (readonly [name: string, change: string])[] = [
  ["Read", "link.href = '/other'"],
  ["Read", "link.href = other + '/other'"],
  [
    "Read",
    "document.head.append(Object.assign(document.createElement('base'), { href: '/other/' })); link.setAttribute('href', 'deed-read')",
  ],
  ["Read", "link.outerHTML = '<a href=/other>Read</a>'"],
  ["Read", "link.textContent = 'Delete everything'"],
  ["Search", "form.action = '/other'"],
  ["Search", "form.method = 'post'"],
  ["Search", "send.setAttribute('formaction', '/other')"],
  ["Search", "send.setAttribute('formmethod', 'post')"],
  ["Search", "send.textContent = 'Pay'"],
  [
    "Search",
    "form.insertAdjacentHTML('beforebegin', '<form id=bad action=/other method=post></form>'); send.setAttribute('form', 'bad')",
  ],
  ["Plain", "plain.outerHTML = '<form action=/other method=post><button>Plain</button></form>'"],
  ["Plain", "plain.outerHTML = '<a href=/other>Plain</a>'"],
];

/** When a page changes: before the hand comes, or as it is heard. */
const MOMENTS = ["", "pointermove", "pointerdown", "mousedown", "mouseup", "click"];

/** Ways to take the keyboard elsewhere, and when. */
const MOVES = [
  "another.focus()",
  "text.focus()",
  "sent.focus()",
  "frame.focus()",
  "another.focus(); event.stopImmediatePropagation()",
];
const HEARD: Readonly<Record<Mode, readonly string[]>> = {
  events: ["focus", "input"],
  trusted: ["focus", "click", "keydown", "keypress", "beforeinput", "input"],
};
const WRITINGS = [
  'setValue(${Find}, "hours")',
  `setValue(\${Find}, "${"long ".repeat(80)}")`,
  'type("hours")',
  'press("Enter")',
];

/** What a server tells with its decision. */
function basisOf(capture: PageCapture, tab: Tab, name: string | null): Basis {
  const target = name === null ? undefined : tab.node(name);
  return {
    document: capture.document ?? "",
    origin: new URL(capture.url).origin,
    harmless: false,
    ...(target && { target }),
    ...(capture.keyboard && { keyboard: capture.keyboard }),
  };
}

/** What becomes of the ends of a drag, and whether it is still the one that was decided on. */
const ENDS: readonly (readonly [change: string, same: boolean])[] = [
  ["1", true],
  ["bin.textContent = 'Rubbish'; bin.name = 'other'", false],
  ["bin.outerHTML = bin.outerHTML.replace('button', 'a href=/x').replace('inbox', 'other')", false],
  ["bin.outerHTML = '<form action=/other method=post>' + bin.outerHTML + '</form>'", false],
  ["mail.textContent = 'All mail'", false],
];

async function decided(tab: Tab, path: string, action: string, change: string): Promise<Performed> {
  await tab.open(path);
  const name = /\$\{([^}]+)\}/.exec(action)?.[1] ?? null;
  if (path === "fields" && name === null) await tab.page.evaluate("q.focus()");
  const capture = await tab.look();
  const basis = basisOf(capture, tab, name);
  await tab.page.evaluate(change);
  tab.bench.forget();
  return tab.do(action, { basis });
}

function isStale({ error }: Performed): boolean {
  return (
    error !== undefined &&
    (error.code === "ELEMENT_NOT_FOUND" || error.code === "REFUSED" || error.code === "CONTENT_SCRIPT_DISCONNECTED")
  );
}

describe("performed is what was decided", { skip: !canRun }, () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.open(true);
  });
  after(() => bench.close());

  for (const mode of MODES) {
    const on = (name: string, run: (tab: Tab) => Promise<void>): void => {
      test(`${name}, ${mode}`, async () => {
        await bench.choose({ input: mode, highlights: false });
        await bench.on("second", run);
      });
    };

    on("a page that changes gets no other deed done", async (tab) => {
      for (const [name, change] of CHANGES) {
        for (const moment of MOMENTS) {
          const code =
            moment === ""
              ? change
              : `addEventListener('${moment}', () => { ${change} }, { once: true, capture: true })`;
          const performed = await decided(tab, "deeds", `click(\${${name}})`, `{ ${code} }`);
          const deeds = bench.deeds();
          const told = `${name}, ${code}: ${JSON.stringify(performed)}`;
          assert.deepEqual(
            deeds.filter((deed) => !deed.startsWith("/deed-")),
            [],
            told,
          );
          assert.ok(isStale(performed) || deeds.length > 0 || performed.success, told);
          assert.ok(moment !== "" || isStale(performed), told);
        }
      }
    });

    on("a page that moves the keyboard gets nothing written elsewhere", async (tab) => {
      for (const moved of MOVES) {
        for (const heard of HEARD[mode]) {
          for (const writing of WRITINGS) {
            const hear = `addEventListener('${heard}', (event) => { ${moved} }, { capture: true })`;
            const performed = await decided(tab, "fields", writing, hear);
            const told = `${moved} at ${heard}, ${writing}: ${JSON.stringify(performed)}`;
            assert.deepEqual(bench.deeds(), [], told);
            assert.ok(isStale(performed) || performed.error?.code === "ACTION_FAILED" || performed.success, told);
          }
        }
      }
    });

    on("a frame that comes while text is typed gets nothing of it", async (tab) => {
      for (const host of ['""', 'new URLSearchParams(location.search).get("other")']) {
        const late = `addEventListener('keydown', () => {
          const late = document.createElement('iframe');
          late.src = ${host} + '/greedy';
          late.onload = () => late.focus();
          document.body.append(late);
        }, { once: true, capture: true })`;
        const performed = await decided(tab, "fields", 'type("what the person wrote is for this field", 40)', late);
        assert.deepEqual(bench.deeds(), [], `${host}: ${JSON.stringify(performed)}`);
        assert.ok(isStale(performed) || performed.success, JSON.stringify(performed));
      }
    });

    on("what is in a closed shadow root is seen and acted on", async (tab) => {
      await tab.open("shut");
      assert.equal((await tab.look()).keyboard?.node?.n, "Hidden");
      for (const [name, deed] of [
        ["Press", "/deed-pressed"],
        ["Core", "/deed-core"],
      ] as const) {
        const performed = await decided(tab, "shut", `click(\${${name}})`, "1");
        assert.deepEqual([performed.success, bench.deeds()], [true, [deed]], JSON.stringify(performed));
      }
      const written = await decided(tab, "shut", 'setValue(${Inner}, "hours")', "1");
      assert.ok(written.success, JSON.stringify(written));
      await tab.look();
      assert.equal(tab.node("Inner").v, "hours");
    });

    on("both ends of a drag are what they were", async (tab) => {
      for (const [change, same] of ENDS) {
        await tab.open("bins");
        const basis = { ...basisOf(await tab.look(), tab, "Mail"), droppedOn: tab.node("Inbox") };
        await tab.page.evaluate(change);
        tab.bench.forget();
        const performed = await tab.do("dragAndDrop(${Mail}, ${Inbox})", { basis });
        const told = `${change}: ${JSON.stringify(performed)}`;
        assert.equal(performed.success, same, told);
        assert.ok(same || isStale(performed), told);
        assert.deepEqual(bench.deeds(), same ? ["/deed-inbox"] : [], told);
      }
    });

    on("what is as it was is done", async (tab) => {
      for (const [name, deed] of [
        ["Read", "/deed-read"],
        ["Search", "/deed-search"],
        ["Plain", "/deed-plain"],
      ] as const) {
        const performed = await decided(tab, "deeds", `click(\${${name}})`, "1");
        assert.equal(performed.success, true, JSON.stringify(performed));
        assert.deepEqual(bench.deeds(), [deed], name);
      }
      for (const writing of WRITINGS) {
        const performed = await decided(tab, "fields", writing, "1");
        assert.equal(performed.success, true, JSON.stringify(performed));
        if (writing.includes("hours")) assert.equal(await tab.page.inputValue("#q"), "hours");
      }
    });
  }
});
