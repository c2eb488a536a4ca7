/** Actions that the page performs by itself, and the events that frameworks wait for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onPage, type Tab } from "./browser.ts";

async function idOf(tab: Tab, name: string): Promise<string> {
  const node = (await tab.world.observe()).interactiveTree.find((each) => each.n === name);
  assert.ok(node, `no "${name}"`);
  return node.i;
}

async function logEvents(tab: Tab): Promise<() => Promise<string[]>> {
  await tab.page.evaluate(() => {
    const log: string[] = [];
    Object.assign(window, { log });
    for (const type of ["input", "change", "click", "submit"]) {
      addEventListener(
        type,
        (event) => {
          log.push(`${type} ${(event.target as Element).id}`);
          if (type === "submit") event.preventDefault();
        },
        true,
      );
    }
  });
  return () => tab.page.evaluate("log");
}

test("selectDropdown chooses by value or text and says what is chosen", () =>
  onPage("inputs.html", async (tab) => {
    const size = await idOf(tab, "Size");
    const tags = await idOf(tab, "Tags");
    const log = await logEvents(tab);
    assert.deepEqual(await tab.world.act("selectDropdown", size, "l"), { ok: true, state: "Large" });
    assert.deepEqual(await tab.world.act("selectDropdown", size, { text: "small" }), { ok: true, state: "Small" });
    assert.deepEqual(await tab.world.act("selectDropdown", tags, null, ["green"], true), {
      ok: true,
      state: "red, green, blue",
    });
    assert.deepEqual(await tab.world.act("selectDropdown", tags, null, ["green"]), { ok: true, state: "green" });
    assert.deepEqual(await tab.world.act("selectDropdown", size, "huge"), {
      ok: false,
      refusal: "not_found",
      message: 'there is no option "huge"',
    });
    assert.deepEqual(await log(), [
      "input size",
      "change size",
      "input size",
      "change size",
      "input tags",
      "change tags",
      "input tags",
      "change tags",
    ]);
    assert.deepEqual(await tab.world.act("dropdownOptions", size), { ok: true, state: "* Small\nMedium\nLarge" });
  }));

test("setDirect fills what keys cannot and refuses what is no such value", () =>
  onPage("inputs.html", async (tab) => {
    const cases: readonly (readonly [string, string, string])[] = [
      ["Born", "2001-12-31", "2001-12-31"],
      ["At", "13:45", "13:45"],
      ["Meeting", "2026-05-01T09:30", "2026-05-01T09:30"],
      ["Month", "2026-05", "2026-05"],
      ["Week", "2026-W07", "2026-W07"],
      ["Volume", "8", "8"],
      ["Ink", "#00ff00", "#00ff00"],
    ];
    for (const [name, value, state] of cases)
      assert.deepEqual(await tab.world.act("setDirect", await idOf(tab, name), value), { ok: true, state }, name);
    const born = await idOf(tab, "Born");
    assert.deepEqual(await tab.world.act("setDirect", born, "31 December"), {
      ok: false,
      refusal: "invalid_argument",
      message: '"31 December" is no date value',
    });
    assert.deepEqual(await tab.world.act("readBack", born), { ok: true, state: "2001-12-31" });
  }));

test("prepareText selects all, so that real typing replaces it", () =>
  onPage("inputs.html", async (tab) => {
    for (const [name, selector] of [
      ["Name", "#t"],
      ["Notes", "#notes"],
      ["Message", "#editor"],
    ] as const) {
      const id = await idOf(tab, name);
      assert.deepEqual(await tab.world.act("prepareText", id), { ok: true, state: "typed" });
      await tab.page.keyboard.type("new words");
      assert.deepEqual(await tab.world.act("readBack", id), { ok: true, state: "new words" }, selector);
    }
    assert.deepEqual(await tab.world.act("prepareText", await idOf(tab, "Born")), { ok: true, state: "direct" });
    const refusals = [];
    for (const name of ["Plain", "Read only", "Coupon", "I agree to the terms"]) {
      const answer = await tab.world.act("prepareText", await idOf(tab, name));
      refusals.push(answer.ok ? "ok" : answer.refusal);
    }
    assert.deepEqual(refusals, ["wrong_kind", "disabled", "disabled", "wrong_kind"]);
  }));

test("imitated input changes fields as a person does", () =>
  onPage("inputs.html", async (tab) => {
    const terms = await idOf(tab, "I agree to the terms");
    const name = await idOf(tab, "Name");
    const log = await logEvents(tab);
    assert.deepEqual(await tab.world.act("check", terms), { ok: true });
    assert.deepEqual(await tab.world.act("check", terms), { ok: true });
    assert.deepEqual(await tab.world.act("readBack", terms), { ok: true, state: "checked" });
    assert.deepEqual(await tab.world.act("uncheck", terms), { ok: true });
    assert.deepEqual(await log(), [
      "click terms",
      "input terms",
      "change terms",
      "click terms",
      "input terms",
      "change terms",
    ]);
    assert.deepEqual(await tab.world.act("setValue", name, "Ada"), { ok: true });
    assert.deepEqual(await tab.world.act("readBack", name), { ok: true, state: "Ada" });
    assert.deepEqual(await tab.world.act("setValue", name, ""), { ok: true });
    assert.deepEqual(await tab.world.act("readBack", name), { ok: true, state: "" });
    await tab.world.act("focus", name);
    assert.deepEqual(await tab.world.act("type", "Bo"), { ok: true });
    assert.deepEqual(await tab.world.act("press", "Backspace"), { ok: true });
    assert.deepEqual(await tab.world.act("getText", name), { ok: true, state: "B" });
  }));

test("a text is added to the end of what a field holds, lines and all", () =>
  onPage("inputs.html", async (tab) => {
    const notes = await idOf(tab, "Notes");
    assert.deepEqual(await tab.world.act("appendText", notes, "\nand three"), {
      ok: true,
      state: "two\nlines\nand three",
    });
    assert.deepEqual(await tab.world.act("getText", notes), { ok: true, state: "two\nlines\nand three" });
    const message = await idOf(tab, "Message");
    assert.deepEqual(await tab.world.act("appendText", message, ", all"), { ok: true, state: "Hello there, all" });
  }));

test("lines are set at once where a field takes them, and typed where it hides for the keys", () =>
  onPage("inputs.html", async (tab) => {
    const notes = await idOf(tab, "Notes");
    assert.deepEqual(await tab.world.act("prepareText", notes, "one line"), { ok: true, state: "typed" });
    assert.deepEqual(await tab.world.act("prepareText", notes, "a\nb"), { ok: true, state: "direct" });
    assert.deepEqual(await tab.world.act("setDirect", notes, "a\r\nb"), { ok: true, state: "a\nb" });
    await tab.page.evaluate(() => {
      const field = document.getElementById("notes");
      if (field) field.style.cssText = "width: 4px; height: 1em";
    });
    assert.deepEqual(await tab.world.act("prepareText", notes, "a\nb"), { ok: true, state: "typed" });
  }));

test("imitated clicks reach native and framework handlers once", () =>
  onPage("looks.html", async (tab) => {
    await tab.page.evaluate(() => {
      const log: string[] = [];
      Object.assign(window, { log });
      for (const type of ["mousedown", "click", "dblclick", "contextmenu", "mouseover"])
        document.getElementById("red")?.addEventListener(type, () => log.push(type));
    });
    const id = await idOf(tab, "large red box");
    for (const name of ["click", "doubleClick", "rightClick", "hover"])
      assert.deepEqual(await tab.world.act(name, id), { ok: true }, name);
    assert.deepEqual(await tab.page.evaluate("log"), [
      "mouseover",
      "mousedown",
      "click",
      "mouseover",
      "mousedown",
      "click",
      "mousedown",
      "click",
      "dblclick",
      "mouseover",
      "mousedown",
      "contextmenu",
      "mouseover",
    ]);
  }));

test("queries answer", () =>
  onPage("inputs.html", async (tab) => {
    const name = await idOf(tab, "Name");
    assert.deepEqual(await tab.world.act("getAttribute", name, "required"), { ok: true, state: "" });
    assert.deepEqual(await tab.world.act("isVisible", name), { ok: true, state: "true" });
    assert.deepEqual(await tab.world.act("isEnabled", await idOf(tab, "Coupon")), { ok: true, state: "false" });
    const box = await tab.page.evaluate(
      () => document.getElementById("t")?.getBoundingClientRect().toJSON() as DOMRect,
    );
    const answer = await tab.world.act("getBoundingBox", name);
    assert.deepEqual(answer, {
      ok: true,
      state: [box.x, box.y]
        .map(Math.round)
        .concat(Math.round(box.right) - Math.round(box.x), Math.round(box.bottom) - Math.round(box.y))
        .join(","),
    });
    assert.deepEqual(await tab.world.act("evaluate", "1"), {
      ok: false,
      refusal: "unsupported",
      message: 'no action "evaluate" in a page',
    });
  }));

test("scrolling reports what moved and what is left", () =>
  onPage("virtual-list.html", async (tab) => {
    const capture = await tab.world.observe();
    const box = capture.scrollableContainers[0];
    assert.deepEqual(capture.scrollableContainers, [{ id: box?.id, depth: "0%", hasMore: true }]);
    assert.deepEqual(await tab.world.act("scrollContainer", box?.id, "down"), {
      ok: true,
      state: "moved 360px, 39240px left below",
    });
    assert.deepEqual(await tab.world.act("scroll", true, 2, box?.id), {
      ok: true,
      state: "moved 720px, 38520px left below",
    });
    assert.deepEqual(await tab.world.act("scrollContainer", box?.id, "top"), {
      ok: true,
      state: "moved -1080px, 39600px left below",
    });
    assert.deepEqual(await tab.world.act("scrollContainer", box?.id, "sideways"), {
      ok: false,
      refusal: "invalid_argument",
      message: 'no direction "sideways"',
    });
  }));

test("what is only wider than it shows is scrolled to the side", () =>
  onPage("virtual-list.html", async (tab) => {
    await tab.page.evaluate(() => {
      document.body.innerHTML =
        '<div style="overflow:auto;width:200px"><div style="width:900px;height:20px">wide</div></div>';
    });
    const box = (await tab.world.observe()).scrollableContainers[0];
    assert.deepEqual(await tab.world.act("scroll", true, 1, box?.id), {
      ok: true,
      state: "moved 180px, 520px left to the right",
    });
    assert.deepEqual(await tab.world.act("scroll", false, 5, box?.id), {
      ok: true,
      state: "moved -180px, 700px left to the right",
    });
  }));

test("findText scrolls to words, over tag boundaries", () =>
  onPage("news.html", async (tab) => {
    assert.deepEqual(await tab.world.act("findText", "takes eleven minutes instead"), { ok: true, state: "found 1" });
    assert.deepEqual(await tab.world.act("findText", "no such words"), {
      ok: false,
      refusal: "not_found",
      message: '"no such words" is not on the page',
    });
    await tab.world.act("findText", "imprint");
    assert.equal((await tab.world.observe()).scrollPosition, "100%");
  }));

test("waits end as soon as what they wait for is there, or with a timeout", () =>
  onPage("slow.html?ms=300", async (tab) => {
    assert.deepEqual(await tab.world.act("waitForElement", "Part 3 of 6"), { ok: true, state: "found" });
    assert.deepEqual(await tab.world.act("waitFor", { type: "element_count", value: "body > p:8", pollInterval: 20 }), {
      ok: true,
      state: "found",
    });
    assert.deepEqual(await tab.world.act("waitFor", JSON.stringify({ type: "text", value: "Ready" })), {
      ok: true,
      state: "found",
    });
    assert.deepEqual(await tab.world.act("waitFor", { type: "selector", value: "#never", timeout: 50 }), {
      ok: false,
      refusal: "timeout",
      message: "not within 50 ms",
    });
    assert.deepEqual(await tab.world.act("waitFor", { type: "custom", value: "1" }), {
      ok: false,
      refusal: "unsupported",
      message: "waits for text, selector, element_count or url_change",
    });
  }));

test("storage is read and written, but not what sounds like a credential", () =>
  onPage("spa.html", async (tab) => {
    assert.deepEqual(await tab.world.act("setLocalStorage", "theme", "dark"), { ok: true });
    await tab.page.evaluate("localStorage.setItem('authToken', 'abc')");
    assert.deepEqual(await tab.world.act("getLocalStorage", "theme"), { ok: true, state: "dark" });
    assert.deepEqual(await tab.world.act("getLocalStorage", "authToken"), {
      ok: false,
      refusal: "unsupported",
      message: "the value under that key is not read",
    });
    assert.deepEqual(await tab.world.act("clearStorage", "localStorage"), { ok: true });
    assert.deepEqual(await tab.world.act("getLocalStorage"), { ok: true, state: "" });
  }));

test("bad arguments are refused, never thrown", () =>
  onPage("inputs.html", async (tab) => {
    const names = [
      "click",
      "doubleClick",
      "hover",
      "dragAndDrop",
      "type",
      "setValue",
      "check",
      "selectDropdown",
      "getText",
      "getAttribute",
      "findText",
      "focus",
      "appendText",
      "setDirect",
      "prepareText",
      "readBack",
      "waitFor",
      "waitForElement",
      "setLocalStorage",
      "clearStorage",
      "scrollContainer",
    ];
    for (const name of names) {
      for (const args of [[], [null], [{}], ["9999", {}], [[], []]]) {
        const answer = await tab.world.act(name, ...args);
        assert.equal(answer.ok, false, `${name}(${JSON.stringify(args)})`);
      }
    }
  }));
