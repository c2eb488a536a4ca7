// The storage of `@supabase/supabase-js`, unchanged and as it is published, against the server.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fetched } from "../../../realtime/tests/clients/fetch.mjs";

const { SERVER_URL: url, TOKEN: token, OTHER_TOKEN: other } = process.env;
assert.ok(url && token && other, "see ../it/ide_clients.rs");

const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
const SCREEN = { version: "1.0", tree: [{ id: "a", type: "text", props: { text: "#name" }, children: [] }] };
const JSON_TYPE = { contentType: "application/json" };

const asked = async (path, body) => {
  const method = body ? "POST" : "GET";
  const response = await fetch(`${url}/functions/v1/${path}`, { method, headers, body: body && JSON.stringify(body) });
  assert.equal(response.status, 200, await response.clone().text());
  return response.json();
};

for (const version of ["2.56.0", "2.109.0", "2.119.1"]) {
  const modules = fetched(`supabase-${version}`, [`@supabase/supabase-js@${version}`, "ws@8.18.3"]);
  const skip = modules ? false : "the packages cannot be had";
  const load = modules && createRequire(join(modules, "index.js"));
  const bucket = (name, key = token) => {
    const { createClient } = load("@supabase/supabase-js");
    const realtime = { transport: load("ws") };
    const client = createClient(url, key, { realtime, auth: { persistSession: false, autoRefreshToken: false } });
    return client.storage.from(name);
  };
  const good = ({ data, error }) => {
    assert.equal(error, null);
    return data;
  };

  test(`${version}: an upload by a link is taken in, and the result is had`, { skip }, async () => {
    const place = await asked("figma-compat/uui/presign", { projectId: "demo", fileName: `${version}.json` });
    const file = JSON.stringify(SCREEN);
    const put = await bucket(place.bucket).uploadToSignedUrl(place.key, place.token, file, JSON_TYPE);
    assert.equal(good(put).fullPath, `${place.bucket}/${place.key}`);
    const blob = new Blob([file], { type: "application/json" });
    good(await bucket(place.bucket).uploadToSignedUrl(place.key, place.token, blob));
    const { trace_id } = await asked("figma-compat/uui/ingest", { projectId: "demo", storage_key: place.key });
    const told = await fetch(`${url}/trace-status?trace_id=${trace_id}`, {
      headers: { ...headers, accept: "text/event-stream" },
    });
    assert.match(await told.text(), /event: done\n/);
    const ready = await asked(`figma-compat/uui/ingest/result?traceId=${trace_id}`);
    assert.equal(ready.status, "ready");
    const had = good(await bucket(ready.bucket).download(ready.key));
    assert.deepEqual(JSON.parse(await had.text()), SCREEN);
    assert.deepEqual(await (await fetch(ready.signedUrl)).json(), SCREEN);
  });

  test(`${version}: objects are put, signed, had and removed`, { skip }, async () => {
    const own = bucket("artifacts");
    const key = `logs/of ${version} (1).txt`;
    const { token: upload } = good(await own.createSignedUploadUrl(key));
    good(await own.uploadToSignedUrl(key, upload, "first"));
    const again = await own.upload(key, "second", { contentType: "text/plain" });
    assert.equal(again.error.message, "There is an object with this key.");
    good(await own.upload(key, "second", { contentType: "text/plain", upsert: true }));
    const { signedUrl } = good(await own.createSignedUrl(key, 60));
    const had = await fetch(signedUrl);
    assert.equal(await had.text(), "second");
    const tag = had.headers.get("etag");
    const same = await fetch(signedUrl, { headers: { "if-none-match": tag } });
    assert.equal(same.status, 304);
    const part = await fetch(signedUrl, { headers: { range: "bytes=0-2" } });
    assert.deepEqual([part.status, await part.text()], [206, "sec"]);
    const both = good(await own.createSignedUrls([key, "logs/none"], 60));
    assert.deepEqual(both.map(({ error }) => error), [null, "Not found."]);
    assert.equal(await (await fetch(both[0].signedUrl)).text(), "second");
    assert.ok((await bucket("artifacts", other).download(key)).error);
    assert.ok((await bucket("artifacts", "sb_publishable_none").download(key)).error);
    assert.equal(good(await own.remove([key])).length, 1);
    assert.ok((await own.download(key)).error);
  });
}
