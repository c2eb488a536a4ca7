/** What happens around actions: other origins, frames, ghosts, refusals, tabs, dialogs, downloads, stopping. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Performed } from "../../../src/shared/action.ts";
import { Bench, canRun } from "./browser.ts";

const MODES = ["events", "trusted"] as const;

function works(performed: Performed): void {
  assert.equal(performed.success, true, JSON.stringify(performed));
}

function fails(performed: Performed, code: string, words: RegExp): void {
  assert.equal(performed.success, false, JSON.stringify(performed));
  assert.equal(performed.error?.code, code, JSON.stringify(performed));
  assert.match(performed.error?.message ?? "", words);
}

describe("around actions", { skip: !canRun }, () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.open(true);
  });
  after(() => bench.close());

  for (const mode of MODES) describe(mode, () => tales(mode, () => bench));
});

function tales(mode: (typeof MODES)[number], at: () => Bench): void {
  const kind = mode === "trusted" ? "trusted" : "made";
  const tale = (
    name: string,
    path: string,
    run: (tab: Parameters<Parameters<Bench["on"]>[1]>[0]) => Promise<void>,
    highlights = false,
  ): void => {
    test(name, async () => {
      await at().choose({ input: mode, highlights });
      await at().on(path, async (tab) => {
        await tab.look();
        await run(tab);
      });
    });
  };

  tale("frames of other origins, frames in frames, and what must be scrolled to in them", "frames", async (tab) => {
    works(await tab.do("click(${Inner})"));
    works(await tab.do('setValue(${Voucher}, "SAVE 10")'));
    works(await tab.do("click(${Innermost})"));
    const frame = tab.page.frames().find((each) => each.url().includes("/inner"));
    assert.ok(frame);
    assert.deepEqual(await frame.evaluate("seen"), [`inner ${kind}`]);
    assert.equal(await frame.inputValue("input"), "SAVE 10");
    assert.equal(await frame.childFrames()[0]?.textContent("button"), `Innermost ${kind}`);
    works(await tab.do("focus(${Voucher})"));
    works(await tab.do('press("End")'));
    works(await tab.do('type("!")'));
    assert.equal(await frame.inputValue("input"), "SAVE 10!");
    const box = ((await tab.do("getBoundingBox(${Voucher})")).state ?? "").split(",").map(Number);
    const corner = (of: Element): [number, number] => [of.getBoundingClientRect().left, of.getBoundingClientRect().top];
    const [inner, outer] = [
      await frame.locator("input").evaluate(corner),
      await tab.page.locator("iframe").evaluate(corner),
    ];
    // The frame has a border of 3 pixels and a padding of 5.
    for (const axis of [0, 1] as const)
      assert.ok(
        Math.abs(inner[axis] + outer[axis] + 8 - (box[axis] ?? 0)) <= 1,
        `${String(box)} ${String(inner)} ${String(outer)}`,
      );
  });

  tale("a frame that the page around covers is not clicked into", "frames", async (tab) => {
    await tab.page.evaluate(() => void (document.getElementById("veil") as HTMLElement).removeAttribute("hidden"));
    fails(await tab.do("click(${Inner})"), "ACTION_FAILED", /covered/);
  });

  tale("a frame that is gone is told as an element that is gone", "frames", async (tab) => {
    await tab.page.evaluate(() => document.querySelector("iframe")?.remove());
    fails(await tab.do("click(${Inner})"), "ELEMENT_NOT_FOUND", /gone/);
  });

  tale("an element that was replaced by its equal is found again", "works", async (tab) => {
    await tab.page.evaluate(() => {
      const old = document.querySelector("button") as HTMLElement;
      old.outerHTML = `<button onclick="note('ghost')">Plain</button>`;
    });
    const done = await tab.do("click(${Plain})");
    works(done);
    assert.match(done.state ?? "", /found again/);
    assert.deepEqual(await tab.seen(), ["ghost"]);
  });

  tale("an element that vanished, or became another one, is left alone", "works", async (tab) => {
    await tab.page.evaluate(() => document.querySelector("button")?.remove());
    fails(await tab.do("click(${Plain})"), "ELEMENT_NOT_FOUND", /gone/);
    await tab.page.evaluate(() => {
      (document.querySelector("[ondblclick]") as HTMLElement).textContent = "Delete account";
    });
    fails(await tab.do("doubleClick(${Twice})"), "ELEMENT_NOT_FOUND", /no longer/);
    // The id now stands for the new words, the decision still for the old ones.
    await tab.look();
    const { i } = tab.node("Delete account");
    fails(
      await tab.do(`doubleClick(${i})`, { expected: { role: "btn", name: "Twice" } }),
      "ELEMENT_NOT_FOUND",
      /no longer|another/,
    );
    assert.deepEqual(await tab.seen(), []);
  });

  tale("nothing is done on another origin, or on what was not decided", "works", async (tab) => {
    fails(await tab.do("click(${Plain})", { origin: at().origin(1) }), "REFUSED", /decision was made on/);
    fails(
      await tab.do("click(${Plain})", { details: { name: "click", elementId: 99_999 } }),
      "REFUSED",
      /different elements/,
    );
    fails(await tab.do("click(99999)"), "ELEMENT_NOT_FOUND", /no element/);
    fails(await tab.do('navigate("javascript:alert(1)")'), "REFUSED", /http and https/);
    const id = tab.node("Plain").i;
    await tab.page.goto(`${at().origin(1)}/works`);
    await tab.look();
    fails(await tab.do(`click(${id})`), "REFUSED", /tab is on/);
    assert.deepEqual(await tab.seen(), []);
  });

  tale("what is typed does not follow a page that goes to another site meanwhile", "works", async (tab) => {
    await tab.page.evaluate(
      (to) => {
        document.querySelector<HTMLElement>("input")?.focus();
        addEventListener("input", () => location.assign(to), { once: true });
      },
      `${at().origin(1)}/works`,
    );
    fails(await tab.do('type("abcdefghijkl", 400)'), "REFUSED", /another site/);
    assert.equal(new URL(tab.page.url()).origin, at().origin(1));
    assert.equal(await tab.page.evaluate(() => document.querySelector("input")?.value), "old");
  });

  tale(
    "a click that leads elsewhere waits for the slow page, and says that the address changed",
    "works",
    async (tab) => {
      const gone = await tab.do("click(${Slow way})");
      works(gone);
      assert.deepEqual(gone.noticed, { network: true, dom: true, url: true });
      assert.equal(await tab.page.title(), "Second");
      assert.ok((await tab.look()).interactiveTree.some(({ n }) => n === "Close me"));
    },
  );

  tale("a form that its own code sends elsewhere takes no longer than that", "works", async (tab) => {
    const start = performance.now();
    const sent = await tab.do("click(${Send})");
    works(sent);
    assert.equal(sent.noticed.url, true);
    assert.ok(performance.now() - start < 4000, `${performance.now() - start} ms`);
    assert.equal(await tab.page.title(), "Second");
  });

  tale("what a page fetches after a click is waited for and noticed", "works", async (tab) => {
    const fetched = await tab.do("click(${Fetch})");
    works(fetched);
    assert.deepEqual(fetched.noticed, { network: true, dom: true, url: false });
    assert.equal(await tab.page.textContent("#late"), "fetched");
    const quiet = await tab.do("click(${Plain})");
    assert.deepEqual(quiet.noticed, { network: false, dom: false, url: false });
    assert.equal((await tab.do("click(${Part})")).noticed.url, true);
  });

  tale("a tab that the page opens is followed, and left again when it closes", "works", async (tab) => {
    for (const name of ["Apart", "By script"]) {
      const opened = await tab.do(`click(\${${name}})`);
      works(opened);
      assert.ok(opened.tabId !== undefined && opened.tabId !== tab.id, JSON.stringify(opened));
      const other = tab.onTab(opened.tabId);
      await other.look();
      if (name === "Apart") {
        await at().ask(
          (id: number) =>
            (globalThis as unknown as { chrome: { tabs: { remove(id: number): Promise<void> } } }).chrome.tabs.remove(
              id,
            ),
          opened.tabId,
        );
        fails(await other.do("click(${Close me})"), "CONTENT_SCRIPT_DISCONNECTED", /closed/);
      } else {
        const closed = await other.do("click(${Close me})");
        works(closed);
        assert.equal(closed.tabId, tab.id);
        await at().call((stand) => stand.release(0));
      }
      await tab.look();
    }
  });

  tale("a download is no page, and no failure", "works", async (tab) => {
    works(await tab.do("click(${Download})"));
    const gone = await tab.do(`navigate("${at().origin()}/file")`);
    works(gone);
    assert.match(gone.state ?? "", /download/);
    assert.equal(await tab.page.title(), "Works");
  });

  tale("a stop breaks off at once", "works", async (tab) => {
    for (const action of [
      "wait(30)",
      `navigate("${at().origin()}/second?held=8000")`,
      'waitForElement("Nobody", "", 20000)',
      'type("slowly", 900)',
    ]) {
      if (action.startsWith("type")) {
        await tab.page.goto(`${at().origin()}/works`);
        await tab.look();
        works(await tab.do("focus(${Name})"));
      }
      const started = tab.start(action);
      await new Promise((resolve) => setTimeout(resolve, 400));
      await tab.stop();
      const ended = await started;
      assert.ok("stopped" in ended && ended.stopped === "AbortError", JSON.stringify(ended));
      assert.ok(ended.after < 100, `${action} went on for ${ended.after} ms`);
    }
  });

  tale(
    "what is going to be acted on is outlined before, and nothing is left of that",
    "works",
    async (tab) => {
      await tab.page.evaluate(() => {
        new MutationObserver((list) => {
          const { seen } = globalThis as unknown as { seen: string[] };
          for (const { addedNodes, removedNodes } of list) {
            for (const node of addedNodes)
              if (node.nodeName === "DIV")
                seen.push(`drawn ${String((node as Element).shadowRoot)} ${(node as HTMLElement).style.pointerEvents}`);
            for (const node of removedNodes) if (node.nodeName === "DIV") seen.push("taken away");
          }
        }).observe(document.documentElement, { childList: true });
      });
      const done = await tab.do("click(${Plain})");
      works(done);
      assert.deepEqual(await tab.seen(), ["drawn null none", "taken away", `click ${kind}`]);
      assert.equal(done.noticed.dom, false);
    },
    true,
  );

  tale(
    "the outline is not part of what is seen",
    "works",
    async (tab) => {
      const shown = ({ interactiveTree, pageText }: Awaited<ReturnType<typeof tab.capture>>): string =>
        JSON.stringify([interactiveTree, pageText]);
      const before = shown(await tab.capture(false));
      const acting = tab.do("click(${Plain})");
      const drawn = (): Promise<boolean> =>
        tab.page.evaluate(() => document.documentElement.lastElementChild?.localName === "div");
      while (!(await drawn())) await new Promise((resolve) => setTimeout(resolve, 10));
      const during = shown(await tab.capture(false));
      assert.ok(await drawn(), "the look took longer than the outline");
      await acting;
      assert.equal(during, before);
    },
    true,
  );

  if (mode === "trusted") trustedOnly(tale, at);
  else eventsOnly(tale);
}

type Tale = (
  name: string,
  path: string,
  run: (tab: Parameters<Parameters<Bench["on"]>[1]>[0]) => Promise<void>,
  highlights?: boolean,
) => void;

function trustedOnly(tale: Tale, at: () => Bench): void {
  tale("a press goes to the decided element or nowhere, even when that dodges", "works", async (tab) => {
    const done = await tab.do("click(${Dodge})");
    works(done);
    assert.deepEqual(await tab.seen(), ["moved click"]);
  });

  tale("a tab that is not in front takes input, too", "works", async (tab) => {
    const front = await at().openFront();
    assert.equal(
      await at().ask(
        (id: number) =>
          (globalThis as unknown as { chrome: { tabs: { get(id: number): Promise<{ active: boolean }> } } }).chrome.tabs
            .get(id)
            .then(({ active }) => active),
        tab.id,
      ),
      false,
    );
    works(await tab.do("click(${Plain})"));
    works(await tab.do('setValue(${Name}, "behind")'));
    assert.equal(await tab.page.inputValue("#name"), "behind");
    await front.close();
  });

  tale("the debugger is let go of", "works", async (tab) => {
    works(await tab.do("click(${Plain})"));
    assert.equal(
      await at().ask(
        (id: number) => (globalThis as unknown as { stand: { attached(id: number): boolean } }).stand.attached(id),
        tab.id,
      ),
      true,
    );
    await at().ask(
      (id: number) => (globalThis as unknown as { stand: { release(id: number): Promise<void> } }).stand.release(id),
      tab.id,
    );
    assert.equal(
      await at().ask(
        (id: number) => (globalThis as unknown as { stand: { attached(id: number): boolean } }).stand.attached(id),
        tab.id,
      ),
      false,
    );
    works(await tab.do("click(${Plain})"));
  });
}

function eventsOnly(tale: Tale): void {
  tale("a dialog that only the person can answer is told, and never waited for", "asks", async (tab) => {
    fails(
      await tab.do("click(${Confirm})"),
      "CONTENT_SCRIPT_NOT_READY",
      /it was begun.*dialog of the page is open.*answer/,
    );
    fails(await tab.do("click(${Prompt})"), "CONTENT_SCRIPT_NOT_READY", /^the page does not answer: a dialog/);
    await tab.answerDialog();
    works(await tab.do("click(${Guard})"));
    assert.deepEqual(await tab.seen(), ["true", "guarded"]);
  });
}
