// What keys and clicks do in the panel, in a real Chromium.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { stage } from "./stage.mjs";

let shown;
before(async () => {
  shown = await stage();
});
after(() => shown?.browser.close());

/** Runs with a scene on a page. */
const scene = (name, title, act, size) =>
  test(title, async () => {
    const { page } = await shown.open({ name, press: [] }, size);
    try {
      await act(page, () => page.evaluate(() => globalThis.asked));
    } finally {
      await page.close();
    }
  });

/** There are so many, now or soon. */
async function counts(of, number) {
  if (number > 0) await of.nth(number - 1).waitFor({ state: "attached" });
  await of.nth(number).waitFor({ state: "detached" });
}

const focused = (page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");

scene("empty", "Enter sends, Shift+Enter begins a new line, and what was sent is gone", async (page, asked) => {
  const box = page.getByRole("textbox", { name: "What do you want done?" });
  await box.focus();
  await page.keyboard.type("first");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("second");
  assert.deepEqual(await asked(), []);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => globalThis.asked.length === 1);
  assert.deepEqual(await asked(), [{ kind: "start", tabId: 7, query: "first\nsecond" }]);
  await page.waitForFunction(() => document.querySelector("textarea").value === "");
});

scene("empty", "a file is checked, sent up, and goes with the words", async (page, asked) => {
  const choose = (name, text) =>
    page
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });
  await choose("film.mov", "x");
  await page.getByText("“film.mov” cannot be attached.").waitFor();
  await choose("list.csv", "a,b");
  await page.getByRole("button", { name: "Remove list.csv" }).waitFor();
  await counts(page.getByText("cannot be attached"), 0);
  await page.getByRole("textbox").fill("Use it");
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForFunction(() => globalThis.asked.length === 1);
  const [{ attachment }] = await asked();
  assert.deepEqual(attachment, { s3Key: "key", filename: "list.csv", mimeType: "text/csv", size: 3 });
});

for (const [way, target] of [
  ["drop", ".composer"],
  ["paste", ".composer textarea"],
]) {
  scene("empty", `a file may come by ${way}`, async (page) => {
    await page.evaluate(
      ([type, selector]) => {
        const data = new DataTransfer();
        data.items.add(new File(["{}"], "facts.json", { type: "application/json" }));
        const init = { bubbles: true, cancelable: true };
        const event =
          type === "drop"
            ? new DragEvent("drop", { ...init, dataTransfer: data })
            : new ClipboardEvent("paste", { ...init, clipboardData: data });
        document.querySelector(selector).dispatchEvent(event);
      },
      [way, target],
    );
    await page.getByRole("button", { name: "Remove facts.json" }).click();
    await page.locator(".chip").waitFor({ state: "detached" });
  });
}

scene("empty", "a table is offered to be worked through row by row, and one row is not", async (page, asked) => {
  const choose = (name, text) =>
    page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await choose("one.csv", "Name\nAnn\n");
  await page.getByRole("button", { name: "Remove one.csv" }).waitFor();
  assert.equal(await page.getByRole("checkbox").count(), 0);
  await choose("people.csv", "Name\nAnn\nBo\n");
  await page.getByRole("checkbox", { name: /Once for each of its 2 rows/ }).press("Space");
  await page.getByText("{Name}").waitFor();
  await page.getByRole("textbox").fill("Fill in the form");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => globalThis.asked.length === 1);
  const table = { columns: ["Name"], rows: [["Ann"], ["Bo"]] };
  const query = "Fill in the form";
  assert.deepEqual(await asked(), [{ kind: "startRows", tabId: 7, query, file: "people.csv", table }]);
  await counts(page.getByRole("checkbox"), 0);
});

scene("rows-stopped", "rows are gone on with, reported and put away", async (page, asked) => {
  const rows = page.getByRole("region", { name: /^Rows of/ });
  await rows.getByRole("button", { name: "Go on", exact: true }).click();
  await rows.getByRole("button", { name: "Do row 4 again, and go on" }).click();
  await rows.getByRole("button", { name: "Close" }).click();
  await page.waitForFunction(() => globalThis.asked.length === 3);
  assert.deepEqual(await asked(), [
    { kind: "goOnWithRows", tabId: 7, again: false },
    { kind: "goOnWithRows", tabId: 7, again: true },
    { kind: "forgetRows", tabId: 7 },
  ]);
  await rows.getByRole("button", { name: "Report" }).click();
  assert.deepEqual(await page.evaluate(() => globalThis.saved), ["patients-of-the-first-quarter.report.csv"]);
});

scene("rows-between", "between two rows there is a way to stop, and nothing else can be begun", async (page, asked) => {
  assert.equal(await page.locator(".composer textarea").count(), 0);
  assert.equal(await page.getByRole("button", { name: "Do it again" }).count(), 0);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.waitForFunction(() => globalThis.asked.length === 1);
  assert.deepEqual(await asked(), [{ kind: "stop", tabId: 7 }]);
});

/** A server that takes any upload, keeps it, and says that it is too large. */
async function refusing() {
  const seen = { body: "" };
  const server = createServer(async (request, response) => {
    for (const name of ["Origin", "Headers"])
      response.setHeader(`Access-Control-Allow-${name}`, name === "Origin" ? "*" : "authorization");
    if (request.method === "OPTIONS") return response.end();
    const { authorization, "content-type": type } = request.headers;
    seen.body = `${authorization} ${type} ${await text(request)}`;
    response
      .writeHead(413, { "Content-Type": "application/json" })
      .end('{"success":false,"code":"PAYLOAD_TOO_LARGE","message":"Too large."}');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { seen, origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

scene("empty", "a file goes up as a form, tells how far it is, and can be broken off", async (page) => {
  const { seen, origin, close } = await refusing();
  const told = await page.evaluate(async (base) => {
    const { Client, fetchTelling } = globalThis;
    const shares = [];
    const client = new Client({ base, token: "secret", fetch: fetchTelling((share) => shares.push(share)) });
    const file = new File(["a,b"], "list.csv", { type: "text/csv" });
    const refused = await client.upload(file).catch(({ status, code }) => ({ status, code }));
    const stopped = new AbortController();
    stopped.abort();
    const broken = await client.upload(file, stopped.signal).catch(({ name }) => name);
    return { refused, broken, last: shares.at(-1) };
  }, origin);
  close();
  assert.match(
    seen.body,
    /^Bearer secret multipart\/form-data; boundary=\S+ [\s\S]*filename="list.csv"[\s\S]*text\/csv[\s\S]*a,b/,
  );
  assert.deepEqual(told, { refused: { status: 413, code: "PAYLOAD_TOO_LARGE" }, broken: "AbortError", last: 1 });
});

scene("question", "a question puts the cursor into the answer", async (page, asked) => {
  assert.equal(await focused(page), "Your answer");
  await page.keyboard.type("Doctor Berg");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => globalThis.asked.length === 1);
  assert.deepEqual(await asked(), [{ kind: "answer", tabId: 7, text: "Doctor Berg" }]);
});

scene(
  "question-login",
  "what gets past a blocker is given by field, masked where it is secret, and does not stay",
  async (page, asked) => {
    assert.equal(await page.getByLabel("Password").getAttribute("type"), "password");
    assert.equal(await page.getByLabel("E-mail").getAttribute("autocomplete"), "off");
    await page.getByLabel("Password").fill("blue kettle");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => globalThis.asked.length === 1);
    assert.deepEqual(await asked(), [{ kind: "resume", tabId: 7, values: { password: "blue kettle" } }]);
    assert.equal(await page.getByLabel("Password").inputValue(), "");
  },
);

scene("question-captcha", "a blocker may be seen to on the page", async (page, asked) => {
  await page.getByRole("button", { name: "I did it on the page" }).click();
  assert.deepEqual(await asked(), [{ kind: "resume", tabId: 7 }]);
});

scene("approval", "neither Enter, Space nor Escape approves; Escape asks whether to stop", async (page, asked) => {
  for (const key of ["Enter", "Space", "Escape"]) await page.keyboard.press(key);
  assert.deepEqual(await asked(), []);
  await page.getByRole("dialog", { name: "Stop the task?" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.deepEqual(await asked(), []);
});

scene("approval", "the buttons of another question are dead for a moment", async (page, asked) => {
  const dead = await page.evaluate(() => {
    const { state } = globalThis.panel.outside;
    const { task } = state.value;
    state.value = { ...state.value, task: { ...task, approval: { ...task.approval, fingerprint: "e".repeat(64) } } };
    return new Promise((resolve) =>
      requestAnimationFrame(() => setTimeout(() => resolve(document.querySelector(".approval .primary").disabled))),
    );
  });
  assert.equal(dead, true);
  await page.getByRole("button", { name: "Deny" }).click();
  assert.equal((await asked())[0].fingerprint, "e".repeat(64));
});

for (const [button, allow, scope] of [
  ["Allow once", true, "once"],
  [/^Allow this kind on clinic.example for 15 min$/, true, "site"],
  ["Deny", false, "once"],
]) {
  scene("approval", `${button} says so and no more`, async (page, asked) => {
    await page.getByRole("button", { name: button }).click();
    assert.deepEqual(await asked(), [{ kind: "approve", tabId: 7, fingerprint: "f".repeat(64), allow, scope }]);
  });
}

scene("approval-expired", "an answer that comes too late cannot be given", async (page, asked) => {
  await counts(page.getByRole("button", { name: /Allow|Deny/ }), 0);
  await page.getByRole("button", { name: "Ask me again" }).click();
  assert.deepEqual(await asked(), [{ kind: "retry", tabId: 7 }]);
});

scene("running", "Escape and then Enter stops", async (page, asked) => {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => globalThis.asked.length === 1);
  assert.deepEqual(await asked(), [{ kind: "stop", tabId: 7 }]);
});

scene("menu", "a menu is moved through by arrows, closed by Escape, and gives the focus back", async (page) => {
  await page.getByRole("button", { name: "More" }).press("Enter");
  await page.waitForFunction(() => document.activeElement?.textContent === "Settings");
  await page.keyboard.press("ArrowUp");
  assert.equal(await focused(page), "Debug view");
  await page.keyboard.press("Escape");
  assert.equal(await focused(page), "More");
});

scene("empty", "a sheet keeps the focus and gives it back", async (page) => {
  const opener = page.getByRole("button", { name: "Conversations" });
  await opener.press("Enter");
  await page.locator(".thing").first().waitFor();
  for (let pressed = 0; pressed < 30; pressed++) {
    await page.keyboard.press("Tab");
    // Between the last control and the first, the browser's own frame may have it.
    assert.ok(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement.closest("dialog") !== null,
      ),
    );
  }
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Conversations");
  await counts(page.locator("dialog"), 0);
});

scene("history-rename", "Escape leaves a renaming, not the list", async (page) => {
  await page.getByRole("button", { name: /^Rename Add/ }).click();
  await page.keyboard.type("x");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Rename Add/ }).waitFor();
  await counts(page.getByRole("dialog"), 1);
});

scene("success", "a report is offered in three forms, and the task can be asked for again", async (page, asked) => {
  await page.getByRole("button", { name: "Report" }).click();
  assert.deepEqual(await page.getByRole("menuitem").allTextContents(), [
    "Markdown, to read",
    "CSV, for a spreadsheet",
    "JSON, for programs",
  ]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Do it again" }).click();
  assert.equal((await asked())[0].kind, "start");
});

scene(
  "running",
  "the reader who scrolled up is left alone, and told of what is new",
  async (page) => {
    const stream = page.locator(".stream");
    await stream.evaluate((element) => {
      element.scrollTop = 0;
      element.dispatchEvent(new Event("scroll"));
    });
    await page.evaluate(() => {
      const { conversation } = globalThis.panel.outside;
      const last = conversation.value.messages.at(-1);
      const next = { ...last, messageId: "new", sequenceNumber: 99 };
      conversation.value = { ...conversation.value, messages: [...conversation.value.messages, next] };
    });
    const news = page.getByRole("button", { name: "New messages" });
    await news.waitFor();
    assert.equal(await stream.evaluate((element) => element.scrollTop), 0);
    await news.click();
    await news.waitFor({ state: "detached" });
    assert.ok(await stream.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight < 2));
  },
  { width: 420, height: 560 },
);

scene(
  "stress",
  "what a page or a person wrote is text: no markup, and only plain web addresses to follow",
  async (page) => {
    await counts(page.locator(".prose b"), 0);
    const links = await page
      .locator(".prose a")
      .evaluateAll((all) => all.map((link) => [link.href, link.rel, link.querySelector("strong").textContent]));
    assert.deepEqual(
      links.map(([, rel, host]) => [rel, host]),
      [["noopener noreferrer", "example.org"]],
    );
  },
);

for (const name of ["links-result", "links-question"]) {
  scene(name, `an agent's words lead nowhere that the person did not say: ${name}`, async (page) => {
    await page.getByText("http://evil.example/login?d=SECRET").first().waitFor();
    const links = await page.locator("a[href]").evaluateAll((all) => all.map((link) => link.href));
    assert.ok(links.length > 0, "what the person said can be followed");
    assert.deepEqual([...new Set(links)], ["https://inn.example/rooms"]);
  });
}

scene("planning", "a whole task can be followed by ear", async (page) => {
  await page.evaluate(() => {
    globalThis.told = [];
    const tell = (node) => {
      const element = node instanceof Element ? node : node.parentElement;
      const region = element?.closest("[role=status], [role=alert]");
      const text = region?.textContent?.replace(/\s+/g, " ").trim();
      if (text && globalThis.told.at(-1) !== text) globalThis.told.push(text);
    };
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        tell(target);
        for (const node of addedNodes)
          if (node instanceof Element) for (const each of node.querySelectorAll("[role=alert]")) tell(each);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const heard = [];
  for (const name of ["running", "approval", "question-code", "success"]) {
    await page.evaluate((name) => {
      const { outside } = globalThis.panel;
      outside.conversation.value = globalThis.SCENES[name].conversation;
      outside.state.value = globalThis.SCENES[name].state;
    }, name);
    await page.waitForTimeout(0);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    const told = await page.evaluate(() => globalThis.told.splice(0));
    const seen = await page.locator("body").ariaSnapshot();
    heard.push(`## ${name}\n\nTold:\n${told.map((words) => `- ${words}`).join("\n")}\n\nThere:\n${seen}\n`);
  }
  const file = new URL("./whole-task.aria.md", import.meta.url);
  const all = heard.join("\n").replace(/\d\d:\d\d [AP]M/g, "00:00");
  if (process.env.UPDATE) writeFileSync(file, all);
  assert.equal(all, readFileSync(file, "utf8"));
});

scene("question-which", "what is offered is outlined on the page, and a click chooses it", async (page, asked) => {
  const marked = () => page.evaluate(() => globalThis.quiet.map(({ kind, ids }) => [kind, ...(ids ?? [])].join(" ")));
  const second = page.getByRole("group", { name: "Answers" }).getByRole("button").nth(1);
  await second.hover();
  assert.deepEqual((await marked()).slice(-2), ["mark 1 2 3", "mark 2"]);
  assert.equal(await page.getByRole("alert").innerText(), 'I found 3 for "Add": which one?');
  await second.click();
  assert.deepEqual(await asked(), [{ kind: "answer", tabId: 7, text: '2. the button "Add" in "Bread Add"' }]);
});

scene("half-way", "what the site asks is answered by its own buttons", async (page, asked) => {
  await page.getByText("Click “Delete list”: the site asks “Are you sure?”").waitFor();
  await page.getByRole("button", { name: "Leave it" }).click();
  assert.deepEqual(await asked(), [{ kind: "start", tabId: 7, query: 'Click "Leave it"' }]);
});

scene("changed", "a field that was changed is put back by saying so", async (page, asked) => {
  await page.getByText("1 thing done on the page").click();
  await page.getByText("(before: “Inès Moreaux”)").waitFor();
  await page.getByRole("button", { name: "Put it back" }).click();
  assert.deepEqual(await asked(), [{ kind: "start", tabId: 7, query: 'Enter "Inès Moreaux" into "Full name"' }]);
});

scene("declined", "a no is no fault, and the words come back to be changed", async (page) => {
  await page.getByText("Not done: you said no.").first().waitFor();
  await page.getByRole("button", { name: "Rephrase" }).click();
  const box = page.getByRole("textbox", { name: "What do you want done?" });
  assert.match(await box.inputValue(), /^Add a new patient/);
});

scene("examples", "an example goes into the field, to be looked at before it is sent", async (page, asked) => {
  await page.getByRole("button", { name: 'Tick "Send the newsletter of the clinic"' }).click();
  const box = page.getByRole("textbox", { name: "What do you want done?" });
  assert.equal(await box.inputValue(), 'Tick "Send the newsletter of the clinic"');
  assert.deepEqual(await asked(), []);
});

scene("sign-in-unreachable", "a password stays where the server could not be reached", async (page) => {
  const password = page.getByLabel("Password");
  await page.getByLabel("E-mail").fill("nora@clinic.example");
  await password.fill("blue kettle");
  const refuse = (code) =>
    page.evaluate((code) => {
      const problem = { code, message: "No.", advice: "Try again." };
      globalThis.panel.outside.ask = () => Promise.resolve({ ok: false, problem });
    }, code);
  await refuse("NETWORK_ERROR");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("No.").waitFor();
  assert.equal(await password.inputValue(), "blue kettle");
  await refuse("INVALID_CREDENTIALS");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForFunction(() => document.querySelector("input[type=password]").value === "");
});

scene("no-knowledge", "the notice about an unknown site goes for good when it is dismissed", async (page) => {
  const notice = page.getByText("There isn’t any knowledge present for this website");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await notice.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("button", { name: "Stop" }).waitFor();
  await counts(notice, 0);
});

scene("recorded", "a box shows what was chosen before whoever keeps it says so", async (page, asked) => {
  const box = page.getByLabel("Ask for this each time").nth(1);
  await box.check();
  await page.waitForFunction(() => globalThis.asked.length === 1);
  assert.deepEqual(await asked(), [{ kind: "varyStep", tabId: 7, step: 1, varies: true }]);
  assert.equal(await box.isChecked(), true);
});

scene("settings", "trusted input is chosen after the browser said yes", async (page, asked) => {
  await page.getByRole("radio", { name: /As a real mouse and keyboard/ }).click();
  await page.waitForFunction(() => globalThis.asked.length === 1);
  assert.equal((await asked())[0].settings.input, "trusted");
});

scene("sign-in-throttled", "signing in waits until the server takes it", async (page) => {
  assert.equal(await page.getByRole("button", { name: "Wait 42 s" }).isDisabled(), true);
});

scene("sign-in", "signing in asks the worker, at the origin that was typed", async (page, asked) => {
  await page.getByLabel("E-mail").fill("nora@clinic.example");
  await page.getByLabel("Password").fill("blue kettle");
  await page.getByLabel("Server").fill("https://agent.example.com/some/path");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => globalThis.asked.length === 1);
  assert.deepEqual(await asked(), [
    { kind: "signIn", server: "https://agent.example.com", email: "nora@clinic.example", password: "blue kettle" },
  ]);
});

scene("empty", "keys turn the composer between doing and asking, and the choice is kept", async (page) => {
  const ask = page.getByRole("radio", { name: "Ask about this page" });
  await page.getByRole("radio", { name: "Do on this page" }).focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await ask.isChecked(), true);
  const field = page.getByRole("textbox", { name: "What do you want to know?" });
  assert.equal(await field.getAttribute("placeholder"), "Ask about clinic.example");
  assert.equal(await page.getByRole("button", { name: "Ask", exact: true }).innerText(), "Ask");
  assert.equal(await page.getByRole("button", { name: "Attach a file" }).isVisible(), false);
  assert.equal(await page.evaluate(() => localStorage.getItem("way")), "ask");
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("textbox", { name: "What do you want done?" }).waitFor();
});

scene("ask-empty", "what was typed for one way is there in the other, and is asked with Enter", async (page, asked) => {
  const field = page.getByRole("textbox", { name: "What do you want to know?" });
  await field.fill("Who paid for it?");
  await page.getByRole("radio", { name: "Do on this page" }).check();
  assert.equal(await page.getByRole("textbox", { name: "What do you want done?" }).inputValue(), "Who paid for it?");
  await page.getByRole("radio", { name: "Ask about this page" }).check();
  await field.press("Enter");
  await page.waitForFunction(() => globalThis.asked.length === 1);
  assert.deepEqual(await asked(), [
    { kind: "ask", tabId: 7, text: "Who paid for it?", task: "web.answer", mode: "assist" },
  ]);
});

scene("ask-empty", "a summary is one press away", async (page, asked) => {
  await page.getByRole("button", { name: "Summarize" }).click();
  assert.deepEqual(await asked(), [
    { kind: "ask", tabId: 7, text: "Summarize this page", task: "web.summarize", mode: "assist" },
  ]);
});

scene("ask-about", "a collection is asked about until it is put away", async (page, asked) => {
  await page.getByRole("button", { name: "Summarize it" }).click();
  assert.equal((await asked())[0].collectionId, "col_1");
  await page.getByRole("button", { name: "Ask about this page again" }).click();
  await page.getByRole("button", { name: "Summarize", exact: true }).click();
  assert.equal("collectionId" in (await asked())[1], false);
});

scene("ask-answered", "a source is shown while it is pointed at or focused, and let go of", async (page, asked) => {
  const first = page.getByRole("group", { name: "Sources" }).getByRole("button").first();
  await first.hover();
  await page.mouse.move(2, 2);
  await first.focus();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => globalThis.asked.length === 4);
  assert.deepEqual(
    (await asked()).map(({ kind }) => kind),
    ["highlight", "unhighlight", "highlight", "unhighlight"],
  );
});

scene("ask-thinking", "what is being done is told politely, in a place that was there before", async (page, asked) => {
  const told = await page.locator(".ask-progress [role=status]").textContent();
  assert.equal(told, "Reading 2 of 3 parts of “The new pier”");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Stop answering?" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => globalThis.asked.length === 1);
  assert.deepEqual(await asked(), [{ kind: "stopAsking", tabId: 7 }]);
});

scene("ask-empty", "the place for what is told stands there while nothing goes on", async (page) => {
  assert.equal(await page.locator(".ask-progress [role=status]").textContent(), "");
});

scene(
  "ask-approval",
  "a tool is told of in the server's words with its whole origin, and no key allows it",
  async (page, asked) => {
    const card = page.locator(".card.approval");
    assert.equal(
      await card.locator(".approval-text").textContent(),
      "Press the link “What it cost”. It leads to https://harbour.example/price.",
    );
    assert.equal(await card.locator(".origin").textContent(), "https://harbour.example");
    await card.getByRole("button", { name: "Allow" }).and(page.locator(":enabled")).waitFor();
    for (const key of ["Enter", "Space", "Escape"]) await page.keyboard.press(key);
    await page.getByRole("dialog", { name: "Stop answering?" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.deepEqual(await asked(), []);
    await card.getByRole("button", { name: "Allow" }).click();
    assert.deepEqual(await asked(), [
      { kind: "approveTool", tabId: 7, callId: "c-asked", fingerprint: "a".repeat(64), allow: true },
    ]);
  },
);

scene(
  "ask-approval-two",
  "tools are asked for one at a time, and the buttons of the next are dead for a moment",
  async (page, asked) => {
    await page.getByRole("heading", { name: "Allow this? 1 of 2" }).waitFor();
    await page.getByRole("button", { name: "Deny" }).click();
    assert.deepEqual(await asked(), [
      { kind: "approveTool", tabId: 7, callId: "c-type", fingerprint: "b".repeat(64), allow: false },
    ]);
    const dead = await page.evaluate(() => {
      const { state } = globalThis.panel.outside;
      const { ask } = state.value;
      state.value = { ...state.value, ask: { ...ask, approvals: ask.approvals.slice(1) } };
      return new Promise((resolve) =>
        requestAnimationFrame(() => setTimeout(() => resolve(document.querySelector(".approval .primary").disabled))),
      );
    });
    assert.equal(dead, true);
  },
);

scene("ask-approval-expired", "a yes that comes too late cannot be given", async (page, asked) => {
  await counts(page.getByRole("button", { name: /^(Allow|Deny)$/ }), 0);
  await page.getByRole("button", { name: "Go on without it" }).click();
  assert.equal((await asked())[0].allow, false);
});

scene(
  "ask-stress",
  "what a page or a model wrote is text: no markup, no other address, no turned words",
  async (page) => {
    await counts(page.locator(".turn b, .turn img, .turn script, a[href^=javascript]"), 0);
    assert.equal(
      await page.locator(".turn").evaluateAll((all) => all.some((turn) => /[\u202a-\u202e]/.test(turn.textContent))),
      false,
    );
  },
);

scene("ask-no-model", "a question that failed can be asked again", async (page, asked) => {
  await page.getByRole("button", { name: "Ask again" }).click();
  assert.deepEqual(await asked(), [
    { kind: "ask", tabId: 7, text: "What did the new pier cost?", task: "web.answer", mode: "assist" },
  ]);
});

scene("asked-list", "a conversation is read, taken away, and gone on with in the tab", async (page, asked) => {
  await page.locator(".thing-open").first().click();
  await page.waitForFunction(() => document.activeElement?.textContent === "What did the new pier cost?");
  assert.deepEqual(
    await page.locator(".kept .turn").evaluateAll((all) => all.map((turn) => turn.getAttribute("aria-label"))),
    ["You", "Answer", "Answer"],
  );
  await page.getByRole("button", { name: "Export" }).click();
  await page.waitForFunction(() => globalThis.saved.length === 1);
  await page.getByRole("button", { name: "Continue in this tab" }).click();
  assert.deepEqual(await asked(), [
    { kind: "openConversation", tabId: 7, conversationId: "c0ffee00-0000-4000-8000-000000000001" },
  ]);
  await counts(page.getByRole("dialog"), 0);
});

scene("asked-list", "a conversation is forgotten after a second yes, and Escape is none", async (page) => {
  await page.getByRole("button", { name: "Delete Compare both piers" }).click();
  assert.equal(await focused(page), "Keep");
  await page.keyboard.press("Escape");
  await page.getByRole("group", { name: /^Delete Compare/ }).waitFor({ state: "detached" });
  await counts(page.getByRole("dialog"), 1);
  await page.getByRole("button", { name: "Delete Compare both piers" }).click();
  await page
    .getByRole("group", { name: /^Delete Compare/ })
    .getByRole("button", { name: "Delete" })
    .click();
  await page.getByText("Compare both piers").waitFor({ state: "detached" });
});

scene("collections-open", "addresses are read out of what is pasted, and added", async (page, asked) => {
  await page.getByRole("button", { name: "Addresses" }).click();
  await page
    .getByLabel("Addresses, one in each line")
    .fill("https://a.example/x\nb.example/y\nnot an address\nhttps://a.example/x");
  await page.getByText("2 pages; 3 of what stands here are no address").waitFor();
  await page.getByRole("button", { name: "Add 2 pages" }).click();
  await page.waitForFunction(() => globalThis.asked.some(({ kind }) => kind === "addSources"));
  assert.deepEqual((await asked()).at(-1), {
    kind: "addSources",
    collectionId: "col_1",
    sources: [
      { type: "url", url: "https://a.example/x" },
      { type: "url", url: "https://b.example/y" },
    ],
  });
});

scene("collections-links", "selected links are looked over before they are added", async (page, asked) => {
  await page.getByRole("button", { name: "Selected links" }).click();
  await page.getByRole("checkbox", { name: "https://news.example/2026/the-old-pier" }).uncheck();
  await page.getByRole("button", { name: "Add 2 links" }).click();
  await page.waitForFunction(() => globalThis.asked.some(({ kind }) => kind === "addSources"));
  const { sources } = (await asked()).find(({ kind }) => kind === "addSources");
  assert.deepEqual(
    sources.map(({ url }) => new URL(url).host),
    ["harbour.example", "archive.example"],
  );
});

scene("collections-open", "tab, capture, stop and something to be made go to the worker", async (page, asked) => {
  await page.getByRole("button", { name: "This tab" }).click();
  await page.getByRole("button", { name: /^Try again The old pier/ }).click();
  await page.getByRole("button", { name: /^Stop making Timeline/ }).click();
  await page.getByLabel("How deep").selectOption("deep");
  await page.getByRole("button", { name: "Quiz", exact: true }).click();
  await page.waitForFunction(() => globalThis.asked.length === 5);
  assert.deepEqual((await asked()).slice(1), [
    { kind: "collectTab", tabId: 7, collectionId: "col_1" },
    { kind: "captureSource", sourceId: "src_2" },
    { kind: "cancelArtifact", artifactId: "art_1" },
    { kind: "transform", collectionId: "col_1", transform: "quiz", config: { depth: "deep", tone: "neutral" } },
  ]);
});

scene("collections-open", "a collection is asked about in the composer", async (page) => {
  await page.getByRole("button", { name: "Ask about it" }).click();
  await page.getByRole("textbox", { name: "What do you want to know?" }).waitFor();
  assert.equal(await page.getByRole("textbox").getAttribute("placeholder"), "Ask about “Piers of the harbour”");
});

scene("collections-made", "what was made is saved in the form that is chosen", async (page) => {
  await page.getByRole("button", { name: "Download" }).click();
  assert.deepEqual(await page.getByRole("menuitem").allTextContents(), [
    "Markdown",
    "CSV, its first table",
    "PDF, to print",
    "JSON, for programs",
    "Plain text",
  ]);
  await page.getByRole("menuitem", { name: /PDF/ }).click();
  await page.waitForFunction(() => globalThis.saved.length === 1);
  assert.deepEqual(await page.evaluate(() => globalThis.saved), ["piers.pdf"]);
});

scene(
  "ask-results",
  "what the server did can be opened, and only on the server itself or an address of the web",
  async (page, asked) => {
    assert.deepEqual(
      await page
        .locator(".result-ways a")
        .evaluateAll((all) => all.map((link) => [link.href, link.textContent, link.rel])),
      [["https://agent.example.com/api/shared/abc", "piers.csv", "noopener noreferrer"]],
    );
    await page.getByText("12.00 EUR").waitFor();
    await page.getByText("Failed: integration failed").waitFor();
    await page.getByRole("button", { name: "Open it" }).first().click();
    await page.getByRole("dialog", { name: "Collections" }).waitFor();
    assert.deepEqual((await asked())[0], { kind: "openArtifact", artifactId: "art_2" });
  },
);

scene(
  "empty-kept",
  "what is kept for the site is shown with its steps, and run with what its form gives",
  async (page, asked) => {
    await page.locator("summary", { hasText: "Look a patient up" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Enter ‹search› into the search field").waitFor();
    await page.getByRole("textbox", { name: /^Patient/ }).fill("Moreau");
    await page.getByLabel("Kind of letter").selectOption("Referral");
    await page.getByRole("button", { name: "Run", exact: true }).press("Enter");
    await page.waitForFunction(() => globalThis.asked.length === 1);
    const [command] = await asked();
    assert.deepEqual(command, {
      kind: "startWorkflow",
      tabId: 7,
      url: "https://clinic.example/patients",
      workflow: { id: "01900000-0000-7000-8000-0000000003a0", inputs: { search: "Moreau", kind: "Referral" } },
    });
  },
);

scene("run-asks", "what a worker's run asks is answered by keyboard; what it asks no more is said", async (page) => {
  const asked = page.getByRole("region", { name: /^A run asks: .Order the cheapest/ });
  await asked.getByText("Two cost the same").waitFor();
  assert.equal(
    await asked.getByRole("link", { name: "See its browser" }).getAttribute("href"),
    "https://agent.example.com/#/runs/01900000-0000-7000-8000-0000000004a0",
  );
  const answer = asked.getByRole("textbox", { name: /^Your answer/ });
  await answer.fill("later");
  await answer.press("Enter");
  await asked.getByText("It asks something else by now.").waitFor();
  await answer.fill("black");
  await answer.press("Enter");
  await counts(asked, 0);
});

scene(
  "done-keep",
  "a task of which all was seen to be done is kept under a name, and its values are told",
  async (page) => {
    await page.locator("summary", { hasText: "Keep as a workflow" }).click();
    await page.getByLabel("What it is called").fill("New patient");
    await page.getByRole("button", { name: "Keep", exact: true }).press("Enter");
    await page.getByText("Kept as “New patient”. Asked for each time: Patient (“Lindqvist”)").waitFor();
  },
);

scene("unverified", "what was not seen to be done cannot be kept", async (page) => {
  await page.getByText("Done, not verified").first().waitFor();
  await counts(page.locator("summary", { hasText: "Keep as a workflow" }), 0);
});
