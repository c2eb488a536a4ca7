/** Things that pages build of boxes: what opens a field for files, items that hear a second click, names that are cut alike, what is still to come. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DocumentCapture } from "../src/contract.ts";
import { onPage, type Tab } from "./browser.ts";
import { render } from "./render.ts";

async function seen({ page, world }: Tab, body: string, act = ""): Promise<DocumentCapture> {
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(body)}; (() => { ${act} })()`);
  return world.observe();
}

function told(capture: DocumentCapture): string[] {
  return capture.interactiveTree.map(({ r, n, d }) => [r, n, d?.type].filter(Boolean).join(" "));
}

const bytes = Buffer.from("tide table").toString("base64");

for (const [what, body, expected] of [
  [
    "a button beside it",
    "<span><input type=file hidden><button>Select a file</button></span>",
    "inp Select a file file",
  ],
  ["a label that is a button", "<label for=f>Photo</label><input id=f type=file hidden>", "inp Photo file"],
  [
    "a box to drop files on",
    "<div tabindex=0 style='padding:20px'><input type=file style='display:none'><p>Drop files here</p></div>",
    "inp Drop files here file",
  ],
] as const) {
  test(`a field for files that is not drawn is what opens it: ${what}`, () =>
    onPage("inputs.html", async (tab) => {
      const capture = await seen(tab, body);
      assert.deepEqual(told(capture), [expected]);
      const id = capture.interactiveTree[0]?.i ?? "";
      assert.equal((await tab.world.locate(id)).ok, true);
      const files = [{ name: "tides.txt", type: "text/plain", data: bytes }];
      assert.deepEqual(await tab.world.act("setFiles", id, files), { ok: true, state: "tides.txt" });
      const read = "document.querySelector('input').files[0].text()";
      assert.equal(await tab.page.evaluate(read), "tide table");
      assert.equal((await tab.world.observe()).interactiveTree[0]?.v, "tides.txt");
    }));
}

test("two buttons beside a hidden field for files: neither is taken for it", () =>
  onPage("inputs.html", async (tab) => {
    const body = "<div><input type=file hidden><button>Browse</button><button>Delete all</button></div>";
    assert.deepEqual(told(await seen(tab, body)), ["btn Browse", "btn Delete all"]);
  }));

test("rows of a list that a box around it hears double clicks for are things; bullets are not", () =>
  onPage("inputs.html", async (tab) => {
    const list = (style: string) =>
      `<div id=box><h3>Files</h3><ul style="list-style:${style}"><li><span>a.ipynb</span></li><li><span>b.csv</span></li></ul></div>`;
    const hears = "document.getElementById('box').addEventListener('dblclick', () => {})";
    assert.match(
      render(await seen(tab, list("none"), hears)),
      /li: \[\d+ clickable "a\.ipynb"\]\nli: \[\d+ clickable "b\.csv"\]/,
    );
    assert.doesNotMatch(render(await seen(tab, list("disc"), hears)), /clickable "b\.csv"/);
  }));

test("names that are cut alike are told apart by how they go on", () =>
  onPage("inputs.html", async (tab) => {
    const name = (end: string) => `The annual report of the northern harbour authority, part ${end}`;
    const body = ["one", "two"].map((end) => `<p><a href=/${end}>${name(end)}</a></p>`).join("");
    const capture = await seen(tab, body);
    assert.deepEqual(told(capture), ["link The annual report of the…one", "link The annual report of the…two"]);
    // And each is known again by that name.
    const basis = (at: number) => ({
      document: "",
      origin: new URL(tab.page.url()).origin,
      target: capture.interactiveTree[at],
      harmless: false,
    });
    const [one, two] = capture.interactiveTree.map(({ i }) => i);
    assert.equal((await tab.world.locate(two ?? "", basis(1))).ok, true);
    assert.equal((await tab.world.locate(one ?? "", basis(1))).ok, false);
  }));

test("what is still to come is waited for, what turns for ever only once", () =>
  onPage("inputs.html", async (tab) => {
    const spin =
      "<style>@keyframes turn { to { rotate: 1turn } } .spinner { animation: turn 1s infinite; width: 20px; height: 20px }</style>";
    await tab.page.evaluate(
      `document.body.innerHTML = ${JSON.stringify(`${spin}<main aria-busy=true><div class=spinner></div></main>`)};
       setTimeout(() => { document.querySelector("main").outerHTML = "<main><button>Open</button></main>"; }, 700)`,
    );
    const wait = "__screenAgent.stable({ quiet: 30, min: 20, timeout: 300, busy: 5000 })";
    assert.equal((await tab.world.run<{ stable: boolean }>(wait)).stable, true);
    assert.deepEqual(told(await tab.world.observe()), ["btn Open"]);
    await tab.page.evaluate(`document.body.innerHTML = ${JSON.stringify(`${spin}<div class=spinner></div>`)}`);
    const brief = "__screenAgent.stable({ quiet: 30, min: 20, timeout: 300, busy: 400 })";
    const first = await tab.world.run<{ waited: number }>(brief);
    const second = await tab.world.run<{ waited: number }>(brief);
    assert.ok(first.waited >= 400 && second.waited < 400, `${first.waited}, then ${second.waited}`);
  }));
