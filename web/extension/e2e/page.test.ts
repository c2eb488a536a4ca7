import assert from "node:assert/strict";
import { test } from "node:test";
import { Desk } from "./kit/desk.ts";
import { type Mind, pageOf, script } from "./kit/mind.ts";
import { act, idOf } from "./kit/model.ts";
import { Site } from "./kit/site.ts";

/** One task on one page, with a model of this mind. */
async function task(
  page: string,
  words: string,
  mind: Mind,
  look: (desk: Desk, place: Awaited<ReturnType<Desk["at"]>>) => Promise<void>,
  settings = "",
): Promise<void> {
  const site = await Site.pages({ "/": page, "/next": "<title>Next</title><p>This is the next page." });
  const desk = await Desk.open({ script: script(mind), settings });
  try {
    const place = await desk.at(site.url());
    await place.panel.say(words);
    await look(desk, place);
  } finally {
    await desk.close();
    site.close();
  }
}

const BADGE = `<title>Badge</title><h1>Badge</h1><form id=f><label>First name <input name=first></label>
  <label>Last name <input name=last></label><label>Initials <input name=initials></label>
  <label>Company <input name=company></label><button>Print</button></form><p role=status id=said></p><script>
  f.initials.addEventListener('input', () => { f.initials.value = f.initials.value.replace(/[0-9]/g, ''); });
  f.addEventListener('input', () => {
    const names = [...f.elements].filter((field) => field.value).map((field) => field.name);
    said.textContent = names.length === 4 ? 'The badge is ready' : '';
  });</script>`;

test("a chain whose third field fails stops there, reports it, and goes on", async () => {
  const mind: Mind = {
    plan: ["Fill in the badge", "Complete it", "See that it is ready"],
    doneAt: "The badge is ready",
    act: (told) => {
      const page = pageOf(told);
      if (!page.includes('="Ines"')) {
        const actions = [
          ["First name", "Ines"],
          ["Last name", "Calder"],
          ["Initials", "I7C"],
          ["Company", "Perihelion"],
        ].map(([name = "", text]) => `setValue(${idOf(told, name)}, "${text}")`);
        return {
          thought: "All at once.",
          action: actions[0],
          actions: actions.map((action) => ({ action, description: "As the test says." })),
          confidence: 0.95,
        };
      }
      return page.includes('="IC"')
        ? act(`setValue(${idOf(told, "Company")}, "Perihelion")`)
        : act(`setValue(${idOf(told, "Initials")}, "IC")`);
    },
  };
  await task(BADGE, "Prepare the badge of Ines Calder of Perihelion", mind, async (desk, { page, panel }) => {
    await panel.stands("Done");
    assert.equal(await page.locator("#said").innerText(), "The badge is ready");
    const correcting = desk.model?.told.find((told) => told.topic === "correct");
    assert.ok(correcting, "the model is asked to put it right");
    assert.ok(
      pageOf(correcting).includes('="Calder"') && !pageOf(correcting).includes('="Perihelion"'),
      "the fourth was left",
    );
    assert.match((await panel.steps()).join(" | "), /“First name” and 3 more actions.* \| .*“Company”/);
    await panel.picture("chain");
  });
});

test("a control that vanishes between look and act is not missed: what took its place is looked at again", async () => {
  const page = `<title>Lab</title><h1>Lab</h1><div id=box><button onclick="gone()">Send</button></div><p role=status id=said></p><script>
    function gone() { box.innerHTML = '<p>Almost there.</p><button onclick="said.textContent = \\'It went out\\'">Confirm order</button>'; }
    setTimeout(gone, 400);</script>`;
  const mind: Mind = {
    plan: ["Have it go out", "Confirm it", "See that it went out"],
    doneAt: "It went out",
    act: (told) =>
      pageOf(told).includes("It went out")
        ? act('finish("It went out.")')
        : pageOf(told).includes("Confirm order")
          ? act(`click(${idOf(told, "Confirm order")})`)
          : act(`click(${idOf(told, "Send")})`),
  };
  await task(page, "Have the order go out, and see to what follows", mind, async (_desk, { page: tab, panel }) => {
    await panel.approvesAll();
    await panel.stands("Done");
    assert.equal(await tab.locator("#said").innerText(), "It went out");
  });
});

const ICONS = `<title>Board</title><p>Choose one.</p><style>button { width: 60px; height: 60px; }</style>
  <button onclick='say("star")'><svg viewBox='0 0 10 10' width=40><polygon points='5,0 6,4 10,4 7,6 8,10 5,7 2,10 3,6 0,4 4,4'/></svg></button>
  <button onclick='say("heart")'><svg viewBox='0 0 10 10' width=40><path d='M5 9 L1 4 A2 2 0 0 1 5 3 A2 2 0 0 1 9 4 Z'/></svg></button>
  <p role=status id=said></p><script>function say(what) { said.textContent = 'You chose the ' + what; }</script>`;

test("what only the eye tells is asked for as a picture, and only then", async () => {
  const mind: Mind = {
    plan: ["Find the heart", "Choose it", "See that it is chosen"],
    doneAt: "You chose the heart",
    act: () => act("click(2)"),
  };
  await task(
    ICONS,
    "Choose the heart icon",
    mind,
    async (desk, { panel }) => {
      await panel.approvesAll();
      await panel.stands("Done");
      const acting = desk.model?.told.filter((told) => told.topic === "act") ?? [];
      assert.ok(
        acting.some((told) => told.picture?.startsWith("data:image/jpeg;base64,")),
        "a JPEG came along",
      );
    },
    "[model]\npictures = true\n",
  );
});

test("a page without a word is asked for in full", async () => {
  const page = `<title></title><style>.gauge { width: 90px; height: 20px; background: teal; }
    .sr-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }</style>
    <button aria-label=Refresh></button><div class=gauge><span class=sr-only>41 seats left</span></div>`;
  const mind: Mind = { plan: [], doneAt: "never", act: () => act('finish("41 seats are left.")') };
  await task(page, "How many seats are left?", mind, async (desk, { panel }) => {
    await panel.stands("Done");
    await panel.outcome.getByText("41 seats are left.").waitFor();
    const asked = desk.model?.told.find((told) => told.topic === "act");
    assert.ok(asked && pageOf(asked).includes("41 seats left"), "the words of its HTML were read");
  });
});
