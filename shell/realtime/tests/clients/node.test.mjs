// `pusher-js` and `pusher`, unchanged, in Node.
import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, heard, joined, next, startHub, state, until, vouching } from "./kit.mjs";

const hub = await startHub();
test.after(() => hub.kill());

test("an event goes to everybody in its channels, but for the one who caused it", async (t) => {
  const [one, two] = [connect(t, hub), connect(t, hub)];
  const [a, b] = [await joined(one, "a"), await joined(two, "b")];
  const [inA, inB] = [heard(a, "e", "end"), heard(b, "e", "end")];
  await hub.server.trigger(["a", "b"], "e", { n: 1, s: "é \" \\" });
  await hub.server.trigger(["a", "b"], "e", "text", { socket_id: one.connection.socket_id });
  await hub.server.trigger(["a", "b"], "end", {});
  await until(() => inA.length === 2 && inB.length === 3);
  assert.deepEqual(inA, [["e", { n: 1, s: "é \" \\" }], ["end", {}]]);
  assert.deepEqual(inB, [["e", { n: 1, s: "é \" \\" }], ["e", "text"], ["end", {}]]);
});

test("a batch comes in order", async (t) => {
  const channel = await joined(connect(t, hub), "batch");
  const log = heard(channel, "e");
  const batch = Array.from({ length: 10 }, (_, n) => ({ channel: "batch", name: "e", data: { n } }));
  await hub.server.triggerBatch(batch);
  await until(() => log.length === 10);
  assert.deepEqual(log.map(([, { n }]) => n), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("a private channel opens with its own signature alone", async (t) => {
  const log = heard(await joined(connect(t, hub), "private-a"), "e");
  const forge = { customHandler: (_, done) => done(null, { auth: "key:00" }) };
  const forger = connect(t, hub, { channelAuthorization: forge });
  const refused = await next(forger.subscribe("private-a"), "pusher:subscription_error");
  assert.equal(refused.type, "AuthError");
  assert.equal(refused.status, 401);
  await hub.server.trigger("private-a", "e", 1);
  await until(() => log.length === 1);
});

test("an encrypted channel carries what the hub cannot read", async (t) => {
  const client = connect(t, hub);
  const log = heard(await joined(client, "private-encrypted-a"), "e");
  await hub.server.trigger("private-encrypted-a", "e", { secret: 1 });
  await until(() => log.length === 1);
  assert.deepEqual(log, [["e", { secret: 1 }]]);
});

test("a presence channel shows who comes and goes", async (t) => {
  const ann = connect(t, hub);
  const bob = connect(t, hub, vouching(hub.server, { user_id: "bob", user_info: { name: "Bob" } }));
  const room = await joined(ann, "presence-a");
  assert.deepEqual(room.members.me, { id: "ann", info: { name: "Ann" } });
  const log = heard(room, "pusher:member_added", "pusher:member_removed");
  const seen = await joined(bob, "presence-a");
  assert.deepEqual(seen.members.members, { ann: { name: "Ann" }, bob: { name: "Bob" } });
  const { users } = await (await hub.server.get({ path: "/channels/presence-a/users" })).json();
  assert.deepEqual(users, [{ id: "ann" }, { id: "bob" }]);
  bob.disconnect();
  await until(() => log.length === 2);
  const known = { id: "bob", info: { name: "Bob" } };
  assert.deepEqual(log, [["pusher:member_added", known], ["pusher:member_removed", known]]);
  assert.equal(room.members.count, 1);
});

test("what clients say reaches the others, and too much of it is an error and no close", async (t) => {
  const [one, two] = [connect(t, hub), connect(t, hub)];
  const [mine, theirs] = [await joined(one, "private-talk"), await joined(two, "private-talk")];
  const [echoed, log] = [heard(mine, "client-x"), heard(theirs, "client-x")];
  const errors = [];
  one.connection.bind("error", ({ data }) => errors.push(data.code));
  const id = one.connection.socket_id;
  for (let n = 0; n < 40; n++) mine.trigger("client-x", { n });
  await until(() => log.length + errors.length === 40);
  assert.ok(errors.length > 0);
  assert.ok(errors.every((code) => code === 4301));
  assert.deepEqual(log[0], ["client-x", { n: 0 }]);
  assert.deepEqual(echoed, []);
  assert.equal(one.connection.state, "connected");
  assert.equal(one.connection.socket_id, id);
});

test("in a presence channel it is known who spoke", async (t) => {
  const [one, two] = [connect(t, hub), connect(t, hub)];
  const [mine, theirs] = [await joined(one, "presence-talk"), await joined(two, "presence-talk")];
  const said = new Promise((resolve) => theirs.bind("client-x", (data, metadata) => resolve([data, metadata])));
  mine.trigger("client-x", { n: 1 });
  assert.deepEqual(await said, [{ n: 1 }, { user_id: "ann" }]);
});

test("who is signed in is reached in person, and can be sent away", async (t) => {
  const client = connect(t, hub);
  const log = heard(client.user, "hello");
  client.signin();
  await client.user.signinDonePromise;
  await until(async () => {
    await hub.server.sendToUser("ann", "hello", { n: 1 });
    return log.length > 0;
  });
  assert.deepEqual(log[0], ["hello", { n: 1 }]);
  const gone = state(client, "disconnected");
  await hub.server.terminateUserConnections("ann");
  await gone;
});

test("a cache channel tells its last event to those who come late", async (t) => {
  const early = connect(t, hub).subscribe("cache-a");
  await next(early, "pusher:cache_miss");
  await hub.server.trigger("cache-a", "e", { n: 1 });
  const late = connect(t, hub).subscribe("cache-a");
  assert.deepEqual(await next(late, "e"), { n: 1 });
});

test("a server can ask what there is", async (t) => {
  await joined(connect(t, hub), "presence-asked");
  await joined(connect(t, hub), "asked");
  const ask = async (path, params) => (await hub.server.get({ path, params })).json();
  const info = "user_count,subscription_count";
  assert.deepEqual(await ask("/channels", { filter_by_prefix: "presence-asked", info }), {
    channels: { "presence-asked": { user_count: 1, subscription_count: 1 } },
  });
  assert.deepEqual(await ask("/channels/asked", { info: "subscription_count" }), {
    occupied: true,
    subscription_count: 1,
  });
  const answer = await hub.server.trigger("asked", "e", {}, { info: "subscription_count" });
  assert.deepEqual(await answer.json(), { channels: { asked: { subscription_count: 1 } } });
});

test("a server with another secret publishes nothing", async (t) => {
  const log = heard(await joined(connect(t, hub), "guarded"), "e");
  const Server = hub.server.constructor;
  const thief = new Server({ appId: "app", key: "key", secret: "guess", host: "127.0.0.1", port: hub.port });
  await assert.rejects(thief.trigger("guarded", "e", {}), { status: 401 });
  await hub.server.trigger("guarded", "e", "mine");
  await until(() => log.length === 1);
  assert.deepEqual(log, [["e", "mine"]]);
});

test("an unknown key is told so, once and for all", async (t) => {
  const client = connect(t, hub, { key: "nobody" });
  const { data } = await next(client.connection, "error").then(({ error }) => error ?? {});
  assert.equal(data.code, 4001);
  await state(client, "disconnected");
});

test("who answers pings stays; all the time it is the same socket", async (t) => {
  const curious = await startHub({ "activity-ms": 100 });
  t.after(() => curious.kill());
  const client = connect(t, curious);
  let pings = 0;
  await state(client, "connected");
  client.connection.bind("message", ({ event }) => (pings += event === "pusher:ping" ? 1 : 0));
  const id = client.connection.socket_id;
  await until(() => pings >= 5);
  assert.equal(client.connection.state, "connected");
  assert.equal(client.connection.socket_id, id);
});

// The client itself waits some 15 seconds before it tries again, so these two wait together.
test("a hub that comes back finds its clients again", { concurrency: true }, async (t) => {
  const cases = [["stopped", "stop"], ["killed", "kill"]];
  await Promise.all(cases.map(([how, end]) => t.test(how, (t) => comesBack(t, end))));
});

async function comesBack(t, end) {
  const first = await startHub();
  const client = connect(t, first);
  const channel = await joined(client, "private-a");
  const log = heard(channel, "e");
  const id = client.connection.socket_id;
  const left = next(client.connection, "connecting");
  await first[end]();
  await left;
  const second = await startHub({ port: first.port });
  t.after(() => second.kill());
  await next(channel, "pusher:subscription_succeeded");
  assert.notEqual(client.connection.socket_id, id);
  await second.server.trigger("private-a", "e", { n: 1 });
  await until(() => log.length === 1);
}
