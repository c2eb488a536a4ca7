// Bundles the pages: each mounts one library as its own documentation does.

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = new URL(".", import.meta.url);

/** Builds them; answers the folder that they are in. */
export async function buildPages() {
  const out = fileURLToPath(new URL("dist/", here));
  await build({
    entryPoints: readdirSync(new URL("pages/", here))
      .filter((name) => !name.startsWith("jquery-global"))
      .map((name) => fileURLToPath(new URL(`pages/${name}`, here))),
    outdir: out,
    bundle: true,
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    loader: Object.fromEntries([".png", ".gif", ".svg", ".ttf", ".woff2"].map((ending) => [ending, "dataurl"])),
    format: "iife",
    logLevel: "error",
  });
  return out;
}

if (process.argv[1]?.endsWith("build.mjs")) await buildPages();
