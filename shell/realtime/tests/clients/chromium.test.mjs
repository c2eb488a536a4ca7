// `pusher-js` as browsers load it, unchanged, in real Chromium.
import assert from "node:assert/strict";
import { test } from "node:test";
import { found, launch } from "./chromium.mjs";
import { load, startHub, until } from "./kit.mjs";

const SCRIPT = load.resolve("pusher-js").replace("node/pusher.js", "web/pusher.min.js");

test("pages hear, speak, see who is there, and come back", { skip: !found() && "Chromium is missing" }, async (t) => {
  const hub = await startHub();
  const browser = await launch();
  t.after(() => browser.close());
  const [ann, bob] = [await page(browser, hub, "ann"), await page(browser, hub, "bob")];

  await until(async () => (await ann.evaluate(() => room.members.count)) === 2);
  await hub.server.trigger(["private-a", "presence-a"], "e", { n: 1 }, { socket_id: await ann.evaluate(() => pusher.connection.socket_id) });
  await bob.evaluate(() => secret.trigger("client-x", { n: 2 }));
  await bob.evaluate(() => room.trigger("client-y", { n: 3 }));
  await until(async () => (await log(ann)).length === 3);
  assert.deepEqual(await log(ann), [
    ["presence-a", "pusher:member_added", { id: "bob", info: { name: "bob" } }],
    ["private-a", "client-x", { n: 2 }],
    ["presence-a", "client-y", { n: 3 }],
  ]);
  assert.deepEqual(await log(bob), [["private-a", "e", { n: 1 }], ["presence-a", "e", { n: 1 }]]);

  await bob.close();
  await until(async () => (await ann.evaluate(() => room.members.count)) === 1);
  const before = await ann.evaluate(() => pusher.connection.socket_id);
  await hub.stop();
  const again = await startHub({ port: hub.port });
  t.after(() => again.kill());
  await until(() => ann.evaluate((before) => secret.subscribed && pusher.connection.socket_id !== before, before));
  await again.server.trigger("private-a", "e", { n: 4 });
  await until(async () => (await log(ann)).at(-1)[1] === "e");
});

/** A page with the client in it, for somebody who is in two channels. */
async function page(browser, hub, name) {
  const page = await browser.newPage();
  await page.exposeFunction("vouch", (socket, channel) => {
    const person = { user_id: name, user_info: { name } };
    return hub.server.authorizeChannel(socket, channel, channel.startsWith("presence-") ? person : undefined);
  });
  await page.addScriptTag({ path: SCRIPT });
  await page.evaluate(async (port) => {
    globalThis.pusher = new Pusher("key", {
      cluster: "",
      wsHost: "127.0.0.1",
      wsPort: port,
      forceTLS: false,
      enabledTransports: ["ws"],
      channelAuthorization: {
        customHandler: ({ socketId, channelName }, done) => {
          vouch(socketId, channelName).then((auth) => done(null, auth), (error) => done(error));
        },
      },
    });
    globalThis.heard = [];
    for (const [variable, channel] of [["secret", "private-a"], ["room", "presence-a"]]) {
      const joined = pusher.subscribe(channel);
      globalThis[variable] = joined;
      await new Promise((resolve) => joined.bind("pusher:subscription_succeeded", resolve));
      joined.bind_global((event, data) => {
        if (event !== "pusher:subscription_succeeded" && event !== "pusher:member_removed") heard.push([channel, event, data]);
      });
    }
  }, hub.port);
  return page;
}

function log(page) {
  return page.evaluate(() => heard);
}
