// Builds the one file that is injected into every frame.
import { build } from "esbuild";
import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";

const LIMIT = 88_000;

/** Builds the bundle; answers where it is. */
export async function buildPage() {
  const out = new URL("./dist/page.js", import.meta.url);
  await build({
    entryPoints: [new URL("./src/index.ts", import.meta.url).pathname],
    outfile: out.pathname,
    bundle: true,
    minify: true,
    format: "iife",
    target: "chrome120",
    legalComments: "none",
  });
  const { size } = statSync(out);
  if (size > LIMIT) throw new Error(`page.js is ${size} bytes, the limit is ${LIMIT}`);
  return out;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await buildPage();
