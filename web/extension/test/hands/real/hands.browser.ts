/** Every verb in both ways of input, in a real browser. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { DomActionName } from "@screen-agent/api";
import type { Browser } from "wxt/browser";
import type { Performed } from "../../../src/shared/action.ts";
import { Bench, canRun, type Tab } from "./browser.ts";

declare const chrome: typeof Browser;

type Mode = "events" | "trusted";
const MODES: readonly Mode[] = ["events", "trusted"];

/** What each verb came to in each way of input: told at the end. */
const table = new Map<string, Map<Mode, string>>();

function note(name: string, mode: Mode, what: string): void {
  const row = table.get(name) ?? new Map<Mode, string>();
  row.set(mode, what);
  table.set(name, row);
}

let bench: Bench;

describe("hands", { skip: !canRun }, () => {
  before(async () => {
    bench = await Bench.open(true);
  });
  after(async () => {
    await bench.close();
    for (const [name, row] of table)
      console.log(
        `${name.padEnd(20)} events: ${(row.get("events") ?? "-").padEnd(14)} trusted: ${row.get("trusted") ?? "-"}`,
      );
  });

  for (const mode of MODES) describe(mode, () => verbs(mode));
});

function works(performed: Performed): void {
  assert.equal(performed.success, true, JSON.stringify(performed));
}

function fails(performed: Performed, code: string, words: RegExp): void {
  assert.equal(performed.success, false, JSON.stringify(performed));
  assert.equal(performed.error?.code, code, JSON.stringify(performed));
  assert.match(performed.error?.message ?? "", words);
}

function verbs(mode: Mode): void {
  const kind = mode === "trusted" ? "trusted" : "made";

  const verb = (name: DomActionName, path: string, run: (tab: Tab) => Promise<void>): void => {
    test(name, async () => {
      await bench.choose({ input: mode, highlights: false });
      await bench.on(path, async (tab) => {
        await tab.look();
        note(name, mode, "works");
        await run(tab);
      });
    });
  };
  /** True where the verb can only say that it needs the debugger, which it must. */
  const isLeft = async (tab: Tab, name: DomActionName, action: string): Promise<boolean> => {
    if (mode === "trusted") return false;
    fails(
      await tab.do(action),
      "ACTION_EXECUTION_FAILED",
      /^unsupported: .*trusted input|^unsupported: .*answer it yourself/,
    );
    note(name, mode, "unsupported");
    return true;
  };

  verb("click", "works", async (tab) => {
    works(await tab.do("click(${Plain})"));
    works(await tab.do("click(${Order})"));
    works(await tab.do("click(${Deep})"));
    assert.deepEqual(await tab.seen(), [`click ${kind}`, "down", "up", "clicked", `deep ${kind}`]);
    fails(await tab.do("click(${Off})"), "ACTION_FAILED", /disabled/);
  });
  verb("doubleClick", "works", async (tab) => {
    works(await tab.do("doubleClick(${Twice})"));
    assert.deepEqual(await tab.seen(), [`double ${kind}`]);
  });
  verb("rightClick", "works", async (tab) => {
    works(await tab.do("rightClick(${Context})"));
    assert.deepEqual(await tab.seen(), [`menu ${kind}`]);
  });
  verb("hover", "works", async (tab) => {
    works(await tab.do("hover(${Over})"));
    assert.deepEqual(await tab.seen(), [`over ${kind}`]);
  });
  verb("dragAndDrop", "works", async (tab) => {
    works(await tab.do("dragAndDrop(${Parcel}, ${Shelf})"));
    works(await tab.do("dragAndDrop(${Knob}, ${Goal})"));
    assert.deepEqual(await tab.seen(), [`drop parcel ${kind}`, "let go on goal"]);
  });
  verb("setValue", "works", async (tab) => {
    const named = await tab.do('setValue(${Name}, "Ada Lovelace")');
    works(named);
    assert.equal(named.state, "Ada Lovelace");
    assert.equal(await tab.page.inputValue("#name"), "Ada Lovelace");
    assert.equal((await tab.seen()).filter((line) => line === "change Ada Lovelace").length, 1);
    works(await tab.do('setValue(${Name}, "")'));
    assert.equal(await tab.page.inputValue("#name"), "");
    works(await tab.do('setValue(${Notes}, "one\\ntwo é")'));
    assert.equal(await tab.page.inputValue("#notes"), "one\ntwo é");
    works(await tab.do('setValue(${Message}, "Good day")'));
    assert.equal((await tab.page.textContent("#message"))?.trim(), "Good day");
    works(await tab.do('setValue(${Born}, "2001-09-30")'));
    assert.equal(await tab.page.inputValue("#born"), "2001-09-30");
    works(await tab.do('setValue(${Amount}, "12")'));
    fails(await tab.do('setValue(${Plain}, "x")'), "ACTION_FAILED", /takes no text/);
  });
  verb("type", "works", async (tab) => {
    works(await tab.do("focus(${Query})"));
    works(await tab.do('type("two words")'));
    works(await tab.do('type("ab", 20)'));
    assert.equal(await tab.page.inputValue("[name=q]"), "two wordsab");
  });
  verb("press", "works", async (tab) => {
    works(await tab.do('setValue(${Query}, "q1")'));
    works(await tab.do("focus(${Query})"));
    works(await tab.do('press("Enter")'));
    assert.ok((await tab.seen()).includes("submit q1"), String(await tab.seen()));
    works(await tab.do('press("k", "ctrl+shift")'));
    assert.ok((await tab.seen()).includes(`key k ctrl+shift ${kind}`), String(await tab.seen()));
  });
  verb("focus", "works", async (tab) => {
    works(await tab.do("focus(${Name})"));
    assert.equal(await tab.page.evaluate(() => document.activeElement?.id), "name");
  });
  verb("blur", "works", async (tab) => {
    works(await tab.do("focus(${Name})"));
    works(await tab.do("blur(${Name})"));
    assert.equal(await tab.page.evaluate(() => document.activeElement === document.body), true);
  });
  verb("check", "works", async (tab) => {
    assert.equal((await tab.do("check(${Terms})")).state, "checked");
    assert.equal((await tab.do("check(${Terms})")).state, "checked");
    assert.deepEqual(await tab.seen(), [`terms true ${mode === "trusted" ? "trusted" : "trusted"}`]);
    fails(await tab.do("check(${Plain})"), "ACTION_EXECUTION_FAILED", /cannot be checked/);
  });
  verb("uncheck", "works", async (tab) => {
    await tab.do("check(${Terms})");
    assert.equal((await tab.do("uncheck(${Terms})")).state, "unchecked");
    assert.equal(await tab.page.isChecked("#terms"), false);
  });
  verb("selectDropdown", "works", async (tab) => {
    assert.equal((await tab.do('selectDropdown(${Size}, "", "Large")')).state, "Large");
    assert.ok((await tab.seen()).includes("size l"));
    fails(await tab.do('selectDropdown(${Size}, "xl")'), "ELEMENT_NOT_FOUND", /no option/);
  });
  verb("dropdownOptions", "works", async (tab) =>
    assert.match((await tab.do("dropdownOptions(${Size})")).state ?? "", /Small[\s\S]*Large/),
  );
  verb("uploadFile", "works", async (tab) => {
    works(await tab.do('uploadFile(${File}, "a.txt")'));
    const held = (): Promise<string> =>
      tab.page.evaluate(async () => {
        const [file] = document.querySelector<HTMLInputElement>("input[type=file]")?.files ?? [];
        return file ? `${file.name} ${file.type} ${await file.text()}` : "";
      });
    assert.equal(await held(), "a.txt text/plain attached");
    fails(await tab.do('uploadFile(${File}, "b.txt")'), "ACTION_EXECUTION_FAILED", /not attached/);
    assert.equal(await held(), "a.txt text/plain attached");
  });
  verb("scroll", "works", async (tab) => {
    assert.match((await tab.do("scroll(true, 1)")).state ?? "", /moved \d+px/);
    assert.ok((await tab.page.evaluate(() => scrollY)) > 100);
  });
  verb("scroll_container", "works", async (tab) => {
    works(await tab.do('scroll_container(${List}, "down")'));
    assert.ok((await tab.page.evaluate(() => document.getElementById("list")?.scrollTop ?? 0)) > 20);
  });
  verb("findText", "works", async (tab) => {
    assert.equal((await tab.do('findText("Far")')).state, "found 1");
    fails(await tab.do('findText("no such words")'), "ELEMENT_NOT_FOUND", /not on the page/);
  });
  verb("getText", "works", async (tab) => assert.equal((await tab.do("getText(${Plain})")).state, "Plain"));
  verb("getAttribute", "works", async (tab) =>
    assert.match((await tab.do('getAttribute(${Second}, "href")')).state ?? "", /second/),
  );
  verb("getBoundingBox", "works", async (tab) =>
    assert.match((await tab.do("getBoundingBox(${Plain})")).state ?? "", /^[\d.]+, ?[\d.]+, ?[\d.]+, ?[\d.]+$/),
  );
  verb("isVisible", "works", async (tab) => assert.equal((await tab.do("isVisible(${Plain})")).state, "true"));
  verb("isEnabled", "works", async (tab) => assert.equal((await tab.do("isEnabled(${Off})")).state, "false"));

  verb("navigate", "works", async (tab) => {
    const gone = await tab.do(`navigate("${bench.origin()}/second?held=300")`);
    works(gone);
    assert.match(gone.state ?? "", /\/second\?held=300$/);
    assert.deepEqual(gone.noticed, { network: true, dom: true, url: true });
    works(await tab.do(`navigate("${bench.origin()}/second?held=300#there")`));
    fails(await tab.do('navigate("http://127.0.0.1:9/")'), "NETWORK_ERROR", /did not load/);
  });
  verb("search", "works", async (tab) => {
    fails(await tab.do('search("x", "unheard of")'), "ACTION_EXECUTION_FAILED", /not known/);
    const searched = await tab.do('search("otters", "duckduckgo")');
    // Without a way to the net the browser says so; the address is right either way.
    assert.ok(searched.success || searched.error?.code === "NETWORK_ERROR", JSON.stringify(searched));
    assert.match(
      await bench.ask((id: number) => chrome.tabs.get(id).then((one) => one.pendingUrl ?? one.url ?? ""), tab.id),
      /duckduckgo\.com\/\?q=otters/,
    );
  });
  verb("goBack", "works", async (tab) => {
    fails(await tab.do("goForward()"), "ACTION_EXECUTION_FAILED", /no page to go forward to/);
    works(await tab.do("click(${Second})"));
    const back = await tab.do("goBack()");
    works(back);
    assert.match(back.state ?? "", /\/works\?/);
    // What lies behind the page that the task began on is the person's.
    fails(await tab.do("goBack()"), "REFUSED", /began on this page/);
    works(await tab.do("goForward()"));
    assert.match((await tab.do("goBack()")).state ?? "", /\/works\?/);
  });
  verb("goForward", "works", async (tab) => {
    works(await tab.do("click(${Second})"));
    works(await tab.do("goBack()"));
    const forth = await tab.do("goForward()");
    works(forth);
    assert.match(forth.state ?? "", /\/second\?x=1$/);
  });
  verb("wait", "works", async (tab) => works(await tab.do("wait(0.1)")));
  verb("waitForElement", "works", async (tab) => {
    works(await tab.do('waitForElement("Plain", "btn", 1000)'));
    fails(await tab.do('waitForElement("Nobody", "", 200)'), "TIMEOUT", /within/);
  });
  verb("wait_for", "works", async (tab) => {
    works(await tab.do(`wait_for('{"type":"element_count","value":"button:3","timeout":1000,"pollInterval":50}')`));
    const waiting = tab.do(`wait_for('{"type":"url_change","value":"later","timeout":5000,"pollInterval":50}')`);
    await tab.page.evaluate(() => history.pushState(null, "", "/later"));
    assert.match((await waiting).state ?? "", /later/);
  });
  verb("createTab", "works", async (tab) => {
    const opened = await tab.do(`createTab("${bench.origin()}/second")`);
    works(opened);
    assert.ok(opened.tabId && opened.tabId !== tab.id);
    const behind = await tab.do(`createTab("${bench.origin()}/second", false)`);
    works(behind);
    assert.equal(behind.tabId, undefined);
  });
  verb("getTabs", "works", async (tab) => {
    const told = JSON.parse((await tab.do("getTabs()")).state ?? "[]") as {
      index: number;
      url: string;
      active: boolean;
    }[];
    assert.equal(told.filter(({ active }) => active).length, 1);
    assert.match(told.find(({ active }) => active)?.url ?? "", /works/);
  });
  verb("switch", "works", async (tab) => {
    // The person's own tabs are not among those of the task.
    assert.equal(JSON.parse((await tab.do("getTabs()")).state ?? "[]").length, 1);
    works(await tab.do(`createTab("${bench.origin()}/second", false)`));
    const chosen = await tab.do("switch(1)");
    works(chosen);
    assert.ok(chosen.tabId && chosen.tabId !== tab.id);
    fails(await tab.do("switch(99)"), "ACTION_EXECUTION_FAILED", /no tab 99/);
  });
  verb("close", "works", async (tab) => {
    const opened = await tab.do(`createTab("${bench.origin()}/second", false)`);
    works(opened);
    const tabs = JSON.parse((await tab.do("getTabs()")).state ?? "[]") as { index: number; url: string }[];
    const index = tabs.find(({ url }) => url.endsWith("/second"))?.index;
    assert.ok(index !== undefined, JSON.stringify(tabs));
    works(await tab.do(`close(${index})`));
    assert.equal(JSON.parse((await tab.do("getTabs()")).state ?? "[]").length, tabs.length - 1);
  });
  verb("screenshot", "works", async (tab) =>
    assert.match(
      (await tab.do("screenshot()")).state ?? JSON.stringify(await tab.do("screenshot()")),
      /^image\/jpeg, \d{4,} bytes$/,
    ),
  );

  verb("evaluate", "works", async (tab) => {
    if (await isLeft(tab, "evaluate", 'evaluate("document.title")')) return;
    assert.equal((await tab.do('evaluate("document.title")')).state, "Works");
    fails(await tab.do('evaluate("nobody.at.all")'), "ACTION_EXECUTION_FAILED", /throws: ReferenceError/);
    fails(await tab.do(`evaluate("eval('1')")`), "REFUSED", /eval/);
  });
  verb("generatePdf", "works", async (tab) => {
    if (await isLeft(tab, "generatePdf", "generatePdf()")) return;
    const { state, file } = await tab.do("generatePdf()");
    assert.match(state ?? "", /^application\/pdf, \d+ bytes$/);
    assert.match(atob(file?.data ?? ""), /^%PDF-/);
  });
  verb("acceptDialog", "asks", async (tab) => {
    if (await isLeft(tab, "acceptDialog", "acceptDialog()")) return;
    const asked = await tab.do("click(${Confirm})");
    works(asked);
    assert.match(asked.state ?? "", /confirm: Delete all\?/);
    fails(await tab.do("click(${Prompt})"), "ACTION_FAILED", /dialog is open.*Delete all/);
    assert.equal((await tab.do("acceptDialog()")).state, "confirm: Delete all?");
    works(await tab.do("click(${Prompt})"));
    works(await tab.do('acceptDialog("Ada")'));
    assert.deepEqual(await tab.seen(), ["true", "Ada"]);
    fails(await tab.do("acceptDialog()"), "ACTION_EXECUTION_FAILED", /no dialog is open/);
  });
  verb("dismissDialog", "asks", async (tab) => {
    if (await isLeft(tab, "dismissDialog", "dismissDialog()")) return;
    works(await tab.do("click(${Confirm})"));
    works(await tab.do("dismissDialog()"));
    works(await tab.do("click(${Guard})"));
    const leaving = await tab.do(`navigate("${bench.origin()}/second")`);
    assert.match(leaving.state ?? "", /asks whether to leave/);
    works(await tab.do("dismissDialog()"));
    assert.deepEqual(await tab.seen(), ["false", "guarded"]);
    works(await tab.do(`navigate("${bench.origin()}/second")`));
    works(await tab.do("acceptDialog()"));
    await tab.page.waitForURL(/second/);
  });
  verb("waitForDialog", "asks", async (tab) => {
    if (await isLeft(tab, "waitForDialog", "waitForDialog(500)")) return;
    fails(await tab.do("waitForDialog(100)"), "TIMEOUT", /no dialog/);
    assert.match((await tab.do("click(${Alert})")).state ?? "", /closed: alert: Saved$/);
    assert.deepEqual(await tab.seen(), ["alerted"]);
    assert.equal((await tab.do("waitForDialog(500)")).state, "alert: Saved");
    works(await tab.do("click(${Confirm})"));
    assert.equal((await tab.do('waitForDialog(500, "accept")')).state, "confirm: Delete all?");
  });
  verb("interceptRequest", "works", async (tab) => {
    if (await isLeft(tab, "interceptRequest", 'interceptRequest("*data.json", "block")')) return;
    works(await tab.do('interceptRequest("*data.json", "block")'));
    assert.equal(
      await tab.page.evaluate(() =>
        fetch("data.json").then(
          () => "came",
          () => "blocked",
        ),
      ),
      "blocked",
    );
    fails(await tab.do(`interceptRequest("*", "modify", '{"x":1}')`), "ACTION_EXECUTION_FAILED", /the change is not/);
  });
  verb("mockResponse", "works", async (tab) => {
    if (await isLeft(tab, "mockResponse", `mockResponse("*data.json", '{"body":{"made":true}}')`)) return;
    works(await tab.do(`mockResponse("*data.json", '{"body":{"made":true}}')`));
    assert.deepEqual(
      await tab.page.evaluate(() => fetch("data.json").then((reply) => reply.json() as Promise<unknown>)),
      { made: true },
    );
  });
  verb("getCookies", "works", async (tab) => {
    assert.match((await tab.do("getCookies()")).state ?? "", /"name":"kind","value":"soft"/);
  });
  verb("setCookie", "works", async (tab) => {
    if (await isLeft(tab, "setCookie", `setCookie('{"name":"a","value":"b"}')`)) return;
    works(await tab.do(`setCookie('{"name":"a","value":"b"}')`));
    assert.match(await tab.page.evaluate(() => document.cookie), /a=b/);
  });
  verb("clearCookies", "works", async (tab) => {
    if (await isLeft(tab, "clearCookies", "clearCookies()")) return;
    works(await tab.do("clearCookies()"));
    assert.equal(await tab.page.evaluate(() => document.cookie), "");
  });
  verb("getLocalStorage", "works", async (tab) =>
    assert.equal((await tab.do('getLocalStorage("colour")')).state, "blue"),
  );
  verb("setLocalStorage", "works", async (tab) => {
    works(await tab.do('setLocalStorage("colour", "red")'));
    assert.equal(await tab.page.evaluate(() => localStorage.getItem("colour")), "red");
  });
  verb("clearStorage", "works", async (tab) => {
    works(await tab.do('clearStorage("localStorage")'));
    assert.equal(await tab.page.evaluate(() => localStorage.length), 0);
  });
  verb("startTracing", "works", async (tab) => {
    if (await isLeft(tab, "startTracing", "startTracing()")) return;
    works(await tab.do("startTracing()"));
    note("stopTracing", mode, "works");
    assert.match((await tab.do("stopTracing()")).state ?? "", /^application\/json, \d+ bytes$/);
  });
  verb("getMetrics", "works", async (tab) => {
    if (await isLeft(tab, "getMetrics", "getMetrics()")) return;
    assert.match((await tab.do("getMetrics()")).state ?? "", /"Nodes":\d+/);
  });
  verb("finish", "works", async (tab) => {
    fails(await tab.do('finish("done")'), "ACTION_EXECUTION_FAILED", /not performed on a page/);
    note("finish", mode, "not performed");
  });
}
