// A collection of what tags of documents and traces promise, run by newman, unchanged and as it is published.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fetched } from "../../../realtime/tests/clients/fetch.mjs";

const { SERVER_URL: base, TOKEN: token } = process.env;
assert.ok(base && token, "see ../it/ide_clients.rs");

const modules = fetched("newman-6.2.2", ["newman@6.2.2"]);
const skip = modules ? false : "the package cannot be had";

test("documents and traces have the tags that the collection asks for", { skip }, async () => {
  const newman = createRequire(join(modules, "index.js"))("newman");
  const collection = new URL("etags.collection.json", import.meta.url).pathname;
  const envVar = Object.entries({ base, token }).map(([key, value]) => ({ key, value }));
  const { run } = await new Promise((resolve, reject) =>
    newman.run({ collection, envVar }, (error, summary) => (error ? reject(error) : resolve(summary))),
  );
  assert.deepEqual(
    run.failures.map(({ source, error }) => `${source.name}: ${error.message}`),
    [],
  );
  assert.equal(run.stats.assertions.total, 26);
});
