// The page that the components stand on in tests: bundled to dist/test, where the tests read it.
import { build } from "esbuild";

const path = (relative) => new URL(relative, import.meta.url).pathname;

await build({
  entryPoints: [path("./page.tsx")],
  bundle: true,
  outdir: path("../../dist/test"),
  format: "iife",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  logLevel: "error",
});
