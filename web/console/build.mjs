// Builds the console, and the page that describes the API: files that need nothing from elsewhere.

import { copyFileSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
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

// The page that describes the API, with Swagger UI as its makers built it.
const swagger = (file) => fileURLToPath(import.meta.resolve(`swagger-ui-dist/${file}`));
mkdirSync(here("./dist/docs"), { recursive: true });
for (const file of ["swagger-ui.css", "swagger-ui-bundle.js"]) copyFileSync(swagger(file), here(`./dist/docs/${file}`));
for (const file of ["page.js", "page.css"]) copyFileSync(here(`./src/docs/${file}`), here(`./dist/docs/${file}`));
