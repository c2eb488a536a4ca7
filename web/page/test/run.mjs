// Bundles the tests and runs them in one process, so that they share one browser.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

const here = new URL(".", import.meta.url);
const wanted = process.argv.slice(2);
const files = readdirSync(here).filter((name) => name.endsWith(".test.ts") && (wanted.length === 0 || wanted.some((word) => name.includes(word))));
const out = new URL("../dist/test.mjs", here).pathname;

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
process.exit(run.status ?? 1);
