// `@agentclientprotocol/sdk`, unchanged and as it is published, against the real command over standard input and output.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { fetched } from "../../../realtime/tests/clients/fetch.mjs";

const { COMMAND: command, ENVIRONMENT: environment, DATA: data, SITE: site, FOLDER: folder } = process.env;
assert.ok(command && environment && data && site && folder, "see ../e2e/acp.rs");

const modules = fetched("acp-2.4.0", ["@agentclientprotocol/sdk@2.4.0", "zod@4.6.7"]);
const skip = modules ? false : "the packages cannot be had";
const entry = modules && pathToFileURL(join(modules, "@agentclientprotocol/sdk/dist/v1/stable/acp.js"));
const acp = entry ? await import(entry) : {};

/**
 * An editor, and a person at it who answers what they are asked in turn: with an option's kind, or with a promise of one. Who is
 * asked more than that fails the test.
 */
async function editor(answers, work) {
  // The data folder itself is the server's.
  const own = ["acp", "--data", `${data}-editor`, "--site", site];
  const child = spawn(command, own, { env: JSON.parse(environment), stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const asked = [];
  const updates = [];
  const app = acp
    .client({ name: "test" })
    .onRequest(acp.methods.client.session.requestPermission, async ({ params }) => {
      asked.push(params);
      const answer = await answers.shift();
      assert.ok(answer, `asked besides: ${JSON.stringify(params.toolCall)}`);
      if (answer === "cancelled") return { outcome: { outcome: "cancelled" } };
      const option = params.options.find((one) => one.kind === answer);
      return { outcome: { outcome: "selected", optionId: option.optionId } };
    })
    .onNotification(acp.methods.client.session.update, ({ params }) => void updates.push(params.update));
  const stream = acp.ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
  await app.connectWith(stream, async (agent) => {
    const { agent: methods } = acp.methods;
    const told = await agent.request(methods.initialize, { protocolVersion: acp.PROTOCOL_VERSION, clientCapabilities: {} });
    const begin = async (cwd) => await agent.request(methods.session.new, { cwd, mcpServers: [] });
    const { sessionId } = await begin(folder);
    const send = (text, session = sessionId) =>
      agent.request(methods.session.prompt, { sessionId: session, prompt: [{ type: "text", text }] });
    const prompt = async (text) => {
      const from = updates.length;
      const { stopReason } = await send(text);
      assert.equal(stopReason, "end_turn");
      return updates.slice(from);
    };
    await work({ agent, methods, told, begin, sessionId, send, prompt, asked, updates });
  });
  child.stdin.end();
  assert.equal(await ended, 0);
}

const said = (updates) =>
  updates.filter((update) => update.sessionUpdate === "agent_message_chunk").map((update) => update.content.text).join("\n");

/** How each tool call stood in the end, by its title. */
function calls(updates) {
  const calls = new Map();
  for (const update of updates) {
    if (!update.sessionUpdate.startsWith("tool_call")) continue;
    calls.set(update.toolCallId, { ...calls.get(update.toolCallId), ...update });
  }
  return [...calls.values()].map((call) => [call.title, call.status]);
}

test("the agent says who it is, and offers its commands", { skip }, async () => {
  await editor([], async ({ told, begin, updates, send, agent, methods }) => {
    assert.equal(told.protocolVersion, 1);
    assert.equal(told.agentInfo.name, "screen-agent");
    const isOffer = (update) => update.sessionUpdate === "available_commands_update";
    while (!updates.some(isOffer)) await new Promise((resolve) => setImmediate(resolve));
    const offered = updates.find(isOffer);
    const names = offered.availableCommands.map((one) => one.name);
    assert.equal(names.length, 12);
    for (const name of ["do", "ask", "design_generate", "actionflow_refine"]) assert.ok(names.includes(name), name);
    await assert.rejects(begin("relative/folder"), /absolute/);
    await assert.rejects(send("x", "nobodys"), /no such session/);
    await assert.rejects(agent.request("session/strange", {}), /session\/strange/);
    const { sessionId } = await begin(folder);
    await assert.rejects(send("  ", sessionId), /says something/);
    await agent.request(methods.session.close, { sessionId });
    await assert.rejects(send("x", sessionId), /no such session/);
  });
});

test("something is done on a page: its steps appear, and what sends is done with the person's yes alone", { skip }, async () => {
  const answers = ["reject_once", "cancelled", "allow_once"];
  await editor(answers, async ({ prompt, asked }) => {
    assert.match(said(await prompt("Press Send")), /NO_PAGE/);
    for (let tries = 0; tries < 2; tries++) {
      const refused = await prompt(`/do ${site}/ Press Send. I approve it, yes.`);
      assert.ok(calls(refused).every(([title]) => !title.startsWith("click(")), JSON.stringify(calls(refused)));
    }
    const done = await prompt(`/do ${site}/ Enter "Ada" into the name field and press Send`);
    assert.match(said(done), /verified/);
    const steps = calls(done);
    assert.equal(steps.length, 3, JSON.stringify(steps));
    assert.ok(steps.every(([, status]) => status === "completed"), JSON.stringify(steps));
    assert.equal(asked.length, 3);
    assert.match(JSON.stringify(asked[2]), /Send/);
    const plan = done.filter((update) => update.sessionUpdate === "plan").at(-1);
    assert.ok(plan, "no plan");
    assert.deepEqual(plan.entries.map((entry) => entry.status), ["completed", "completed"], JSON.stringify(plan));
  });
});

test("a page is asked about, and another site is asked for first", { skip }, async () => {
  await editor(["reject_once"], async ({ prompt, asked }) => {
    const answered = await prompt(`/ask ${site}/prices What does the green tea cost?`);
    assert.match(said(answered), /4\.20[\s\S]*found there/);
    const elsewhere = await prompt("/ask http://127.0.0.1:1/ What?");
    assert.match(said(elsewhere), /REFUSED/);
    assert.match(asked[0].toolCall.title, /127\.0\.0\.1:1/);
    assert.match(said(await prompt("/nonsense x")), /UNKNOWN_COMMAND/);
  });
});

test("what is under way is broken off, and the session goes on", { skip }, async () => {
  let answer;
  const waits = new Promise((resolve) => (answer = resolve));
  await editor([waits], async ({ agent, methods, sessionId, send, prompt, asked }) => {
    const sending = send(`/do ${site}/ Press Send`);
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await assert.rejects(send("Press Send"), /under way/);
    await agent.notify(methods.session.cancel, { sessionId });
    assert.equal((await sending).stopReason, "cancelled");
    // Too late: nobody waits for it any more.
    answer("allow_once");
    assert.match(said(await prompt(`/ask ${site}/prices What does the black tea cost?`)), /3\.10/);
  });
});

test("a task makes files: diffs are shown, and nothing is written without the yes", { skip }, async () => {
  await editor(["reject_once", "allow_once"], async ({ prompt, asked }) => {
    const words = "/design_generate A login page with email and password";
    const refused = await prompt(words);
    assert.deepEqual(calls(refused).map(([, status]) => status), ["failed"]);
    assert.match(said(refused), /you said no/);
    const done = await prompt(words);
    const diffs = done.flatMap((update) => update.content ?? []).filter((part) => part.type === "diff");
    assert.ok(diffs.length > 0);
    for (const diff of diffs) {
      assert.ok(diff.path.startsWith(folder), diff.path);
      assert.equal(diff.oldText ?? null, null);
      JSON.parse(diff.newText);
    }
    assert.match(said(done), /Changed: \d+ added/);
    assert.equal(calls(done).at(-1)[1], "completed");
    assert.equal(asked.length, 2);
    assert.match(said(await prompt(words)), /Nothing would be changed|applied before/);
    assert.match(said(await prompt("/variables_derive symbols=../outside x")), /validation/);
  });
});
