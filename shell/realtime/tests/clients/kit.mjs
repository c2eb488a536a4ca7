// A hub in a process of its own, and the published clients pointed at it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

/** The packages of web/, as they are published. */
export const load = createRequire(new URL("../../../../web/package.json", import.meta.url));

export const Pusher = load("pusher-js");
const Server = load("pusher");

const BINARY = process.env.HUB_BINARY;
assert.ok(BINARY, "HUB_BINARY names the hub: see ../clients.rs");

const APP = { id: "app", key: "key", secret: "secret" };
const MASTER_KEY = Buffer.alloc(32, 7).toString("base64");

/** Starts a hub; on the port of an earlier one if `port` is given. */
export async function startHub({ port = 0, app = APP, ...flags } = {}) {
  const given = { port, id: app.id, key: app.key, secret: app.secret, ...flags };
  const args = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(BINARY, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const lines = createInterface({ input: child.stdout });
  const [address] = await new Promise((resolve, reject) => {
    lines.once("line", (line) => resolve([line.replace("listening on ", "")]));
    child.once("exit", (code) => reject(new Error(`the hub ended with ${code}`)));
  });
  const bound = Number(address.split(":").at(-1));
  const server = new Server({
    appId: app.id,
    key: app.key,
    secret: app.secret,
    host: "127.0.0.1",
    port: bound,
    useTLS: false,
    encryptionMasterKeyBase64: MASTER_KEY,
  });
  return {
    port: bound,
    app,
    server,
    /** Sends everybody away, as a server does that restarts. */
    async stop() {
      child.stdin.end();
      await ended;
    },
    /** Ends it in the middle of everything. */
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** What a page's server would answer about channels and people. */
export function vouching(server, person = { user_id: "ann", user_info: { name: "Ann" } }) {
  return {
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, done) => {
        const data = channelName.startsWith("presence-") ? person : undefined;
        done(null, server.authorizeChannel(socketId, channelName, data));
      },
    },
    userAuthentication: {
      customHandler: ({ socketId }, done) => {
        done(null, server.authenticateUser(socketId, { id: person.user_id, user_info: person.user_info }));
      },
    },
  };
}

/** A client that is taken down with the test. */
export function connect(t, hub, options = {}) {
  const client = new Pusher(options.key ?? hub.app.key, {
    cluster: "",
    wsHost: "127.0.0.1",
    wsPort: hub.port,
    forceTLS: false,
    enabledTransports: ["ws"],
    disableStats: true,
    ...vouching(hub.server),
    ...options,
  });
  t.after(() => client.disconnect());
  return client;
}

/** The next event of a name, with a limit that only broken code meets. */
export function next(emitter, event) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${event} did not come`)), 20_000);
    const heard = (data) => {
      clearTimeout(late);
      emitter.unbind(event, heard);
      resolve(data);
    };
    emitter.bind(event, heard);
  });
}

/** Waits for a connection in this state. */
export async function state(client, wanted) {
  if (client.connection.state !== wanted) await next(client.connection, wanted);
}

/** Subscribes, and gives the channel once it is confirmed. */
export async function joined(client, name) {
  const channel = client.subscribe(name);
  if (!channel.subscribed) await next(channel, "pusher:subscription_succeeded");
  return channel;
}

/** What came of some events, in the order in which it came. */
export function heard(channel, ...events) {
  const log = [];
  for (const event of events) channel.bind(event, (data) => log.push([event, data]));
  return log;
}

/** Waits until something has come true. */
export async function until(what) {
  for (let tries = 0; tries < 2_000; tries++) {
    if (await what()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`did not come true: ${what}`);
}
