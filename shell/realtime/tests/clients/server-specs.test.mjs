// The specs that the `pusher` server library ships for a real service, as they are, against this
// hub. The one about proxies is left out: it is about the library alone.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { fetched } from "./fetch.mjs";
import { load, startHub } from "./kit.mjs";

const FRAMEWORK = ["mocha@9.2.2", "expect.js@0.3.1"];
const modules = fetched("mocha", FRAMEWORK);

test("the server library's own specs pass", { skip: !modules && `${FRAMEWORK.join(", ")} cannot be fetched` }, async (t) => {
  // The library reads the app's id as a number.
  const hub = await startHub({ app: { id: "1234", key: "key", secret: "secret" } });
  t.after(() => hub.kill());
  const specs = load.resolve("pusher").replace("lib/pusher.js", "tests/remote/pusher");
  const files = ["get.js", "trigger.js"].map((name) => join(specs, name));
  const env = { ...process.env, NODE_PATH: modules, PUSHER_URL: `http://key:secret@127.0.0.1:${hub.port}/apps/1234` };
  const { stdout } = await promisify(execFile)(join(modules, ".bin/mocha"), files, { env });
  t.diagnostic(stdout.trim().split("\n").at(-1).trim());
});
