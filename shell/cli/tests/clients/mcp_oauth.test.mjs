// The official clients' own OAuth, unchanged and as they are published, against the real server. A person is played by what
// their browser would send.
import assert from "node:assert/strict";
import { test } from "node:test";
import { browsed, letIn, refused, skip, wayOf } from "./mcp.mjs";

const { SERVER: server, EMAIL: email, PASSWORD: password } = process.env;
const at = `${server}/mcp`;
const back = "http://127.0.0.1:33418/back";

/** A program that keeps what it is given, and waits for its person where it has to. */
function program(name) {
  const kept = {};
  const provider = {
    redirectUrl: back,
    clientMetadata: { client_name: name, redirect_uris: [back], token_endpoint_auth_method: "none" },
    state: () => "its own word",
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.url = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
    invalidateCredentials: (which) => {
      if (which === "all" || which === "tokens") delete kept.tokens;
      if (which === "all" || which === "client") delete kept.client;
    },
  };
  return { kept, provider };
}

const person = { email, password };

for (const way of ["before", "newest"]) {
  test(`a program is let in, works, and is let in no more (${way})`, { skip }, async () => {
    const { connect, call, Unauthorized } = wayOf(way);
    const { kept, provider } = program(`Pilot ${way}`);
    await assert.rejects(connect(at, provider), Unauthorized);
    assert.equal(kept.url.searchParams.get("scope"), "read browser");
    const { html } = await browsed(kept.url);
    assert.match(html, new RegExp(`Let “Pilot ${way}” work in your name`));
    const led = await letIn(kept.url, { ...person, read: "on", browser: "on" });
    assert.equal(led.searchParams.get("state"), "its own word");
    const { client, finish } = await connect(at, provider, led.searchParams);
    const order = { verb: "submit", instruction: "Press Buy", url: "https://shop.example/" };
    const submitted = await call(client, "runs", order);
    assert.equal(submitted.structuredContent.runs[0].status, "queued");
    // What counts no more is turned into something newer, by itself.
    const first = kept.tokens;
    kept.tokens = { ...first, access_token: `${first.access_token}x` };
    assert.equal((await call(client, "runs", { verb: "list" })).structuredContent.total > 0, true);
    assert.notEqual(kept.tokens.refresh_token, first.refresh_token);
    for (const path of ["/api/v1/auth/session", "/api/runs"]) {
      const headers = { authorization: `Bearer ${kept.tokens.access_token}` };
      assert.equal((await fetch(server + path, { headers })).status, 401);
    }
    const body = new URLSearchParams({ token: kept.tokens.refresh_token, client_id: kept.client.client_id });
    assert.equal((await fetch(`${server}/oauth/revoke`, { method: "POST", body })).status, 200);
    delete kept.url;
    await assert.rejects(call(client, "runs", { verb: "list" }), Unauthorized);
    assert.ok(kept.url, "it asks anew");
    await finish();
  });
}

test("who was allowed to read only asks for more when it needs it", { skip }, async () => {
  const { connect, call, Unauthorized } = wayOf("newest");
  const { kept, provider } = program("Reader");
  await assert.rejects(connect(at, provider), Unauthorized);
  const led = await letIn(kept.url, { ...person, read: "on" });
  const { client, finish, finishAuth } = await connect(at, provider, led.searchParams);
  assert.equal(kept.tokens.scope, "read");
  assert.equal((await call(client, "runs", { verb: "list" })).isError ?? false, false);
  const order = { verb: "submit", instruction: "Press Buy", url: "https://shop.example/" };
  delete kept.url;
  await assert.rejects(call(client, "runs", order), Unauthorized);
  assert.equal(kept.url.searchParams.get("scope"), "read browser");
  await finishAuth((await letIn(kept.url, { ...person, read: "on", browser: "on" })).searchParams);
  assert.equal((await call(client, "runs", order)).structuredContent.runs[0].status, "queued");
  assert.equal(refused(await call(client, "look", {})), "NO_LEASE");
  await finish();
});

test("a person says no, and the program hears it", { skip }, async () => {
  const { connect, Unauthorized } = wayOf("newest");
  const { kept, provider } = program("Pushy");
  await assert.rejects(connect(at, provider), Unauthorized);
  const led = await letIn(kept.url, { answer: "refuse" });
  assert.equal(led.searchParams.get("error"), "access_denied");
  await assert.rejects(connect(at, provider, led.searchParams));
  assert.equal(kept.tokens, undefined);
});

for (const way of ["before", "newest"]) {
  test(`a program with a document of its own does not register; what cannot be read leads nobody anywhere (${way})`, { skip }, async () => {
    const { connect, Unauthorized } = wayOf(way);
    const { kept, provider } = program("Described");
    provider.clientMetadataUrl = "https://pilot.invalid/client.json";
    await assert.rejects(connect(at, provider), Unauthorized);
    assert.equal(kept.url.searchParams.get("client_id"), provider.clientMetadataUrl);
    const page = await fetch(kept.url, { redirect: "manual" });
    assert.equal(page.status, 400);
    assert.match(await page.text(), /description cannot be read/);
  });
}
