// Bundles every test file by itself and runs each in a process of its own, so that no state is shared.
// `node test/run.mjs reducer worker` runs the files whose path holds one of the words.

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "esbuild";

const root = new URL("..", import.meta.url).pathname;
const wanted = process.argv.slice(2);
const out = join(root, "dist", `test-${process.pid}`);

/** Test files below a folder; a folder that is not there has none. */
function below(folder) {
  try {
    return readdirSync(join(root, folder), { recursive: true })
      .map(String)
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

const files = [...below("test"), ...below("src")].filter(
  (name) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);
if (files.length === 0) {
  console.error(wanted.length > 0 ? `No test file's path holds ${wanted.join(" or ")}.` : "There are no tests.");
  process.exit(1);
}

/** Preact's hooks must be the same module for all, so packages stay outside; ours are source and go in. */
const external = ["playwright-core", "preact", "preact/*", "@preact/signals", "linkedom", "axe-core", "esbuild"];

mkdirSync(out, { recursive: true });
try {
  await build({
    entryPoints: Object.fromEntries(
      files.map((name) => [
        relative(".", name)
          .replace(/[/\\]/g, "-")
          .replace(/\.tsx?$/, ""),
        join(root, name),
      ]),
    ),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    jsx: "automatic",
    jsxImportSource: "preact",
    external,
    // What is the browser's is given by the test that needs it: `globalThis.browser = …`.
    alias: { "wxt/browser": join(root, "test", "browser.ts") },
    define: { PACKAGE: JSON.stringify(root) },
    loader: { ".css": "empty" },
    logLevel: "error",
  });
  const bundles = readdirSync(out).map((name) => join(out, name));
  const run = spawnSync(process.execPath, ["--test", "--test-reporter=spec", ...bundles], { stdio: "inherit" });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
