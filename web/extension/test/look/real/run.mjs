// Runs the eyes' tests in a real Chromium: `node test/look/real/run.mjs [word]`; needs the page bundles built.
// `node test/look/real/run.mjs --bench` measures looks instead.

import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
const bench = process.argv[2] === "--bench";
const wanted = process.argv.slice(bench ? 3 : 2);
const files = readdirSync(here).filter(
  (name) =>
    name.endsWith(bench ? ".bench.ts" : ".browser.ts") &&
    (wanted.length === 0 || wanted.some((word) => name.includes(word))),
);
const out = `${root}dist/eyes-${process.pid}.mjs`;
try {
  await build({
    stdin: { contents: files.map((name) => `import "./${name}";`).join("\n"), resolveDir: here, loader: "ts" },
    outfile: out,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["playwright-core", "esbuild"],
    define: { PACKAGE: JSON.stringify(root) },
    logLevel: "error",
  });
  const run = spawnSync(process.execPath, [...(bench ? [] : ["--test", "--test-reporter=spec"]), out], {
    stdio: "inherit",
  });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(out, { force: true });
}
