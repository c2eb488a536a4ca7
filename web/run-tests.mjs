// Bundles a package's tests and runs them with Node's own runner.

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { build } from "esbuild";

/** The tests of a folder whose names hold one of the words of the command line; all of them without a word. */
export function wanted(here, words = process.argv.slice(2)) {
  return readdirSync(here).filter(
    (name) => name.endsWith(".test.ts") && (words.length === 0 || words.some((word) => name.includes(word))),
  );
}

function options(home) {
  return {
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["playwright-core", "axe-core"],
    define: { PACKAGE: JSON.stringify(home.pathname) },
    logLevel: "error",
  };
}

function run(files, ...more) {
  const { status } = spawnSync(process.execPath, ["--test", ...more, "--test-reporter=spec", ...files], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}

/** All in one process, so that they share one browser. The bundle is made at `out` and taken away again. */
export async function runTogether({ here, home, out }) {
  try {
    const contents = wanted(here)
      .map((name) => `import "./${name}";`)
      .join("\n");
    await build({
      ...options(home),
      stdin: { contents, resolveDir: here.pathname, loader: "ts" },
      outfile: out.pathname,
    });
    run([out.pathname]);
  } finally {
    rmSync(out, { force: true });
  }
}

/** One file after another, each in a process of its own: browsers are heavy. */
export async function runInTurn({ here, home, out }) {
  const files = wanted(here);
  mkdirSync(out, { recursive: true });
  await build({
    ...options(home),
    entryPoints: files.map((name) => new URL(name, here).pathname),
    outdir: out.pathname,
    outExtension: { ".js": ".mjs" },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  run(
    files.map((name) => new URL(name.replace(/\.ts$/, ".mjs"), out).pathname),
    "--test-concurrency=1",
  );
}
