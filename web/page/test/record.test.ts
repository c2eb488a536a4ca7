/** What the person does is noted as steps that could be done again, and what a page plays, or a secret is, is not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { Noted } from "../src/record/noted.ts";
import { onPage, type Tab } from "./browser.ts";

const PAGE = `<title>Form</title><h1>Record</h1>
<form onsubmit="event.preventDefault()">
  <label>City <input name=city></label> <label>Note <textarea></textarea></label>
  <label for=pw>Password</label> <input id=pw type=password>
  <label>Colour <select><option>Red<option>Green</select></label>
  <label><input type=checkbox> Member</label>
  <label>Born <input type=date></label>
  <label>Picture <input type=file></label>
  <button>Save</button> <button type=button id=more>More</button>
</form>
<div id=plain>Nothing to press here</div>
<a href="#there">Onward</a>`;

/** Records what is done on the page; answers it as told, each with the control's name for its id. */
async function recorded(work: (page: Page, tab: Tab) => Promise<void>): Promise<{ told: string[]; noted: Noted[] }> {
  let noted: Noted[] = [];
  await onPage("mail.html", async (tab) => {
    await tab.page.setContent(PAGE);
    await tab.world.run("globalThis.told = []; __screenAgent.record((noted) => told.push(noted))");
    await work(tab.page, tab);
    noted = await tab.world.run<Noted[]>("[...told, ...__screenAgent.unrecord()]");
  });
  const nameOf = ({ id, seen }: Noted): string => seen.interactiveTree.find(({ i }) => i === id)?.n ?? "?";
  const told = noted.map((one) => one.action.replace(`"${one.id}"`, nameOf(one)) + (one.secret ? " secret" : ""));
  return { told, noted };
}

test("typing is one step with the last value, and what only points at something is none", async () => {
  const { told } = await recorded(async (page) => {
    const city = page.getByLabel("City");
    await city.click();
    await city.pressSequentially("Berm");
    await city.press("Backspace");
    await city.pressSequentially("n");
    await page.getByText("Nothing to press here").click();
    await page.mouse.wheel(0, 300);
    await city.click();
    await page.getByLabel("Note").fill("two\nlines");
    // Written, and taken back: nothing came of it.
    await city.click();
    await city.pressSequentially("x");
    await city.press("Backspace");
    await page.getByRole("button", { name: "More" }).click();
  });
  assert.deepEqual(told, ['setValue(City, "Bern")', 'setValue(Note, "two\\nlines")', "click(More)"]);
});

test("choices, ticks, dates, labels and Enter are what they come to", async () => {
  const { told, noted } = await recorded(async (page) => {
    // The driver's own ways to choose play their events; keys are real.
    await page.getByLabel("Colour").focus();
    await page.keyboard.press("G");
    await page.getByText("Member").click();
    await page.getByLabel("Member").uncheck();
    await page.getByLabel("Born").focus();
    await page.keyboard.type("05011990");
    await page.getByLabel("City").fill("Rome");
    await page.getByLabel("City").press("Enter");
    await page.getByLabel("Note").focus();
    await page.getByLabel("City").press("Enter");
    await page.getByRole("button", { name: "Save" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "More" }).dblclick();
    await page.getByRole("link", { name: "Onward" }).click();
  });
  // A date is told with each figure that changes it; whoever is told takes the last.
  const once = told.filter((action, at) => !(action.includes("Born") && told[at + 1]?.includes("Born")));
  assert.deepEqual(once, [
    'selectDropdown(Colour, "", "Green")',
    "check(Member)",
    "uncheck(Member)",
    'setValue(Born, "1990-05-01")',
    'setValue(City, "Rome")',
    'press("Enter")',
    'press("Enter")',
    "click(Save)",
    "click(More)",
    "click(More)",
    "doubleClick(More)",
    "click(Onward)",
  ]);
  assert.ok(noted.every(({ seen }) => seen.interactiveTree.every((node) => node.v === undefined)));
});

test("Enter in a field that something else was done since goes there first", async () => {
  const { told } = await recorded(async (page) => {
    await page.getByLabel("City").fill("Rome");
    await page.getByRole("button", { name: "More" }).click();
    await page.getByLabel("City").press("Enter");
  });
  assert.deepEqual(told, ['setValue(City, "Rome")', "click(More)", "focus(City)", 'press("Enter")']);
});

test("a secret is noted without its value, also once it is shown, and while it is still being typed", async () => {
  const { told, noted } = await recorded(async (page) => {
    await page.getByLabel("Password").pressSequentially("hunter-two");
    await page.evaluate("document.querySelector('#pw').type = 'text'");
    await page.getByLabel("Password").pressSequentially("-more");
  });
  assert.deepEqual(told, ['setValue(Password, "") secret']);
  assert.ok(!JSON.stringify(noted).includes("hunter"));
});

test("what a page plays is nothing", async () => {
  const { told } = await recorded(async (page) => {
    await page.evaluate(() => {
      const more = document.querySelector("#more") as HTMLElement;
      more.click();
      for (const type of ["pointerdown", "mousedown", "click"])
        more.dispatchEvent(new MouseEvent(type, { bubbles: true }));
      const city = document.querySelector("[name=city]") as HTMLInputElement;
      city.focus();
      city.value = "Paris";
      for (const type of ["beforeinput", "input", "change"]) city.dispatchEvent(new Event(type, { bubbles: true }));
      city.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    });
  });
  assert.deepEqual(told, []);
});

test("a click that points is not the page's, and chooses the control; the next is the page's again", () =>
  onPage("mail.html", async ({ page, world }) => {
    await page.setContent(`${PAGE}<script>pressed = 0; more.onclick = () => pressed++</script>`);
    await world.run("globalThis.told = []; __screenAgent.point((id, seen) => told.push([id, seen]))");
    await page.evaluate("more.click()");
    assert.deepEqual(await world.run("told"), []);
    await page.getByText("Nothing to press here").click();
    await page.getByRole("button", { name: "More" }).click();
    const told = await world.run<[string, Noted["seen"]][]>("told");
    assert.equal(told.length, 1);
    const [[id, seen]] = told as [[string, Noted["seen"]]];
    assert.equal(seen.interactiveTree.find(({ i }) => i === id)?.n, "More");
    assert.equal(await page.evaluate("pressed"), 1, "what it played itself, and nothing else");
    const now = await page.evaluate("performance.now()");
    await page.waitForFunction((from) => performance.now() > Number(from) + 700, now);
    await page.getByRole("button", { name: "More" }).click();
    assert.equal(await page.evaluate("pressed"), 2);
  }));
