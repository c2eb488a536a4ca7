/** Asking about pages, through the real worker, server and page; the panel's messages are sent by hand. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import type { AskMessage, AskView } from "../src/shared/ask.ts";
import type { Answer, Command, PanelState } from "../src/shared/protocol.ts";
import { Desk, until } from "./kit/desk.ts";
import type { Says, Told } from "./kit/model.ts";
import { handleOf, type More, packetOf, paragraph, replies } from "./kit/packet.ts";
import { Site } from "./kit/site.ts";

let desk: Desk;
let site: Site;

/** A response packet of one paragraph. */
const says = (told: Told, text: string, more?: More): Says => replies(told, [paragraph(text)], more);

before(async () => {
  site = await Site.pages({
    "/": "<title>Pier</title><main><h1>The new pier</h1><p>It was opened in spring, and ships come again.</p><p><a href=/price>What it cost</a></p></main>",
    "/guests":
      "<title>Guests</title><main><h1>Guests</h1><form onsubmit='return false'><label>Name <input name=name></label><label>Size <select name=size><option value=s>Small</option><option value=l>Large</option></select></label><label>Password <input type=password name=pw value=hunter-two></label></form><p style='margin-top:2000px'>Far below stands a <a href=/price>link</a>.</p></main>",
    "/price":
      "<title>Price</title><main><h1>Its price</h1><p>All in all the pier cost 12 million euros.</p><p>Nobody had thought so when it was begun, and nobody says so now that ships come again from everywhere.</p></main>",
  });
  desk = await Desk.open({
    script: {
      answer: (told) => {
        const packet = packetOf(told);
        if (packet.input.user_message.text.startsWith("Put")) return fills(told);
        const text = JSON.stringify(packet.context.documents);
        const summary = packet.context.documents.find(
          ({ content }) => content.doc_type === "web.observation.summary.v1" && content.text.includes("12 million"),
        );
        if (summary)
          return says(told, "It cost 12 million euros.", {
            citations: [{ doc_id: summary.doc_id, quote: "the pier cost 12 million euros" }],
          });
        if (text.includes('"cancelled"') || text.includes("POLICY_DENIED")) return says(told, "Then I cannot tell.");
        const handleId = handleOf(told, "What it cost");
        return says(told, "I have to look.", { tool_calls: [{ name: "browser.click", arguments: { handleId } }] });
      },
    },
  });
});

after(async () => {
  await desk.close();
  site.close();
});

/** Proposes one thing after the other, by what the tools before came to. */
function fills(told: Told): Says {
  const { context } = packetOf(told);
  const done = context.documents.flatMap(({ content }) =>
    content.doc_type === "tool.result.v1" ? [`${content.name}: ${content.error?.code ?? content.status}`] : [],
  );
  const controls = context.documents.flatMap(({ content }) =>
    content.doc_type === "web.observation.summary.v1" ? (content.elements ?? []) : [],
  );
  const handleId = (part: string): string =>
    controls.find(({ text, input_type }) => text.includes(part) || input_type === part)?.handle_id ?? "none";
  const next: readonly [string, object][] = [
    ["browser.type", { handleId: handleId("Name"), text: 'Ada "the first"' }],
    ["browser.select", { handleId: handleId("Size"), value: "Large" }],
    ["browser.type", { handleId: handleId("password"), text: "x" }],
    ["browser.scroll", { deltaY: 1600 }],
  ];
  const step = next[done.length];
  if (!step) return says(told, done.join(", "));
  return says(told, `Step ${done.length}`, { tool_calls: [{ name: step[0], arguments: step[1] }] });
}

function send(panel: Page, command: Command): Promise<Answer> {
  return panel.evaluate(
    (message) =>
      (
        globalThis as unknown as { chrome: { runtime: { sendMessage: (message: unknown) => Promise<Answer> } } }
      ).chrome.runtime.sendMessage(message),
    command,
  );
}

/** What the panel about a tab is shown now. */
async function shown(panel: Page, tabId: number): Promise<AskView> {
  const state = await panel.evaluate(
    (tab) =>
      new Promise<PanelState>((resolve) => {
        const { runtime } = (
          globalThis as unknown as {
            chrome: {
              runtime: {
                connect: (how: object) => {
                  postMessage: (message: unknown) => void;
                  onMessage: { addListener: (heard: (state: PanelState) => void) => void };
                  disconnect: () => void;
                };
              };
            };
          }
        ).chrome;
        const port = runtime.connect({ name: "panel" });
        port.onMessage.addListener((state) => {
          resolve(state);
          port.disconnect();
        });
        port.postMessage({ tabId: tab, windowId: null });
      }),
    tabId,
  );
  assert.ok(state.ask);
  return state.ask;
}

async function settled(panel: Page, tabId: number, how: (view: AskView) => boolean): Promise<AskView> {
  let view = await shown(panel, tabId);
  const over = async (): Promise<boolean> => {
    view = await shown(panel, tabId);
    return how(view) || (view.status !== "running" && view.approvals.length === 0);
  };
  await until("the question comes to something", over).catch(() => undefined);
  assert.ok(how(view) && view.problem === null, JSON.stringify(view, null, 1));
  return view;
}

const words = (message: AskMessage | undefined): string =>
  JSON.stringify(message && message.from === "agent" ? message.render : message);

test("a question leads through an approved click to an answer that is cited, and shown on the page", async () => {
  const { page, tabId, panel } = await desk.at(site.url());
  assert.deepEqual(await send(panel.page, { kind: "ask", tabId, text: "What did the pier cost?" }), { ok: true });
  const asked = await settled(panel.page, tabId, ({ approvals }) => approvals.length === 1);
  const approval = asked.approvals[0];
  assert.ok(
    approval && approval.name === "browser.click" && approval.text.includes("What it cost"),
    JSON.stringify(approval),
  );
  assert.equal(approval.origin, new URL(site.url()).origin);
  assert.match(page.url(), /\/$/, "nothing is done before the yes");
  await send(panel.page, {
    kind: "approveTool",
    tabId,
    callId: approval.callId,
    fingerprint: approval.fingerprint,
    allow: true,
  });
  const done = await settled(panel.page, tabId, ({ status }) => status === "idle");
  assert.match(page.url(), /\/price$/);
  const last = done.messages.at(-1);
  assert.ok(words(last).includes("12 million"), words(last));
  const citation = last?.from === "agent" ? last.citations[0] : undefined;
  assert.equal(citation?.check?.verified, true, JSON.stringify(citation));
  assert.ok(citation?.handle_id);
  const highlight = await send(panel.page, {
    kind: "highlight",
    tabId,
    handleId: citation.handle_id,
    quote: citation.quote ?? "",
    ...(citation.check?.url && { url: citation.check.url }),
  });
  assert.deepEqual(highlight, { ok: true });
  assert.equal(await page.evaluate("document.querySelectorAll('[popover=manual]').length"), 1);
  await send(panel.page, { kind: "unhighlight", tabId });
  assert.equal(await page.evaluate("document.querySelectorAll('[popover=manual]').length"), 0);
  await desk.leave({ page, tabId, panel });
});

test("a no is a no, and the model is told", async () => {
  const { page, tabId, panel } = await desk.at(site.url());
  await send(panel.page, { kind: "ask", tabId, text: "What did the pier cost?" });
  const { approvals } = await settled(panel.page, tabId, (view) => view.approvals.length === 1);
  await send(panel.page, {
    kind: "approveTool",
    tabId,
    callId: approvals[0]?.callId ?? "",
    fingerprint: approvals[0]?.fingerprint ?? "",
    allow: false,
  });
  const done = await settled(panel.page, tabId, ({ status }) => status === "idle");
  assert.ok(words(done.messages.at(-1)).includes("cannot tell"));
  assert.match(page.url(), /\/$/);
  await desk.leave({ page, tabId, panel });
});

test("a worker that is killed while the person is asked goes on with their answer", async () => {
  const { page, tabId, panel } = await desk.at(site.url());
  await send(panel.page, { kind: "ask", tabId, text: "What did the pier cost?" });
  const { approvals } = await settled(panel.page, tabId, (view) => view.approvals.length === 1);
  await desk.browser.killWorker();
  await send(panel.page, {
    kind: "approveTool",
    tabId,
    callId: approvals[0]?.callId ?? "",
    fingerprint: approvals[0]?.fingerprint ?? "",
    allow: true,
  });
  const done = await settled(panel.page, tabId, ({ status }) => status === "idle");
  assert.ok(words(done.messages.at(-1)).includes("12 million"));
  await desk.leave({ page, tabId, panel });
});

test("fields are filled and chosen from, each with a yes of its own; a password is not", async () => {
  const { page, tabId, panel } = await desk.at(site.url("/guests"));
  await send(panel.page, { kind: "ask", tabId, text: "Put Ada down, size large" });
  const asked: string[] = [];
  for (;;) {
    const view = await settled(
      panel.page,
      tabId,
      ({ status, approvals }) => status === "idle" || approvals.some(({ callId }) => !asked.includes(callId)),
    );
    const approval = view.approvals[0];
    if (!approval) break;
    asked.push(approval.callId);
    await send(panel.page, {
      kind: "approveTool",
      tabId,
      callId: approval.callId,
      fingerprint: approval.fingerprint,
      allow: true,
    });
  }
  const view = await shown(panel.page, tabId);
  assert.ok(
    words(view.messages.at(-1)).includes(
      "browser.type: ok, browser.select: ok, browser.type: POLICY_DENIED, browser.scroll: ok",
    ),
    words(view.messages.at(-1)),
  );
  assert.deepEqual(
    await page.evaluate(
      "[document.forms[0].name.value, document.forms[0].size.value, document.forms[0].pw.value, scrollY > 500]",
    ),
    ['Ada "the first"', "l", "hunter-two", true],
  );
  assert.ok(desk.model?.told.every(({ user }) => !user.includes("hunter-two")));
  assert.deepEqual(desk.server.holding("hunter-two"), []);
  await desk.leave({ page, tabId, panel });
});

test("a tab is collected as the person sees it", async () => {
  const { page, tabId, panel } = await desk.at(site.url("/price"));
  assert.deepEqual(await send(panel.page, { kind: "createCollection", title: "Piers" }), { ok: true });
  const server = await desk.server.packets();
  const { collections } = await server.collections();
  const collectionId = collections[0]?.id ?? "";
  assert.deepEqual(await send(panel.page, { kind: "collectTab", tabId, collectionId }), { ok: true });
  const kept = await server.collection(collectionId);
  assert.deepEqual(
    kept.sources.map(({ status, title }) => [status, title]),
    [["captured", "Price"]],
  );
  assert.ok(kept.sources[0]?.preview.includes("12 million"));
  await desk.leave({ page, tabId, panel });
});
