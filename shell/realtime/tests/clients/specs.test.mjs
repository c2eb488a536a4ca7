// The integration specs that `pusher-js` ships, as they are, in real Chromium against this hub.
//
// The specs name hosts and keys of their publisher's; the browser is told that those hosts are here,
// and the hubs are given those keys. What the specs ask of a page's own server (signatures, and
// publishing) is answered by the published server library below. Left out are the specs of
// transports that the hub does not speak (streaming and polling over HTTP) and of script loading.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createServer as createTlsServer } from "node:tls";
import { found, launch } from "./chromium.mjs";
import { fetched } from "./fetch.mjs";
import { load, startHub } from "./kit.mjs";

/** The test framework that the specs are written for. */
const JASMINE = "jasmine-core@4.6.1";
const modules = fetched("jasmine", [JASMINE]);

/** What the specs call their two apps. */
const APPS = [
  { cluster: "mt1", key: "c49a449b916bb4246729", named: "http://localhost:3000" },
  { cluster: "eu", key: "cb7d5e50f5669e5c9ae6", named: "http://localhost:3001" },
];

const missing = whatIsMissing();

test("the client's own integration specs pass", { skip: missing }, async (t) => {
  const certificate = selfSigned();
  if (!certificate) t.diagnostic("openssl is missing: the specs with TLS are left out");
  const places = [];
  for (const app of APPS) places.push(await place(t, app, certificate));
  const rules = places.flatMap(({ rules }) => rules).join(", ");
  const browser = await launch([`--host-resolver-rules=${rules}`, "--ignore-certificate-errors"]);
  t.after(() => browser.close());
  // The specs wait a lot, so those with TLS and those without wait at the same time.
  const pages = certificate ? [false, true] : [false];
  const results = (await Promise.all(pages.map((tls) => ran(t, browser, places, tls)))).flat();
  for (const { name, status, failures } of results) {
    await t.test(name, { skip: status === "excluded" || status === "pending" }, () => {
      assert.deepEqual(failures, []);
    });
  }
  assert.ok(results.length > 20, `only ${results.length} specs ran`);
});

/** Runs the specs in a page of their own. */
async function ran(t, browser, places, tls) {
  const page = await browser.newPage();
  page.on("pageerror", (error) => t.diagnostic(`in the page: ${error.message}`));
  await page.goto(places[0].api);
  await page.addScriptTag({ path: join(modules, "jasmine-core/lib/jasmine-core/jasmine.js") });
  await page.evaluate(prepare);
  await page.addScriptTag({ content: await bundle(t, places, tls) });
  return page.evaluate(run);
}

function whatIsMissing() {
  if (!found()) return "Chromium is missing";
  return modules ? false : `${JASMINE} cannot be fetched`;
}

/** A hub with an app of the specs, with TLS beside it, and the server that vouches for its pages. */
async function place(t, { cluster, key, named }, certificate) {
  const hub = await startHub({ app: { id: "1", key, secret: "secret" } });
  t.after(() => hub.kill());
  const host = `ws-${cluster}.pusher.com`;
  const rules = [`MAP ${host}:80 127.0.0.1:${hub.port}`];
  if (certificate) {
    const tls = createTlsServer(certificate, (socket) => {
      const inside = connect(hub.port, "127.0.0.1");
      socket.pipe(inside).pipe(socket);
      for (const end of [socket, inside]) end.on("error", () => [socket, inside].forEach((end) => end.destroy()));
    });
    rules.push(`MAP ${host}:443 127.0.0.1:${await listen(t, tls)}`);
  }
  const api = `http://127.0.0.1:${await listen(t, createServer(vouchFor(hub)))}`;
  return { rules, named, api };
}

async function listen(t, server) {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return server.address().port;
}

/** What the specs ask of a page's own server: signatures, and publishing. */
function vouchFor(hub) {
  return async (request, response) => {
    const url = new URL(request.url, "http://here");
    const answer = (type, text) => {
      const headers = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*", "Content-Type": type };
      response.writeHead(200, headers).end(text);
    };
    if (url.pathname === "/auth" && request.method !== "OPTIONS") {
      const asked = request.method === "GET" ? url.searchParams : new URLSearchParams(await text(request));
      const id = asked.get("socket_id");
      const data = { user_id: id, user_info: { name: `Integration ${id}`, email: `integration-${id}@example.com` } };
      const vouched = JSON.stringify(hub.server.authorizeChannel(id, asked.get("channel_name"), data));
      const callback = asked.get("callback");
      return callback ? answer("text/javascript", `${callback}(${vouched})`) : answer("application/json", vouched);
    }
    if (url.pathname.startsWith("/v2/send/")) {
      const given = (name) => Buffer.from(url.searchParams.get(name), "base64").toString();
      await hub.server.trigger(given("channel"), given("event"), JSON.parse(given("data")));
      const receiver = url.pathname.split("/").at(-1);
      return answer("text/javascript", `Pusher.Integration.ScriptReceivers[${receiver}](null, {});`);
    }
    return answer("text/html", "<!doctype html><title>specs</title>");
  };
}

async function text(request) {
  let all = "";
  for await (const part of request) all += part;
  return all;
}

/** A certificate that nobody trusts but a browser that was told to. */
function selfSigned() {
  const folder = mkdtempSync(join(tmpdir(), "hub-specs-"));
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(folder, name));
  try {
    const subject = ["-subj", "/CN=hub", "-days", "1", "-nodes"];
    execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The specs and the client's own sources in one script. */
async function bundle(t, places, tls) {
  const { build } = load("esbuild");
  // Below node_modules, the bundler prefers scripts to the sources that they are made from.
  const root = mkdtempSync(join(tmpdir(), "hub-specs-"));
  t.after(() => rmSync(root, { recursive: true }));
  const published = load.resolve("pusher-js/package.json").replace("package.json", "");
  for (const folder of ["src", "spec"]) cpSync(join(published, folder), join(root, folder), { recursive: true });
  const specs = join(root, "spec/javascripts/integration/core");
  const configs = JSON.stringify([{ transport: "ws", forceTLS: tls }]);
  const required = readdirSync(specs).map((name) => `require(${JSON.stringify(join(specs, name))})(${configs});`);
  const built = await build({
    stdin: { contents: `require("core/pusher");\n${required.join("\n")}`, resolveDir: root },
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    logLevel: "error",
    tsconfigRaw: "{}",
    nodePaths: ["src/runtimes/web", "spec/javascripts/helpers/web", "spec/javascripts/helpers", "src/runtimes", "src"].map((path) => join(root, path)),
    define: { VERSION: '"specs"', CDN_HTTP: '""', CDN_HTTPS: '""', DEPENDENCY_SUFFIX: '""', global: "globalThis", RUNTIME: '"web"' },
    plugins: [standIns(places)],
  });
  return built.outputFiles[0].text;
}

function standIns(places) {
  return {
    name: "stand-ins",
    setup(build) {
      build.onResolve({ filter: /^testenv$/ }, () => ({ path: "testenv", namespace: "given" }));
      build.onLoad({ filter: /.*/, namespace: "given" }, () => ({ contents: 'module.exports = "web";' }));
      // Only encrypted channels use these, and no spec here has one.
      build.onResolve({ filter: /^@stablelib\// }, ({ path }) => ({ path, namespace: "unused" }));
      build.onLoad({ filter: /.*/, namespace: "unused" }, () => ({ contents: "export function decode() { throw new Error('unused'); }" }));
      build.onLoad({ filter: /helpers\/web\/integration\.js$/ }, ({ path }) => {
        const own = readFileSync(path, "utf8");
        return { contents: places.reduce((text, { named, api }) => text.replaceAll(named, api), own) };
      });
    },
  };
}

/** In the page: makes the framework's words global, before the specs are loaded. */
function prepare() {
  globalThis.jasmine = jasmineRequire.core(jasmineRequire);
  const env = jasmine.getEnv();
  Object.assign(globalThis, jasmineRequire.interface(jasmine, env));
  env.configure({ random: false });
}

/** In the page: runs the specs, and gives what came of them. */
async function run() {
  const results = [];
  jasmine.getEnv().addReporter({
    specDone: ({ fullName, status, failedExpectations }) => {
      results.push({ name: fullName, status, failures: failedExpectations.map(({ message }) => message) });
    },
  });
  await jasmine.getEnv().execute();
  return results;
}
