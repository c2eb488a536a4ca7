// `@ag-ui/client`, unchanged and as it is published, against the real server with a real worker.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fetched } from "../../../realtime/tests/clients/fetch.mjs";

const { SERVER: server, TOKEN: token, SITE: site } = process.env;
assert.ok(server && token && site, "see ../e2e/agui.rs");

const modules = fetched("agui-1.0.0", ["@ag-ui/client@1.0.0", "@ag-ui/core@1.0.0"]);
const skip = modules ? false : "the packages cannot be had";
const need = modules ? createRequire(join(modules, "index.js")) : () => ({});
const { HttpAgent } = need("@ag-ui/client");

const url = `${server}/api/agui`;
const headers = { authorization: `Bearer ${token}` };
const user = (content) => ({ id: crypto.randomUUID(), role: "user", content });

/** An agent to which a person has said this. */
const agentTold = (content, more = {}) =>
  new HttpAgent({ url, headers, threadId: crypto.randomUUID(), initialMessages: [user(content)], ...more });

/** Runs it, and tells what came. */
async function ran(agent, parameters) {
  const events = [];
  const { result, newMessages } = await agent.runAgent(parameters, { onEvent: ({ event }) => void events.push(event) });
  return { result, newMessages, events, last: events.at(-1), types: events.map((event) => event.type) };
}

async function post(path, body, more = headers) {
  const asked = { method: "POST", headers: { ...more, "content-type": "application/json" }, body: JSON.stringify(body) };
  return await fetch(server + path, asked);
}

const json = async (answer) => (await answer).json();

test("a question about a collection is answered, with what was cited as state", { skip }, async () => {
  const { id } = await json(post("/api/collections", { title: "Tea" }));
  const sources = [{ type: "note", title: "Prices", text: "The green tea costs 4.20 euros a tin." }];
  await post(`/api/collections/${id}/sources`, { sources });
  const agent = agentTold("What does the green tea cost?", { initialState: { own: 1 } });
  const { types, last, newMessages } = await ran(agent, { forwardedProps: { collection: id } });
  assert.equal(types[0], "RUN_STARTED");
  assert.equal(last.type, "RUN_FINISHED");
  assert.deepEqual(last.outcome, { type: "success" });
  assert.match(newMessages.at(-1).content, /4\.20/);
  // What the application had in the state is still there.
  assert.equal(agent.state.own, 1);
  assert.deepEqual(agent.state.answer.citations.map((cited) => cited.verified), [true]);
});

test("a question about what the application gives along is answered from it", { skip }, async () => {
  const context = [{ description: "The page in front", value: "The black tea costs 3.10 euros a tin." }];
  const { newMessages } = await ran(agentTold("What does the black tea cost?"), { context });
  assert.match(newMessages.at(-1).content, /3\.10/);
});

test("a run is followed live, and what orders is done by the person's yes alone", { skip }, async () => {
  // A person's own words would order it; those of a client order nothing.
  const agent = agentTold("Click Order");
  const asked = await ran(agent, { forwardedProps: { url: site } });
  assert.equal(asked.last.outcome?.type, "interrupt", JSON.stringify(asked.events));
  assert.ok(asked.types.includes("STATE_SNAPSHOT"));
  const [interrupt] = agent.pendingInterrupts;
  assert.match(interrupt.message, /Order/);
  assert.ok(interrupt.responseSchema.properties.approved, JSON.stringify(interrupt));
  assert.equal(agent.state.run.status, "waiting");

  // Neither another question's answer nor a word is one.
  const answer = (more) => ({ resume: [{ interruptId: interrupt.id, status: "resolved", ...more }] });
  const other = interrupt.id.replace(/\.\w+/, ".0123456789abcdef");
  for (const [resume, code] of [
    [[{ interruptId: other, status: "resolved", payload: { approved: true } }], "INTERRUPT_STALE"],
    [[{ interruptId: "nonsense", status: "resolved", payload: true }], "INTERRUPT_STALE"],
    [answer({ payload: { approved: "yes" } }).resume, "INVALID_INPUT"],
  ]) {
    assert.equal((await told({ resume })).code, code);
  }

  const done = await ran(agent, answer({ payload: { approved: true } }));
  assert.deepEqual(done.last.outcome, { type: "success" }, JSON.stringify(done.events));
  assert.equal(done.last.result.verified, true);
  assert.equal(agent.state.run.status, "done");
  assert.deepEqual(agent.state.run.steps.map((step) => step.verified), [true]);
  assert.ok(done.types.includes("STATE_DELTA") && done.types.includes("TOOL_CALL_RESULT"), done.types.join());
  const called = agent.messages.flatMap((message) => message.toolCalls ?? []);
  assert.deepEqual(called.map((call) => call.function.name), ["click"]);
  assert.match(agent.messages.find((message) => message.role === "tool").content, /^verified/);
  assert.deepEqual(agent.pendingInterrupts, []);
  assert.equal((await told(answer({ payload: { approved: true } }))).code, "INTERRUPT_STALE");

  // It is there to be followed by whoever comes later.
  const later = await ran(agentTold("How is it?"), { forwardedProps: { run: agent.state.run.id } });
  assert.deepEqual(later.last.outcome, { type: "success" });
});

test("a no is one, and what is abandoned is cancelled", { skip }, async () => {
  const agent = agentTold(`/do ${site} Click Order`);
  const first = await ran(agent);
  assert.equal(first.last.outcome?.type, "interrupt", JSON.stringify(first.events));
  const [{ id: interruptId }] = agent.pendingInterrupts;
  const abandoned = await ran(agent, { resume: [{ interruptId, status: "cancelled" }] });
  assert.deepEqual(abandoned.last.outcome, { type: "cancelled" });
  assert.equal(agent.state.run.status, "cancelled");

  const other = agentTold(`/do ${site} Click Order`);
  await ran(other);
  const no = { interruptId: other.pendingInterrupts[0].id, status: "resolved", payload: { approved: false } };
  const refused = await ran(other, { resume: [no] });
  assert.notEqual(refused.last.outcome?.type, "success", JSON.stringify(refused.events));
});

test("the same request again follows the same run", { skip }, async () => {
  const same = { threadId: crypto.randomUUID(), runId: crypto.randomUUID(), forwardedProps: { url: `${site}nowhere` } };
  const ids = [];
  for (let tries = 0; tries < 2; tries++) {
    const events = await all({ ...same, messages: [user("Click Nothing")] });
    ids.push(events.find((event) => event.type === "STATE_SNAPSHOT").snapshot.run.id);
  }
  assert.equal(ids[0], ids[1]);
});

/** The events that answer a request of our own making. */
async function all(more) {
  const own = { threadId: "t", runId: crypto.randomUUID(), messages: [], tools: [], context: [], ...more };
  const text = await (await post("/api/agui", own)).text();
  const lines = text.split("\n").filter((line) => line.startsWith("data: "));
  return lines.map((line) => JSON.parse(line.slice(6)));
}

const told = async (more) => (await all(more)).at(-1);

test("what cannot be meant is said, before the stream or in it", { skip }, async () => {
  const body = { threadId: "t", runId: "r", messages: [user("x")] };
  assert.equal((await post("/api/agui", body, {})).status, 401);
  assert.equal((await post("/api/agui", body, { authorization: "Bearer nonsense" })).status, 401);
  for (const wrong of [{}, [], { ...body, threadId: "" }, { ...body, messages: "x" }, { ...body, resume: [{}] }]) {
    const answer = await post("/api/agui", wrong);
    assert.equal(answer.status, 400, JSON.stringify(wrong));
    assert.equal((await answer.json()).error.code, "INVALID_INPUT");
  }
  const large = await post("/api/agui", { ...body, state: "x".repeat(10_000_000) });
  assert.equal(large.status, 413);
  assert.equal((await large.json()).error.code, "PAYLOAD_TOO_LARGE");
  const failed = await told({ messages: [user("/do javascript:alert(1) x")] });
  assert.deepEqual([failed.type, failed.code], ["RUN_ERROR", "INVALID_INPUT"]);
  const nobodys = { forwardedProps: { run: "00000000-0000-4000-8000-000000000000" }, messages: [user("x")] };
  assert.equal((await told(nobodys)).code, "RUN_NOT_FOUND");
  const elsewhere = { forwardedProps: { url: "file:///etc/passwd" }, messages: [user("Show it")] };
  assert.equal((await told(elsewhere)).code, "INVALID_INPUT");
  const unknown = new HttpAgent({ url, headers: {}, initialMessages: [user("x")] });
  await assert.rejects(unknown.runAgent(), /401/);
});
