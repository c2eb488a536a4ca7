// Builds the console: three files that need nothing from elsewhere.

import { copyFileSync, mkdirSync } from "node:fs";
import { build } from "esbuild";

const here = (path) => new URL(path, import.meta.url).pathname;

mkdirSync(here("./dist"), { recursive: true });
await build({
  entryPoints: { console: here("./src/main.tsx"), style: here("./src/style.css") },
  outdir: here("./dist"),
  bundle: true,
  minify: true,
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  target: "es2022",
  legalComments: "none",
});
copyFileSync(here("./src/index.html"), here("./dist/index.html"));
