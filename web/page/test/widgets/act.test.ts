/** What the look shows of the widgets of common libraries is what is clicked, chosen and typed into: read from the libraries' own state. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { onAddress, type Tab } from "../browser.ts";
import { serve } from "./look.ts";

let address: string;
before(async () => {
  address = await serve();
});

const words = (process.env.WIDGETS ?? "").split(" ");

/** What a page is to have come to: JavaScript for the page, and what it answers. */
type Came = readonly [read: string, value: unknown];

interface Deed {
  what: string;
  steps: (tab: Tab) => Promise<void>;
  came: readonly Came[];
}

/** What is done on each page, one after the other. */
const deeds = new Map<string, Deed[]>();

function on(page: string, what: string, steps: Deed["steps"], ...came: Came[]): void {
  const known = deeds.get(page) ?? [];
  deeds.set(page, [...known, { what, steps, came }]);
}

async function carryOut(tab: Tab, { what, steps, came }: Deed): Promise<void> {
  await tab.page.keyboard.press("Escape");
  await tab.world.run("__screenAgent.stable({ min: 100 })");
  await steps(tab);
  await tab.world.run("__screenAgent.stable({ min: 100 })");
  for (const [read, value] of came) assert.deepEqual(await tab.page.evaluate(read), value, `${what}: ${read}`);
}

async function idOf({ world }: Tab, name: string, role?: string): Promise<string> {
  const { interactiveTree } = await world.observe();
  const found = interactiveTree.find(({ n, r, occ }) => n === name && !occ && (!role || r === role));
  assert.ok(
    found,
    `no ${role ?? "control"} "${name}" among ${interactiveTree.map(({ n, r }) => `${r} ${n}`).join(", ")}`,
  );
  return found.i;
}

const choose =
  (name: string, ...texts: string[]) =>
  async (tab: Tab): Promise<void> => {
    const result = await tab.world.act("selectDropdown", await idOf(tab, name), { text: texts, multi: true });
    assert.equal(result.ok, true, JSON.stringify(result));
  };

const slide =
  (name: string, value: string) =>
  async (tab: Tab): Promise<void> => {
    const result = await tab.world.act("setDirect", await idOf(tab, name, "slider"), value);
    assert.equal(result.ok, true, JSON.stringify(result));
  };

/** Clicks where the look says that it is, by real input. */
const click =
  (name: string, role?: string) =>
  async (tab: Tab): Promise<void> => {
    const at = await tab.world.locate(await idOf(tab, name, role));
    assert.ok(at.ok, JSON.stringify(at));
    await tab.page.mouse.click(at.x, at.y);
  };

/** Replaces what is in it by real keys. */
const fill =
  (name: string, text: string) =>
  async (tab: Tab): Promise<void> => {
    await click(name)(tab);
    const prepared = await tab.world.act("prepareText", await idOf(tab, name));
    assert.equal(prepared.ok, true, JSON.stringify(prepared));
    await tab.page.keyboard.type(text);
  };

/** Adds to what is in it by real keys. */
const append =
  (name: string, text: string) =>
  async (tab: Tab): Promise<void> => {
    await click(name)(tab);
    await tab.page.keyboard.press("Control+End");
    await tab.page.keyboard.type(text);
  };

on("select2", "one is chosen", choose("State", "Texas"), ["document.querySelector('#state').value", "TX"]);
on("select2", "several are chosen", choose("Tags", "Fantasy", "Essay"), [
  "[...document.querySelector('#tags').selectedOptions].map(o => o.text)",
  ["Fantasy", "Essay", "Travel"],
]);
on("tom-select", "one is chosen", choose("Wish", "Late checkout"), [
  "document.querySelector('#wish').value",
  "Late checkout",
]);
on("tom-select", "another is chosen", choose("Floor", "Ground"), ["document.querySelector('#floor').value", "Ground"]);
on("choices", "one is chosen", choose("City", "Lisbon"), ["document.querySelector('#city').value", "Lisbon"]);
on("choices", "several are chosen", choose("Extras", "Express"), [
  "[...document.querySelector('#extras').selectedOptions].map(o => o.text)",
  ["Gift wrap", "Express"],
]);
on("react-select", "one is chosen", choose("Flavour", "Strawberry"), [
  "document.querySelector('[name=flavour]').value",
  "strawberry",
]);
on("react-select", "one is added", choose("Toppings", "Vanilla"), [
  "[...document.querySelectorAll('[name=toppings]')].map(i => i.value)",
  ["chocolate", "strawberry", "vanilla"],
]);
on("react-select", "from a portal", choose("Size", "Strawberry"), [
  "document.querySelector('[name=size]').value",
  "strawberry",
]);
on("antd", "one is chosen", choose("City", "Oslo"), ["values.city", "Oslo"]);
on("antd", "several are chosen", choose("Languages", "Finnish"), ["values.langs", ["Danish", "Finnish"]]);
on("mui", "one is chosen", choose("Age", "Thirty"), ["document.querySelector('[name=age]').value", "30"]);
on("mui", "one that is suggested", choose("Movie", "Pulp Fiction"), [
  "document.querySelector('input[role=combobox]').value",
  "Pulp Fiction",
]);
on("radix", "one is chosen", choose("Fruit", "plum"), [
  "document.querySelector('#fruit').innerText.includes('plum')",
  true,
]);
on("jquery-ui", "one is chosen", choose("Speed", "Slow"), ["document.querySelector('#speed').value", "Slow"]);

on("antd", "a slider is set", slide("Volume", "55"), ["values.loud", 55]);
on("mui", "a slider is set", slide("Volume", "75"), ["document.querySelector('input[type=range]').value", "75"]);
on("radix", "a slider is set", slide("Volume", "20"), [
  "document.querySelector('[role=slider]').getAttribute('aria-valuenow')",
  "20",
]);
on(
  "nouislider",
  "sliders are set",
  async (tab) => {
    await slide("lowest", "40")(tab);
    await slide("Guests", "9")(tab);
  },
  ["[price.noUiSlider.get(), guests.noUiSlider.get()]", [["40.00", "80.00"], "9.00"]],
);
on(
  "nouislider",
  "sliders that hear no keys are taken along",
  async (tab) => {
    await slide("Rooms", "7")(tab);
    await slide("Depth", "60")(tab);
  },
  ["[rooms.get(), Math.round(depth.get())]", ["7.00", 60]],
);
on("jquery-ui", "a slider is set", slide("Volume", "75"), ["$('#loud').slider('value')", 75]);

on(
  "antd",
  "a star, a box, a button that is a radio",
  async (tab) => {
    await click("star star 5")(tab);
    await click("I agree")(tab);
    await click("Starboard")(tab);
  },
  [
    "[values.stars, document.querySelector('.ant-checkbox-wrapper input').checked, document.querySelector('.ant-radio-button-wrapper-checked').innerText]",
    [5, false, "Starboard"],
  ],
);
on(
  "mui",
  "a box, a switch, a star",
  async (tab) => {
    await click("Breakfast")(tab);
    await click("Late arrival")(tab);
    await click("4 Stars")(tab);
  },
  [
    "[document.querySelector('.MuiCheckbox-root input').checked, document.querySelector('.MuiSwitch-root input').checked, document.querySelector('[name=service]:checked').value]",
    [false, true, "4"],
  ],
);
on(
  "radix",
  "a box, a switch, a radio",
  async (tab) => {
    await click("Accept terms")(tab);
    await click("Airplane mode")(tab);
    await click("Default")(tab);
  },
  [
    "['terms', 'plane', 'r1'].map(id => document.getElementById(id).dataset.state)",
    ["unchecked", "checked", "checked"],
  ],
);
on(
  "bootstrap",
  "a box and a switch",
  async (tab) => {
    await click("Checked box")(tab);
    await click("Night mode")(tab);
  },
  ["[...document.querySelectorAll('.form-check-input[type=checkbox]')].map(box => box.checked)", [false, true]],
);
on("jquery-ui", "a radio that its label is drawn for", click("One star"), [
  "document.querySelector('#star1').checked",
  true,
]);
on(
  "flatpickr",
  "a day",
  async (tab) => {
    await click("Arrival")(tab);
    await tab.page.waitForTimeout(400);
    await click("March 20, 2026")(tab);
  },
  ["document.querySelector('#day').value", "2026-03-20"],
);

/** Drags one thing onto another by a real mouse, or by the events that it causes. */
const drag =
  (from: string, to: string, way: "real" | "events") =>
  async (tab: Tab): Promise<void> => {
    const ids = [await idOf(tab, from), await idOf(tab, to)] as const;
    if (way === "events") {
      const done = await tab.world.act("dragAndDrop", ...ids);
      assert.equal(done.ok, true, JSON.stringify(done));
      return;
    }
    const start = await tab.world.locate(ids[0], undefined, { grip: true });
    const end = await tab.world.locate(ids[1]);
    assert.ok(start.ok && end.ok, JSON.stringify([start, end]));
    await tab.page.mouse.move(start.x, start.y);
    await tab.page.mouse.down();
    await tab.page.mouse.move(end.x, end.y, { steps: 8 });
    // A page begins a drag, and makes room for it, in a task of its own; it hears of a place only from the second move
    // over it.
    for (const by of [1, 2]) {
      await tab.world.run("__screenAgent.stable({ min: 100 })");
      await tab.page.mouse.move(end.x + by, end.y);
    }
    await tab.page.mouse.up();
  };
const LIST = "[...document.querySelectorAll('#list li')].map(li => li.innerText.trim().split(' ').pop())";
const CARDS = "[...document.querySelectorAll('#cards div')].map(div => div.innerText)";
on("sortable", "a list is put in order by its handles", drag("☰ Charts", "☰ Rope", "real"), [
  LIST,
  ["Charts", "Rope", "Anchor"],
]);
on("sortable", "and again without a mouse", drag("☰ Anchor", "☰ Charts", "events"), [
  LIST,
  ["Anchor", "Charts", "Rope"],
]);
on("sortable", "cards are put in order", drag("Green", "Red", "real"), [CARDS, ["Green", "Red"]]);

on("quill", "text is added", append("Compose an epic...", " Thanks"), [
  "document.querySelector('.ql-editor').innerText.trim().endsWith('keys. Thanks')",
  true,
]);
/** Puts the cursor or a selection into an editor as the action does, then types. */
const write =
  (name: string, phrase: string, text: string) =>
  async (tab: Tab): Promise<void> => {
    const done = await tab.world.act("selectText", await idOf(tab, name), phrase);
    assert.equal(done.ok, true, JSON.stringify(done));
    if (text) await tab.page.keyboard.type(text);
  };
on("quill", "a phrase is replaced", write("Compose an epic...", "boat", "ship"), [
  "document.querySelector('.ql-editor').innerText.includes('Your ship is ready')",
  true,
]);
on(
  "quill",
  "a phrase is made bold by the button of that name",
  async (tab) => {
    await write("Compose an epic...", "the keys", "")(tab);
    await click("bold")(tab);
  },
  ["[...document.querySelectorAll('.ql-editor strong')].map(el => el.innerText)", ["ready", "the keys"]],
);
on("quill", "more is written at the end", write("Compose an epic...", "", " Today."), [
  "document.querySelector('.ql-editor').innerText.trim().endsWith('Thanks Today.')",
  true,
]);
on("tiptap", "text is added", append("Your comment", " and three"), [
  "document.querySelector('.tiptap').innerText.trim().endsWith('and three')",
  true,
]);
on("tiptap", "a phrase is replaced", write("Your comment", "World", "Ada"), [
  "document.querySelector('.tiptap').innerText.includes('Hello Ada!')",
  true,
]);
on("prosemirror", "a phrase is replaced", write("", "Second", "Last"), [
  "document.querySelector('.ProseMirror').innerText.includes('Last line.')",
  true,
]);
on("codemirror", "a phrase is replaced", write("", "boats = 3", "boats = 4"), [
  "document.querySelector('.cm-content').innerText.includes('let boats = 4;')",
  true,
]);
on("quill", "text is replaced", fill("Compose an epic...", "Thanks"), [
  "document.querySelector('.ql-editor').innerText.trim()",
  "Thanks",
]);
on("prosemirror", "text is replaced", fill("", "Thanks"), [
  "document.querySelector('.ProseMirror').innerText.trim()",
  "Thanks",
]);
on("tiptap", "text is replaced", fill("Your comment", "Thanks"), [
  "document.querySelector('.tiptap').innerText.trim()",
  "Thanks",
]);
on("codemirror", "text is replaced", fill("", "let a = 1;"), [
  "document.querySelector('.cm-content').innerText.trim()",
  "let a = 1;",
]);
on("monaco", "text is replaced", fill("Source", "let a = 1;"), [
  "document.querySelector('.view-lines').innerText.replace(/\\s/g, ' ').trim()",
  "let a = 1;",
]);

for (const [page, all] of deeds) {
  if (words.some((word) => page.includes(word)))
    test(`acting on widgets: ${page}`, () =>
      onAddress(`${address}/${page}.html`, async (tab) => {
        for (const deed of all) await carryOut(tab, deed);
      }));
}
