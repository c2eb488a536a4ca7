// What the tests with published clients of the Model Context Protocol have in common.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fetched } from "../../../realtime/tests/clients/fetch.mjs";

const { COMMAND: command, ENVIRONMENT: environment, DATA: data, SITE: site } = process.env;
assert.ok(command && environment && data && site, "see ../e2e/mcp.rs");

export { site };

/** The official SDK of the revision before the newest, and the one of the newest; nothing when they cannot be had. */
const modules = fetched("mcp-1.32.2-2.4.0", ["@modelcontextprotocol/sdk@1.32.2", "@modelcontextprotocol/client@2.4.0"]);
export const skip = modules ? false : "the packages cannot be had";
const need = modules ? createRequire(join(modules, "index.js")) : () => ({});

const { Client } = need("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = need("@modelcontextprotocol/sdk/client/stdio.js");
const { StreamableHTTPClientTransport } = need("@modelcontextprotocol/sdk/client/streamableHttp.js");
const { ElicitRequestSchema } = need("@modelcontextprotocol/sdk/types.js");
const newest = { ...need("@modelcontextprotocol/client"), ...need("@modelcontextprotocol/client/stdio") };

const own = { name: "test", version: "1" };

function started(args) {
  return { command, args: ["mcp", "--data", data, ...args], env: JSON.parse(environment), stderr: "inherit" };
}

/** What a person does about what they are asked, in turn; a person who is asked more than that fails the test. */
export function person(...answers) {
  const asked = [];
  const answer = (request) => {
    asked.push(request.params.message);
    const next = answers.shift();
    assert.ok(next, `asked besides: ${request.params.message}`);
    return next;
  };
  return { asked, answer };
}

export const yes = { action: "accept", content: { allow: true } };
export const no = { action: "decline" };

/** A client over standard input and output; with a person, it has forms. */
export async function connected(args, who) {
  const capabilities = who ? { elicitation: {} } : {};
  const client = new Client(own, { capabilities });
  if (who) client.setRequestHandler(ElicitRequestSchema, who.answer);
  await client.connect(new StdioClientTransport(started(args)));
  return client;
}

/** One of the newest revision: it is asked by what a call gives back. */
export async function connectedNewest(args, who) {
  const client = new newest.Client(own, {
    capabilities: { elicitation: {} },
    versionNegotiation: { mode: { pin: "2026-07-28" } },
  });
  client.setRequestHandler("elicitation/create", who.answer);
  await client.connect(new newest.StdioClientTransport(started(args)));
  return client;
}

/** One over HTTP. */
export async function connectedTo(url, headers) {
  const client = new Client(own);
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

/** How the SDK of a revision goes about being let in: `connect` again, with what the person was led back with, goes on. */
export function wayOf(which) {
  const before = which === "before";
  const { Client: Made, StreamableHTTPClientTransport: Transport, UnauthorizedError: Unauthorized } = before
    ? { Client, StreamableHTTPClientTransport, ...need("@modelcontextprotocol/sdk/client/auth.js") }
    : newest;
  const connect = async (url, authProvider, led) => {
    const transport = () => new Transport(new URL(url), { authProvider });
    const finishAuth = (over, said) => over.finishAuth(before ? said.get("code") : said);
    if (led) await finishAuth(transport(), led);
    const client = new Made(own);
    const over = transport();
    await client.connect(over);
    return { client, finish: () => client.close(), finishAuth: (said) => finishAuth(over, said) };
  };
  const asked = async (client, name, args) => await client.callTool({ name, arguments: args });
  return { connect, call: asked, Unauthorized };
}

/** A page of the server as a browser gets it: its words, its hidden fields, its cookie. */
export async function browsed(url) {
  const page = await fetch(url, { redirect: "manual" });
  const html = await page.text();
  assert.equal(page.status, 200, html);
  const plain = (text) => text.replaceAll("&amp;", "&");
  const hidden = [...html.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name, value]) => [name, plain(value)]));
  return { html, fields, cookie: page.headers.get("set-cookie").split(";")[0] };
}

/** What a person says on that page; where they are led. */
export async function letIn(url, said) {
  const { fields, cookie } = await browsed(url);
  const body = new URLSearchParams({ answer: "allow", ...fields, ...said });
  const place = new URL("/oauth/authorize", url);
  const answered = await fetch(place, { method: "POST", headers: { cookie }, body, redirect: "manual" });
  assert.equal(answered.status, 303, await answered.text());
  return new URL(answered.headers.get("location"));
}

export async function call(client, name, args, options) {
  return await client.callTool({ name, arguments: args }, undefined, options);
}

export const text = (result) => result.content.map((part) => part.text).join("\n");

/** The id that a look shows for the control of this name. */
export function id(result, name) {
  const found = text(result).match(new RegExp(`\\[(\\S+) [^\\]]*${name}`));
  assert.ok(found, `${name} is not in ${text(result)}`);
  return found[1];
}

/** The code of a call that was refused. */
export function refused(result) {
  assert.equal(result.isError, true, text(result));
  return text(result).split(":")[0];
}
