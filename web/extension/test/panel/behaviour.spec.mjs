// What keys and clicks do in the panel, in a real Chromium.
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
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

const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");

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
  const choose = (name, text) => page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });
  await choose("film.mov", "x");
  await page.getByText("“film.mov” cannot be attached.").waitFor();
  await choose("list.csv", "a,b");
  await page.getByRole("button", { name: "Remove list.csv" }).waitFor();
  assert.equal(await page.getByText("cannot be attached").count(), 0);
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
        const event = type === "drop" ? new DragEvent("drop", { ...init, dataTransfer: data }) : new ClipboardEvent("paste", { ...init, clipboardData: data });
        document.querySelector(selector).dispatchEvent(event);
      },
      [way, target],
    );
    await page.getByRole("button", { name: "Remove facts.json" }).click();
    await page.locator(".chip").waitFor({ state: "detached" });
  });
}

/** A server that takes any upload, keeps it, and says that it is too large. */
async function refusing() {
  const seen = { body: "" };
  const server = createServer(async (request, response) => {
    for (const name of ["Origin", "Headers"]) response.setHeader(`Access-Control-Allow-${name}`, name === "Origin" ? "*" : "authorization");
    if (request.method === "OPTIONS") return response.end();
    const { authorization, "content-type": type } = request.headers;
    seen.body = `${authorization} ${type} ${await text(request)}`;
    response.writeHead(413, { "Content-Type": "application/json" }).end('{"success":false,"code":"PAYLOAD_TOO_LARGE","message":"Too large."}');
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
  assert.match(seen.body, /^Bearer secret multipart\/form-data; boundary=\S+ [^]*filename="list.csv"[^]*text\/csv[^]*a,b/);
  assert.deepEqual(told, { refused: { status: 413, code: "PAYLOAD_TOO_LARGE" }, broken: "AbortError", last: 1 });
});

scene("question", "a question puts the cursor into the answer", async (page, asked) => {
  assert.equal(await focused(page), "Your answer");
  await page.keyboard.type("Doctor Berg");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => globalThis.asked.length === 1);
  assert.deepEqual(await asked(), [{ kind: "answer", tabId: 7, text: "Doctor Berg" }]);
});

scene("question-login", "what gets past a blocker is given by field, masked where it is secret, and does not stay", async (page, asked) => {
  assert.equal(await page.getByLabel("Password").getAttribute("type"), "password");
  assert.equal(await page.getByLabel("E-mail").getAttribute("autocomplete"), "off");
  await page.getByLabel("Password").fill("blue kettle");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => globalThis.asked.length === 1);
  assert.deepEqual(await asked(), [{ kind: "resume", tabId: 7, values: { password: "blue kettle" } }]);
  assert.equal(await page.getByLabel("Password").inputValue(), "");
});

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
    return new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(document.querySelector(".approval .primary").disabled))));
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
  assert.equal(await page.getByRole("button", { name: /Allow|Deny/ }).count(), 0);
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
  await page.locator(".session").first().waitFor();
  for (let pressed = 0; pressed < 30; pressed++) {
    await page.keyboard.press("Tab");
    // Between the last control and the first, the browser's own frame may have it.
    assert.ok(await page.evaluate(() => document.activeElement === document.body || document.activeElement.closest("dialog") !== null));
  }
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Conversations");
  assert.equal(await page.locator("dialog").count(), 0);
});

scene("history-rename", "Escape leaves a renaming, not the list", async (page) => {
  await page.getByRole("button", { name: /^Rename Add/ }).click();
  await page.keyboard.type("x");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Rename Add/ }).waitFor();
  assert.equal(await page.getByRole("dialog").count(), 1);
});

scene("success", "a report is offered in three forms, and the task can be asked for again", async (page, asked) => {
  await page.getByRole("button", { name: "Report" }).click();
  assert.deepEqual(await page.getByRole("menuitem").allTextContents(), ["Markdown, to read", "CSV, for a spreadsheet", "JSON, for programs"]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Do it again" }).click();
  assert.equal((await asked())[0].kind, "start");
});

scene("running", "the reader who scrolled up is left alone, and told of what is new", async (page) => {
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
}, { width: 420, height: 560 });

scene("stress", "what a page or a person wrote is text: no markup, and only plain web addresses to follow", async (page) => {
  assert.equal(await page.locator(".prose b").count(), 0);
  const links = await page.locator(".prose a").evaluateAll((all) => all.map((link) => [link.href, link.rel, link.querySelector("strong").textContent]));
  assert.deepEqual(
    links.map(([, rel, host]) => [rel, host]),
    [
      ["noopener noreferrer", "example.org"],
      ["noopener noreferrer", "xn--e1awd7f.example"],
    ],
  );
});

scene("no-knowledge", "the notice about an unknown site goes for good when it is dismissed", async (page) => {
  const notice = page.getByText("There isn’t any knowledge present for this website");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await notice.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("button", { name: "Stop" }).waitFor();
  assert.equal(await notice.count(), 0);
});

scene("settings", "trusted input is chosen after the browser said yes", async (page, asked) => {
  await page.getByRole("radio", { name: /By the browser itself/ }).click();
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
  assert.deepEqual(await asked(), [{ kind: "signIn", server: "https://agent.example.com", email: "nora@clinic.example", password: "blue kettle" }]);
});
