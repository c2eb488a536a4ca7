// Bundles the tests and runs them: `node test/run.mjs feed` runs the files whose name holds the word.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";

const here = new URL(".", import.meta.url);
const wanted = process.argv.slice(2);
const files = readdirSync(here).filter((name) => name.endsWith(".test.ts") && (wanted.length === 0 || wanted.some((word) => name.includes(word))));
const out = new URL(`../dist/test-${process.pid}.mjs`, here).pathname;

try {
  await build({
    stdin: { contents: files.map((name) => `import "./${name}";`).join("\n"), resolveDir: here.pathname, loader: "ts" },
    outfile: out,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
  const run = spawnSync(process.execPath, ["--test", "--test-reporter=spec", out], { stdio: "inherit" });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(out, { force: true });
}
