import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Desk } from "./kit/desk.ts";
import { REPOSITORY } from "./kit/place.ts";
import { Site } from "./kit/site.ts";

const TABLE = "month,revenue\nJanuary,120\nFebruary,80\n";

test("a file goes along with a question, and is answered from", async () => {
  const site = await Site.of("form");
  const desk = await Desk.open({
    script: {
      chat: (told) => ({ answer: told.user.includes("February,80") ? "The total revenue is 200." : "I see no table." }),
    },
  });
  try {
    const { page, panel } = await desk.at(site.url());
    await panel.page
      .getByLabel("File to attach")
      .setInputFiles({ name: "sales.csv", mimeType: "text/csv", buffer: Buffer.from(TABLE) });
    await panel.page.getByText("sales.csv").first().waitFor();
    await panel.picture("attached");
    await panel.say("What is the total revenue in this spreadsheet?");
    await panel.stands("Done");
    await panel.outcome.getByText("The total revenue is 200.").waitFor();
    await panel.page.getByRole("article", { name: "You" }).getByText("sales.csv").waitFor();
    assert.equal(page.url(), site.url(), "nothing was done on the page");
    await panel.picture("answered");
  } finally {
    await desk.close();
    site.close();
  }
});

const PEOPLE = `First name;Last name;E-mail address;Country
Ines;Calder;ines@perihelion.example;Switzerland
Tove;Lind;not an address;Austria
Bo;"van der ""Berg""";bo@perihelion.example;Italy
`;

test("a form is filled in and sent for each row of a table, without a model, and a report tells of each", async () => {
  const site = await Site.of("form");
  const desk = await Desk.open();
  try {
    const { page, panel } = await desk.at(site.url());
    const chooser = panel.page.getByLabel("File to attach");
    await chooser.setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(PEOPLE) });
    await panel.page.getByLabel("Once for each of its 3 rows").check();
    await panel.picture("rows.attached");
    await panel.say("Fill in the form from this, then click Register");
    const rows = panel.page.getByRole("region", { name: "Rows of people.csv" });
    await rows.getByText("Row 2 of 3").waitFor({ timeout: 60_000 });
    await panel.picture("rows.running");
    await rows.getByText(/^3 rows of people\.csv: 2 done/).waitFor({ timeout: 60_000 });
    await rows.getByText("What came of each row").click();
    await panel.picture("rows.ended");
    const sent = site.asked.filter((path) => path.startsWith("/thanks.html"));
    assert.equal(sent.length, 2, sent.join(" "));
    assert.match(await page.locator("body").innerText(), /Bo/);
    const steps = await panel.steps();
    assert.ok(steps.includes("Click “Register”"), `each step names its control: ${steps.join(" | ")}`);
    const coming = panel.page.waitForEvent("download");
    await rows.getByRole("button", { name: "Report" }).click();
    const file = await coming;
    assert.equal(file.suggestedFilename(), "people.report.csv");
    const report = await readFile(await file.path(), "utf8");
    assert.match(
      report,
      /^row,order,outcome,result,at\n1,"Fill in the form from this, then click Register \(Ines, Calder/,
    );
    assert.match(report, /\n2,[^\n]*,not done,/);
    assert.match(report, /\n3,[^\n]*,done/);
    // Stopped, and gone on with.
    await rows.getByRole("button", { name: "Try again what is not done" }).click();
    await rows.getByText("Row 2 of 3").waitFor();
    await panel.page.getByRole("button", { name: "Stop", exact: true }).click();
    await rows.getByText(/^Stopped at row 2 of 3/).waitFor();
    await rows.getByRole("button", { name: "Close" }).click();
    await rows.waitFor({ state: "detached" });
  } finally {
    await desk.close();
    site.close();
  }
});

test("a form is filled in from the table of a document that a word processor wrote, without a model", async () => {
  const site = await Site.of("form");
  const desk = await Desk.open();
  try {
    const { page, panel } = await desk.at(site.url());
    await panel.page.getByLabel("File to attach").setInputFiles(join(REPOSITORY, "fixtures/files/guest.docx"));
    await panel.page.getByText("guest.docx").first().waitFor();
    await panel.say("Fill in the form from this");
    await panel.stands("Done");
    const expected = {
      "First name": "Ines",
      "Last name": "Calder",
      "E-mail address": "ines@perihelion.example",
      Country: "Switzerland",
    };
    for (const [label, value] of Object.entries(expected)) {
      const control = page.getByLabel(label);
      const shown = await control.evaluate((field: HTMLInputElement | HTMLSelectElement) =>
        "options" in field ? field.selectedOptions[0]?.text : field.value,
      );
      assert.equal(shown, value, label);
    }
    assert.ok(!site.asked.some((path) => path.startsWith("/thanks.html")), "nobody said to send it");
    await panel.picture("document.filled");
  } finally {
    await desk.close();
    site.close();
  }
});

test("a table's values go where the words say, a row after the other", async () => {
  const site = await Site.of("form");
  const desk = await Desk.open();
  try {
    const { page, panel } = await desk.at(site.url());
    await panel.page.getByLabel("File to attach").setInputFiles({
      name: "names.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify([{ name: "Ada" }, { name: "Grace" }])),
    });
    await panel.page.getByLabel("Once for each of its 2 rows").check();
    await panel.say("Enter {nome} into First name");
    await panel.page.getByText("The table has no column “nome”.").waitFor();
    await panel.say("Enter {name} into First name");
    await panel.page
      .getByText(/^2 rows of names\.json: 2 done/)
      .first()
      .waitFor({ timeout: 60_000 });
    assert.equal(await page.getByLabel("First name").inputValue(), "Grace");
  } finally {
    await desk.close();
    site.close();
  }
});
