// `@modelcontextprotocol/sdk`, unchanged and as it is published, against the real server over HTTP.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, connectedTo, refused, skip, text } from "./mcp.mjs";

const { SERVER: server, TOKEN: token } = process.env;
const at = `${server}/mcp`;
const signedIn = { authorization: `Bearer ${token}` };

test("who is not known is told where to ask", { skip }, async () => {
  for (const headers of [{}, { authorization: "Bearer nonsense" }, { authorization: "Basic eDp5" }]) {
    const answer = await fetch(at, { method: "POST", headers, body: "{}" });
    assert.equal(answer.status, 401);
    const challenge = answer.headers.get("www-authenticate");
    const place = challenge.match(/resource_metadata="([^"]+)"/)[1];
    const metadata = await (await fetch(place)).json();
    assert.equal(metadata.resource, at);
    await assert.rejects(connectedTo(at, headers));
  }
});

test("a page of another origin is refused, with a token, too", { skip }, async () => {
  const headers = { ...signedIn, origin: "https://evil.test", "content-type": "application/json" };
  const answer = await fetch(at, { method: "POST", headers, body: "{}" });
  assert.equal(answer.status, 403);
});

test("runs are submitted, listed, shown and cancelled as whoever calls", { skip }, async () => {
  const client = await connectedTo(at, signedIn);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), ["ask", "extract", "collections", "workflows", "runs", "lease", "look", "act", "do"]);
  const order = { verb: "submit", instruction: "Press Buy", url: "https://shop.example/" };
  const submitted = await call(client, "runs", order);
  const [run] = submitted.structuredContent.runs;
  assert.equal(run.status, "queued", text(submitted));
  const listed = await call(client, "runs", { verb: "list" });
  assert.deepEqual(listed.structuredContent.runs.map((one) => one.id), [run.id]);
  const cancelled = await call(client, "runs", { verb: "cancel", id: run.id });
  assert.equal(cancelled.structuredContent.runs[0].status, "cancelled");
  const nobodys = { verb: "show", id: "00000000-0000-4000-8000-000000000000" };
  assert.equal(refused(await call(client, "runs", nobodys)), "RUN_NOT_FOUND");
  await client.close();
});

test("a collection is read, and there is no browser here", { skip }, async () => {
  const client = await connectedTo(at, signedIn);
  const url = { question: "What?", url: "https://a.example/" };
  assert.equal(refused(await call(client, "ask", url)), "INVALID_ARGUMENTS");
  const post = async (path, body) => {
    const headers = { ...signedIn, "content-type": "application/json" };
    return await (await fetch(server + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
  };
  const { id } = await post("/api/collections", { title: "Tea" });
  const sources = [{ type: "note", title: "Prices", text: "The green tea costs 4.20 euros a tin." }];
  await post(`/api/collections/${id}/sources`, { sources });
  const asked = await call(client, "ask", { question: "What does the green tea cost?", collection: id });
  assert.match(asked.structuredContent.answer, /4\.20/, text(asked));
  assert.deepEqual(asked.structuredContent.citations.map((cited) => cited.verified), [true]);
  const { resources } = await client.listResources();
  const uri = `screen-agent://collections/${id}`;
  assert.deepEqual(resources.filter((one) => one.uri.includes("/collections/")).map((one) => one.uri), [uri]);
  const [contents] = (await client.readResource({ uri })).contents;
  assert.equal(contents.mimeType, "application/json");
  assert.deepEqual(JSON.parse(contents.text).sources.map((one) => one.title), ["Prices"]);
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.deepEqual(resourceTemplates.map((one) => one.name), ["collection", "artifact", "workflow", "run"]);
  for (const nothing of ["screen-agent://collections/../keys", "screen-agent://runs/x?y", "file:///etc/passwd", uri + "x"]) {
    await assert.rejects(client.readResource({ uri: nothing }), /NOT_FOUND|INVALID/, nothing);
  }
  const all = await call(client, "collections", {});
  assert.deepEqual(all.structuredContent.collections, [{ id, title: "Tea", sources: 1 }]);
  const shown = await call(client, "collections", { id });
  assert.deepEqual(shown.structuredContent.sources.map((one) => one.title), ["Prices"]);
  const { prompts } = await client.listPrompts();
  assert.deepEqual(prompts.map((prompt) => prompt.name), ["ask_collection"]);
  const prompt = { name: "ask_collection", arguments: { collection: id, question: "What does it cost?" } };
  assert.match((await client.getPrompt(prompt)).messages[0].content.text, /What does it cost\?/);
  await assert.rejects(client.getPrompt({ ...prompt, arguments: {} }), /collection is missing/);
  const missing = await call(client, "ask", { question: "What?", collection: "no-such-collection" });
  assert.deepEqual(missing.structuredContent.citations, []);
  assert.equal(refused(await call(client, "look", {})), "NO_LEASE");
  await assert.rejects(call(client, "sudo", {}), /no tool/);
  const large = await fetch(at, {
    method: "POST",
    headers: { ...signedIn, "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "x".repeat(10_000_000) } }),
  });
  assert.equal(large.status, 413);
  await client.close();
});

test("a kept workflow is done by a worker, as a program's order", { skip }, async () => {
  const client = await connectedTo(at, signedIn);
  const steps = ['setValue("it", "{city}")', 'click("it")'].map((action, at) => {
    const control = at ? 'role = "btn"\nname = "Go"' : 'role = "inp"\nname = "City"';
    return `[[steps]]\nintent = "Step ${at + 1}"\naction = '${action}'\n[steps.control]\n${control}\n`;
  });
  const head = 'name = "Travel"\nstart = "https://shop.example/"\nsites = ["https://shop.example"]\n';
  const file = `${head}[[parameters]]\nname = "city"\ntype = "text"\n${steps.join("")}`;
  const headers = { ...signedIn, "content-type": "application/json" };
  const made = await fetch(`${server}/api/workflows`, { method: "POST", headers, body: JSON.stringify({ text: file }) });
  assert.equal(made.status, 201, await made.clone().text());
  const { id } = (await made.json()).data;
  assert.match(refused(await call(client, "workflows", { verb: "run", id })), /VALIDATION|WORKFLOW/);
  const begun = await call(client, "workflows", { verb: "run", id, inputs: { city: "Oslo" } });
  const { run } = begun.structuredContent;
  assert.equal(run.status, "queued", text(begun));
  await call(client, "runs", { verb: "cancel", id: run.id });
  await client.close();
});
