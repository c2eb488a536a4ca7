// Builds the console, bundles its tests and runs them in one process, so that they share one browser.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import "../build.mjs";

const here = new URL(".", import.meta.url);
const files = readdirSync(here).filter((name) => name.endsWith(".test.ts"));
// Not in dist: what lies there is embedded.
const out = new URL(`./bundle-${process.pid}.mjs`, here).pathname;

try {
  await build({
    stdin: { contents: files.map((name) => `import "./${name}";`).join("\n"), resolveDir: here.pathname, loader: "ts" },
    outfile: out,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["playwright-core"],
    define: { PACKAGE: JSON.stringify(new URL("..", here).pathname) },
    logLevel: "error",
  });
  const run = spawnSync(process.execPath, ["--test", "--test-reporter=spec", out], { stdio: "inherit" });
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(out, { force: true });
}
