// Builds the extension: one file, which needs nothing but the editor.

import { build } from "esbuild";

const here = (path) => new URL(path, import.meta.url).pathname;

await build({
  entryPoints: [here("./src/extension.ts")],
  outfile: here("./dist/extension.js"),
  bundle: true,
  minify: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  legalComments: "none",
});
