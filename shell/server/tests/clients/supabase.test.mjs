// `@supabase/supabase-js` and its `@supabase/realtime-js`, unchanged and as they are published, against the server: an
// old version, which speaks 1.0.0, and a new one, which speaks 2.0.0.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fetched } from "../../../realtime/tests/clients/fetch.mjs";

const { SERVER_URL: url, TOKEN: token, OTHER_TOKEN: other } = process.env;
assert.ok(url && token && other, "see ../it/ide_clients.rs");

const DESIGN = `${url}/functions/v1/design-generate`;
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

/** The events of a design, each once and in order. */
const WHOLE = ["ready", "meta", "progress", "rag.done", "llm.done", "ui.generate", "done"];

function subscribed(channel) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("nobody answered the join")), 10_000);
    channel.subscribe((status, error) => {
      clearTimeout(late);
      if (status === "SUBSCRIBED") resolve(channel);
      else reject(error ?? new Error(status));
    });
  });
}

/** What is heard in a channel: a list, and a promise of the first that is as wanted. */
function heard(channel, event = "*") {
  const log = [];
  const waiting = [];
  channel.on("broadcast", { event }, (message) => {
    log.push(message);
    for (const look of waiting) look();
  });
  const until = (wanted) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`only ${JSON.stringify(log)}`)), 10_000);
      const look = () => {
        if (!log.some(wanted)) return;
        clearTimeout(late);
        resolve(log);
      };
      waiting.push(look);
      look();
    });
  return { log, until };
}

const isDone = ({ event }) => event === "done";

function isWhole(log) {
  const names = log.map(({ event }) => event).filter((name, at, all) => name !== all[at - 1]);
  assert.deepEqual(names, WHOLE);
  assert.deepEqual(log.map(({ payload }) => payload.seq), log.map((_, at) => at + 1));
}

/** What clients tell each other goes among the sockets of one server: `docs/scaling.md`. */
const several = Number(process.env.SCREEN_AGENT_SERVERS ?? 1) > 1 && "there are several servers";

for (const version of ["2.56.0", "2.109.0", "2.119.1"]) {
  const modules = fetched(`supabase-${version}`, [`@supabase/supabase-js@${version}`, "ws@8.18.3"]);
  const skip = modules ? false : "the packages cannot be had";
  const load = modules && createRequire(join(modules, "index.js"));
  const made = (t, key = token, options = {}) => {
    const { createClient } = load("@supabase/supabase-js");
    const realtime = { transport: load("ws"), ...options };
    const client = createClient(url, key, { realtime, auth: { persistSession: false, autoRefreshToken: false } });
    t.after(() => client.removeAllChannels());
    return client;
  };

  test(`${version}: who comes late hears the whole of a trace`, { skip }, async (t) => {
    const body = JSON.stringify({ text: "login page", projectId: "demo" });
    const { trace_id } = await (await fetch(DESIGN, { method: "POST", headers, body })).json();
    const channel = made(t).channel(`trace:${trace_id}`);
    const { until } = heard(channel);
    await subscribed(channel);
    const log = await until(isDone);
    isWhole(log);
    assert.ok(log.every(({ payload }) => payload.trace_id === trace_id));
    assert.equal(log.at(-1).payload.task_type, "design_generate");
  });

  test(`${version}: who joins while it is told hears each event once`, { skip }, async (t) => {
    const client = made(t);
    await subscribed(client.channel("warm"));
    const body = JSON.stringify({ text: "settings page" });
    const events = { ...headers, accept: "text/event-stream" };
    const response = await fetch(DESIGN, { method: "POST", headers: events, body });
    const reader = response.body.getReader();
    const first = new TextDecoder().decode((await reader.read()).value);
    const { trace_id } = JSON.parse(first.match(/^event: ready\ndata: (.*)\n/)[1]);
    const channel = client.channel(`trace:${trace_id}`);
    const { until } = heard(channel);
    await subscribed(channel);
    isWhole(await until(isDone));
    while (!(await reader.read()).done);
  });

  test(`${version}: who listens hears what becomes of the actions`, { skip }, async (t) => {
    const body = JSON.stringify({ symbols: ["#a"], projectId: "demo" });
    const derive = `${url}/functions/v1/figma-compat/uui/variables/derive`;
    const { trace_id, cli_actions } = await (await fetch(derive, { method: "POST", headers, body })).json();
    const channel = made(t).channel(`trace:${trace_id}`);
    const { until } = heard(channel);
    await subscribed(channel);
    const before = (await until(isDone)).length;
    const payload = { id: cli_actions[0].id, status: "running" };
    const report = JSON.stringify({ trace_id, event_type: "cli.apply", payload });
    const told = await fetch(`${url}/functions/v1/metrics-ingest`, { method: "POST", headers, body: report });
    assert.equal(told.status, 200);
    const log = await until(({ event }) => event === "cli.apply");
    assert.equal(log.length, before + 1);
    assert.deepEqual(log.at(-1).payload, { ...payload, action_id: payload.id, trace_id, seq: before + 1 });
  });

  test(`${version}: nobody else hears of it`, { skip }, async (t) => {
    const body = JSON.stringify({ text: "login page" });
    const { trace_id } = await (await fetch(DESIGN, { method: "POST", headers, body })).json();
    for (const key of [other, "sb_publishable_none"]) {
      await assert.rejects(subscribed(made(t, key).channel(`trace:${trace_id}`)), /allowed|sign in/);
    }
  });

  test(`${version}: clients of an organisation tell each other`, { skip: skip || several }, async (t) => {
    const [one, two] = [made(t), made(t)];
    const config = { broadcast: { ack: true, self: true } };
    const [a, b] = [one.channel("room", { config }), two.channel("room")];
    const [own, theirs] = [heard(a, "cursor"), heard(b, "cursor")];
    // Without a socket it goes over HTTP.
    await Promise.all([subscribed(a), subscribed(b)]);
    const said = { type: "broadcast", event: "cursor", payload: { x: 1, name: "é 앱" } };
    assert.equal(await a.send(said), "ok");
    for (const { until } of [own, theirs]) {
      const [{ payload }] = await until(() => true);
      assert.deepEqual(payload, { x: 1, name: "é 앱" });
    }
    const third = made(t).channel("room");
    const posted = { type: "broadcast", event: "cursor", payload: { over: "http" } };
    const sent = third.httpSend ? await third.httpSend("cursor", posted.payload) : await third.send(posted);
    assert.ok(sent === "ok" || sent.success, JSON.stringify(sent));
    await theirs.until(({ payload }) => payload.over === "http");
    assert.equal(await a.unsubscribe(), "ok");
  });

  test(`${version}: what is wanted of tables is echoed, and a session's token counts`, { skip }, async (t) => {
    const client = made(t, "sb_publishable_none");
    await client.realtime.setAuth(token);
    const channel = client
      .channel("tables")
      .on("postgres_changes", { event: "INSERT", schema: "cogo", table: "bus_events", filter: "message_id=eq.1" }, () => {})
      .on("postgres_changes", { event: "*", schema: "public" }, () => {});
    await subscribed(channel);
  });

  test(`${version}: realtime-js alone, in each version of the protocol that it speaks`, { skip: skip || several }, async (t) => {
    const { RealtimeClient } = load("@supabase/realtime-js");
    for (const vsn of version === "2.56.0" ? ["1.0.0"] : ["1.0.0", "2.0.0"]) {
      const make = () => {
        const options = { params: { apikey: token }, transport: load("ws"), vsn };
        const client = new RealtimeClient(`${url}/realtime/v1`, options);
        t.after(() => client.disconnect());
        return client;
      };
      const [one, two] = [make(), make()];
      const [a, b] = [one.channel("alone"), two.channel("alone")];
      const { until } = heard(b, "bytes");
      await Promise.all([subscribed(a), subscribed(b)]);
      const bytes = new Uint8Array([0, 255, 7]).buffer;
      const payload = vsn === "2.0.0" ? bytes : { n: 1 };
      await a.send({ type: "broadcast", event: "bytes", payload });
      const [message] = await until(() => true);
      const same = vsn === "2.0.0" ? new Uint8Array(message.payload) : message.payload;
      assert.deepEqual(same, vsn === "2.0.0" ? new Uint8Array(bytes) : payload);
    }
  });
}
