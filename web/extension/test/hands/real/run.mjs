// Runs the hands' tests in a real Chromium: `node test/hands/real/run.mjs [word]`; needs the page bundles built.
// Each file has a browser of its own, so they run one after the other.

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
const wanted = process.argv.slice(2);
const files = readdirSync(here).filter(
  (name) => name.endsWith(".browser.ts") && (wanted.length === 0 || wanted.some((word) => name.includes(word))),
);
const out = join(root, "dist", `hands-${process.pid}`);
mkdirSync(out, { recursive: true });
try {
  await build({
    entryPoints: files.map((name) => join(here, name)),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["playwright-core", "esbuild"],
    define: { PACKAGE: JSON.stringify(root) },
    logLevel: "error",
  });
  const bundles = readdirSync(out).map((name) => join(out, name));
  const run = spawnSync(process.execPath, ["--test", "--test-concurrency=1", "--test-reporter=spec", ...bundles], {
    stdio: "inherit",
  });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
