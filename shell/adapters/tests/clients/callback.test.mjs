// What was posted, checked by the webhooks of a published library, unchanged, and by five lines of one's own.
import assert from "node:assert/strict";
import { createHmac, timingSafeEqual } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fetched } from "../../../realtime/tests/clients/fetch.mjs";

const { SIGNATURE: signature, BODY: body, SECRET: secret } = process.env;
assert.ok(signature && body && secret, "see ../callback.rs");

const modules = fetched("stripe-17.7.0", ["stripe@17.7.0"]);
const skip = modules ? false : "the package cannot be had";

test("a published library takes it for true, and nothing else", { skip }, () => {
  const Stripe = createRequire(join(modules, "index.js"))("stripe");
  const { webhooks } = new Stripe("unused");
  assert.deepEqual(webhooks.constructEvent(body, signature, secret), JSON.parse(body));
  assert.throws(() => webhooks.constructEvent(`${body} `, signature, secret));
  assert.throws(() => webhooks.constructEvent(body, signature, "another"));
});

test("five lines of one's own do, too", () => {
  const { t, v1 } = Object.fromEntries(signature.split(",").map((part) => part.split("=")));
  const mac = createHmac("sha256", secret).update(`${t}.${body}`).digest();
  assert.ok(timingSafeEqual(mac, Buffer.from(v1, "hex")));
});
