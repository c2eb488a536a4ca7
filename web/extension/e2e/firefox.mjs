// Bundles the tests that run in a real Firefox, and runs them. Not part of CI: a Firefox has to be there.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";

const here = new URL("./firefox/", import.meta.url);
const wanted = process.argv.slice(2);
const files = readdirSync(here).filter((name) => name.endsWith(".test.ts") && (wanted.length === 0 || wanted.some((word) => name.includes(word))));
const out = new URL("../../dist/e2e/firefox/", here).pathname;
mkdirSync(out, { recursive: true });

await build({
  entryPoints: files.map((name) => new URL(name, here).pathname),
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  external: ["playwright-core", "axe-core"],
  define: { PACKAGE: JSON.stringify(new URL("../..", here).pathname) },
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  logLevel: "error",
});
const built = files.map((name) => `${out}${name.replace(/\.ts$/, ".mjs")}`);
const run = spawnSync(process.execPath, ["--test", "--test-concurrency=1", "--test-reporter=spec", ...built], { stdio: "inherit" });
process.exit(run.status ?? 1);
