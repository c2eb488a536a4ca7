// Builds the one file that is injected into every frame.
import { build } from "esbuild";
import { statSync } from "node:fs";

const LIMIT = 88_000;
const out = new URL("./dist/page.js", import.meta.url).pathname;

await build({
  entryPoints: [new URL("./src/index.ts", import.meta.url).pathname],
  outfile: out,
  bundle: true,
  minify: true,
  format: "iife",
  target: "chrome120",
  legalComments: "none",
});
const size = statSync(out).size;
if (size > LIMIT) throw new Error(`page.js is ${size} bytes, the limit is ${LIMIT}`);
