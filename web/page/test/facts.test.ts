/** What acts: a table of pages for each fact, and generated forms compared with what the browser really does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { DocumentCapture, NodeFacts, PageCapture, SemanticNode } from "../src/contract.ts";
import { onPage, origin, type Tab, worldOf } from "./browser.ts";

/** A page with this body; `act` runs in the page's own world. */
async function seen({ page, world }: Tab, body: string, act = ""): Promise<DocumentCapture> {
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(body)}; (() => { ${act} })()`);
  return world.observe();
}

function named(capture: PageCapture, name: string): SemanticNode {
  const node = capture.interactiveTree.find(({ n }) => n === name);
  assert.ok(node, `${name} is not among ${capture.interactiveTree.map(({ n }) => n).join(", ")}`);
  return node;
}

type Told = Partial<
  Pick<NodeFacts, "wrote" | "hears" | "change" | "part" | "submit" | "method" | "href" | "type" | "range">
>;
const ASKED = ["wrote", "hears", "change", "part", "submit", "method", "type", "range"] as const;

function told(facts: NodeFacts | undefined): Told {
  return Object.fromEntries(ASKED.flatMap((name) => (facts?.[name] === undefined ? [] : [[name, facts[name]]])));
}

const LISTEN = (selector: string, type: string): string =>
  `document.querySelector(${JSON.stringify(selector)}).addEventListener(${JSON.stringify(type)}, () => {})`;
const GET = { submit: true, method: "get" } as const;
const TEXT = { type: "text", method: "get" } as const;

const FACTS: readonly (readonly [says: string, body: string, name: string, expected: Told, act?: string])[] = [
  ["a form that says nothing", "<form><button>Go</button></form>", "Go", GET],
  ["a written method", "<form method=get><button>Go</button></form>", "Go", { ...GET, wrote: true }],
  ["a written action", "<form action=/s><button>Go</button></form>", "Go", { ...GET, wrote: true }],
  ["a place holder for an address", "<form action='#'><button>Go</button></form>", "Go", GET],
  ["a script for an address", "<form action='javascript:void 0'><button>Go</button></form>", "Go", GET],
  [
    "a button's own method",
    "<form><button formmethod=post>Go</button></form>",
    "Go",
    { submit: true, method: "post", wrote: true },
  ],
  [
    "fields called so",
    "<form><input name=method value=get aria-label=M><input name=action value=/s aria-label=A><button>Go</button></form>",
    "Go",
    GET,
  ],
  [
    "a field called like what is asked of its form",
    "<form method=post><input name=closest aria-label=C><input name=matches aria-label=M><input name=elements aria-label=E><input name=getAttribute aria-label=G><input name=getRootNode aria-label=R><input name=children aria-label=H><button>Go</button></form>",
    "Go",
    { submit: true, method: "post", wrote: true },
  ],
  [
    "onsubmit",
    "<form action=/s onsubmit='return false'><button>Go</button></form>",
    "Go",
    { ...GET, wrote: true, hears: true },
  ],
  [
    "onsubmit around it",
    "<div onsubmit='x()'><form action=/s><button>Go</button></form></div>",
    "Go",
    { ...GET, wrote: true, hears: true },
  ],
  [
    "a listener on the form",
    "<form action=/s><button>Go</button></form>",
    "Go",
    { ...GET, wrote: true, hears: true },
    LISTEN("form", "submit"),
  ],
  [
    "a listener around the form",
    "<main><form action=/s><button>Go</button></form></main>",
    "Go",
    { ...GET, wrote: true, hears: true },
    LISTEN("main", "submit"),
  ],
  [
    "a listener on the button",
    "<form action=/s><button>Go</button></form>",
    "Go",
    { ...GET, wrote: true, hears: true },
    LISTEN("button", "click"),
  ],
  [
    "onclick on the button that Enter presses",
    "<form action=/s><input aria-label=Q><button onclick='x()'>Go</button></form>",
    "Q",
    { ...TEXT, wrote: true, hears: true },
  ],
  [
    "a field that listens to keys",
    "<input aria-label=Q>",
    "Q",
    { type: "text", hears: true },
    LISTEN("input", "keydown"),
  ],
  [
    "onkeydown on a box for words",
    "<textarea aria-label=Q onkeydown='x()'></textarea>",
    "Q",
    { type: undefined as never, hears: true },
  ],
  [
    "a listener to something else",
    "<form action=/s><button>Go</button></form>",
    "Go",
    { ...GET, wrote: true },
    LISTEN("form", "focusin"),
  ],
  [
    "onchange",
    "<form method=post><select aria-label=S onchange='this.form.submit()'><option>a</select></form>",
    "S",
    { method: "post", wrote: true, change: true },
  ],
  [
    "onchange around it",
    "<form method=post onchange='this.submit()'><input type=checkbox aria-label=S></form>",
    "S",
    { type: "checkbox", method: "post", wrote: true, change: true },
  ],
  [
    "a listener to a change",
    "<input type=checkbox aria-label=S>",
    "S",
    { type: "checkbox", change: true },
    LISTEN("input", "change"),
  ],
  [
    "a listener to changes of the form",
    "<form><input type=range aria-label=S></form>",
    "S",
    { type: "range", method: "get", change: true, range: ["", "", ""] },
    LISTEN("form", "input"),
  ],
  [
    "a slider of the page's own making",
    "<div role=slider tabindex=0 aria-label=S aria-valuemin=1 aria-valuemax=20 aria-valuenow=4>o</div>",
    "S",
    { range: ["1", "20", ""] },
  ],
  [
    "a label for a button out of sight",
    "<form method=post action=/pay><input type=submit id=p hidden></form><label for=p style='cursor:pointer'>Look closer</label>",
    "Look closer",
    { type: "submit", submit: true, method: "post", wrote: true },
  ],
  [
    "a thing in a label",
    "<form method=post action=/pay><label><span role=button>Look closer</span><button hidden></button></label></form>",
    "Look closer",
    { submit: true, method: "post", wrote: true },
  ],
  [
    "a thing in a button",
    "<form method=post action=/pay><button>Pay <b role=button aria-label=Look>?</b></button></form>",
    "Look",
    { submit: true, method: "post", wrote: true },
  ],
  ["a cross in a dialog", "<div role=dialog><p>Hello</p><button>×</button></div>", "×", { part: "dialog" }],
  ["a cross for an item in a dialog", "<div role=dialog><ul><li>Mallory <button>×</button></ul></div>", "×", {}],
  ["a cross for an item", "<ul><li>Mallory <button>×</button></ul>", "×", {}],
  [
    "a notice over the page",
    "<div class=cookie-notice style='position:fixed;bottom:0'><p>We have cookies</p><button>Close</button></div>",
    "Close",
    { part: "dialog" },
  ],
  ["what is called a notice, in the page", "<div class=notice><p>Ada</p><button>Close</button></div>", "Close", {}],
  ["the next page", "<nav aria-label=Pagination><a href='?p=2'>Next</a></nav>", "Next", { part: "pager" }],
  [
    "beside numbers of pages",
    "<p><button>1</button><button>2</button><button>Next</button></p>",
    "Next",
    { part: "pager" },
  ],
  ["the next step", "<div><p>Your address</p><button>Next</button></div>", "Next", {}],
  [
    "what empties a field",
    "<div><label>Search <input type=search></label><button type=button>Clear</button></div>",
    "Clear",
    { part: "field" },
  ],
  [
    "what shows a password",
    "<div><label for=w>Password</label><input id=w type=password><button type=button>Show</button></div>",
    "Show",
    { part: "field" },
  ],
  [
    "what takes a thing out of a cart",
    "<div><b>Red shoes</b><input aria-label=How type=text><button>×</button></div>",
    "×",
    {},
  ],
  ["what takes a number out of a cart", "<div><input aria-label=How type=number><button>×</button></div>", "×", {}],
  [
    "steps of a number",
    "<div><button>−</button><input aria-label=How type=number><button>+</button></div>",
    "+",
    { part: "field" },
  ],
  ["a button among fields", "<div><input aria-label=A><input aria-label=B><button>Clear</button></div>", "Clear", {}],
];

test("what acts is told of each page as it is", () =>
  onPage("none.html", async (tab) => {
    for (const [says, body, name, expected, act] of FACTS) {
      const { d } = named(await seen(tab, body, act), name);
      assert.deepEqual(told(d), JSON.parse(JSON.stringify(expected)), says);
    }
  }));

test("no name that a page gives to a field changes what is seen", () =>
  onPage("none.html", async (tab) => {
    const names = await tab.page.evaluate<string[]>(`(() => {
      const found = new Set();
      for (let at = HTMLFormElement.prototype; at; at = Object.getPrototypeOf(at)) for (const name of Object.getOwnPropertyNames(at)) found.add(name);
      return [...found];
    })()`);
    assert.ok(names.length > 200);
    const body = (name: string): string =>
      `<form method=post action=/pay><p>Pay <i>now</i></p><ul><li>One</ul><input name="${name}" aria-label=Named><input type=checkbox><div><input placeholder=Who><button type=button>×</button></div><select><option>a</select><button>Pay</button></form><form id=after>Words <input aria-label=After></form>`;
    const told = async (name: string): Promise<unknown> => {
      const { interactiveTree, pageText, keyboard } = await seen(
        tab,
        body(name),
        "document.querySelector('button').focus()",
      );
      const nodes = interactiveTree.map(({ r, n, d, s }) => ({ r, n, s, d: { ...d, sel: undefined } }));
      return {
        nodes,
        said: pageText.map((line) => line.c.map((run) => (typeof run === "string" ? run : ""))),
        keys: keyboard?.node?.n,
      };
    };
    const plain = await told("plain");
    const other: string[] = [];
    for (const name of names) {
      const found = await told(name).catch(String);
      if (!isDeepStrictEqual(found, plain)) other.push(`${name}: ${JSON.stringify(found)}`);
    }
    assert.deepEqual(other, [], JSON.stringify(plain));
  }));

test("a listener is known of the document and the window, too", () =>
  onPage("none.html", async (tab) => {
    for (const target of ["document", "window"]) {
      await tab.page.reload();
      const fresh = { ...tab, world: await worldOf(tab.session) };
      const capture = await seen(
        fresh,
        "<form action=/s><button>Go</button></form>",
        `${target}.addEventListener("submit", () => {})`,
      );
      assert.equal(named(capture, "Go").d?.hears, true, target);
    }
  }));

/** Numbers that are the same every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
}

const TYPES = ["text", "search", "email", "password", "tel", "url", "number", "date", "checkbox", "radio", "range"];

/** A form of parts drawn at random, its buttons in and out of it, some out of sight and some disabled. */
function drawn(pick: (below: number) => number): { html: string; field: string } {
  const one = <T>(of: readonly T[]): T => of[pick(of.length)] as T;
  const parts: string[] = [`<input id=field aria-label=Field type=${one(TYPES)}>`];
  const button = (where: string): string => {
    const own = `${one(["", "", " formmethod=post", " formmethod=get"])}${one(["", "", " formaction=/other", " formaction=''"])}${one(["", "", " hidden", " disabled", " style='position:absolute;left:-9999px'"])}${where}`;
    const name = `B${pick(1000)}`;
    return one([
      `<button${own}>${name}</button>`,
      `<input type=submit value=${name}${own}>`,
      `<input type=image alt=${name}${own}>`,
      `<button type=button${own}>${name}</button>`,
      `<button type=reset${own}>${name}</button>`,
    ]);
  };
  for (let count = pick(4); count > 0; count--)
    parts.splice(pick(parts.length + 1), 0, pick(4) === 0 ? `<input aria-label=Other type=${one(TYPES)}>` : button(""));
  const form = `<form id=f${one(["", " method=post", " method=get", " method=dialog"])}${one(["", " action=/there", " action=''"])}>${parts.join("")}</form>`;
  const outside = button(" form=f");
  return { html: pick(3) === 0 ? `${outside}${form}` : pick(2) === 0 ? `${form}${outside}` : form, field: "Field" };
}

/** Notes how the form is sent, and keeps it from being. */
const WATCH = `
  window.sent = null;
  document.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const by = event.submitter;
    const say = (name) => by?.getAttribute("form" + name) ?? event.target.getAttribute(name);
    window.sent = { n: by ? (by.value || by.alt || by.textContent) : "", method: say("method") ?? "get", action: new URL(say("action") || location.href, location.href).href };
  });
`;

for (const seed of [1, 2, 3, 4]) {
  test(`Enter presses what the facts say, in forms drawn from ${seed}`, () =>
    onPage("none.html", async (tab) => {
      const pick = numbers(seed);
      for (let round = 0; round < 40; round++) {
        const { html, field } = drawn(pick);
        const { d } = named(await seen(tab, html, WATCH), field);
        await tab.page.focus("#field");
        await tab.page.keyboard.press("Enter");
        const sent = await tab.page.evaluate("window.sent");
        // A button that is disabled now may not be once the field is filled.
        const first = await tab.page.evaluate<boolean>(
          `${JSON.stringify(d?.enter?.n ?? "")} !== "" && [...document.querySelectorAll("button,input")].some((each) => each.disabled && (each.value || each.alt || each.textContent) === ${JSON.stringify(d?.enter?.n)})`,
        );
        // The standard sends a form of one date, and not every browser does.
        if (first || (sent === null && d?.type === "date" && d.enter?.n === "")) assert.equal(sent, null, html);
        else assert.deepEqual(d?.enter ?? null, sent, html);
      }
    }));
}

const KEYBOARD: readonly (readonly [says: string, body: string, act: string, expected: unknown])[] = [
  ["nothing has it", "<p>Hello</p>", "", {}],
  [
    "a field out of view",
    "<form method=post style='margin-top:-3000px'><input aria-label=Hidden><button>Pay now</button></form>",
    "document.querySelector('input').focus()",
    { r: "inp", n: "Hidden", wrote: true, enter: "Pay now" },
  ],
  [
    "a button that is transparent",
    "<form method=post><button style='opacity:0'>Pay now</button></form>",
    "document.querySelector('button').focus()",
    { r: "btn", n: "Pay now", wrote: true, submit: true },
  ],
  [
    "a password far down, without its value",
    "<p style='height:5000px'></p><input type=password aria-label=Secret value=hunter-two>",
    "document.querySelector('input').focus({ preventScroll: true })",
    { r: "inp", n: "Secret", s: "focused,filled" },
  ],
  [
    "a field in an open root",
    "<div id=h></div>",
    "const root = document.querySelector('#h').attachShadow({ mode: 'open' }); root.innerHTML = '<input aria-label=Inner>'; root.querySelector('input').focus()",
    { r: "inp", n: "Inner" },
  ],
  [
    "a field in a closed root",
    "<div id=h></div>",
    "const root = document.querySelector('#h').attachShadow({ mode: 'closed' }); root.innerHTML = '<input aria-label=Inner>'; root.querySelector('input').focus()",
    undefined,
  ],
  [
    "a page that is written in as a whole",
    "<p>Draft</p>",
    "document.body.contentEditable = 'true'; document.body.focus()",
    { r: "textarea", n: "" },
  ],
];

test("the keyboard is told wherever it is", () =>
  onPage("none.html", async (tab) => {
    for (const [says, body, act, expected] of KEYBOARD) {
      const { keyboard } = await seen(tab, body, act);
      const node = keyboard?.node;
      const { r, n, s, d } = node ?? {};
      const said = node
        ? {
            r,
            n,
            ...(s?.includes("filled") && { s }),
            ...(d?.wrote && { wrote: true }),
            ...(d?.submit && { submit: true }),
            ...(d?.enter && { enter: d.enter.n }),
          }
        : keyboard;
      assert.deepEqual(said, expected, says);
      assert.ok(!JSON.stringify(keyboard ?? null).includes("hunter-two"));
    }
  }));

test("a control that has the keyboard out of view is found by its id", () =>
  onPage("none.html", async (tab) => {
    const { keyboard, interactiveTree } = await seen(
      tab,
      "<p style='height:5000px'></p><input aria-label=Low>",
      "document.querySelector('input').focus({ preventScroll: true })",
    );
    assert.deepEqual(interactiveTree, []);
    const id = keyboard?.node?.i ?? "";
    assert.equal(await tab.page.evaluate(`document.querySelector("input").getAttribute("data-llm-id")`), id);
    assert.equal(
      (
        await tab.world.locate(id, {
          document: "",
          origin: origin(0),
          target: { i: id, r: "inp", n: "Low" },
          harmless: true,
        })
      ).ok,
      true,
    );
  }));

test("a frame's origin is the browser's word, and the keyboard is followed into it", () =>
  onPage("none.html", async (tab) => {
    const frames: readonly (readonly [says: string, attributes: string, foreign: string | undefined])[] = [
      ["of the page's own", `src="${origin(0)}/none.html"`, undefined],
      ["written into the page", `srcdoc="<input>"`, undefined],
      ["kept apart", `sandbox srcdoc="<input>"`, ""],
      ["of data", `src="data:text/html,<input>"`, ""],
      ["of another address", `src="${origin(1)}/none.html"`, origin(1)],
    ];
    for (const [says, attributes, foreign] of frames) {
      await tab.page.evaluate(
        `new Promise((done) => { document.body.innerHTML = ${JSON.stringify(`<iframe ${attributes}></iframe>`)}; document.querySelector("iframe").onload = done })`,
      );
      const frame = tab.page.frames().at(-1);
      assert.ok(frame && frame !== tab.page.mainFrame(), says);
      await frame.setContent("<input aria-label=Inner>").catch(() => undefined);
      await frame.focus("input");
      const session = await tab.page
        .context()
        .newCDPSession(frame)
        .catch(() => tab.session);
      const { frameTree } = await tab.session.send("Page.getFrameTree");
      const inner =
        session === tab.session ? await worldOf(session, frameTree.childFrames?.[0]?.frame.id) : await worldOf(session);
      const captures = [{ slot: [0], frame: 1, capture: await inner.observe() }];
      const page = await tab.world.run<PageCapture>(
        `__screenAgent.join(${JSON.stringify(await tab.world.observe())}, ${JSON.stringify(captures)})`,
      );
      const node = page.interactiveTree.find(({ f }) => f === 1);
      assert.deepEqual([node?.o, page.keyboard?.node?.o, page.keyboard?.node?.i], [foreign, foreign, node?.i], says);
      assert.equal("origin" in page, false);
      const apart = await tab.world.run<PageCapture>(
        `__screenAgent.join(${JSON.stringify(await tab.world.observe())}, [])`,
      );
      assert.equal(apart.keyboard, undefined, "a frame that was not looked at");
    }
  }));
