// Builds the files that are injected: one into every frame, one where something is to be done, one where something is asked
// about, one where what the person does is noted down, and one into the page's own world.

import { statSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

/** What each may weigh, in bytes. */
const LIMITS = { page: 77_000, act: 41_300, read: 22_500, record: 5_000, heard: 1_000 };

/** In all but the looking bundle `lending.ts` stands for what that one, which is there already, lends. */
const lent = {
  name: "lent",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/lending\.ts$/ }, ({ importer }) => {
      const own = importer.endsWith("/src/index.ts");
      return own ? undefined : { path: fileURLToPath(new URL("./src/lending.ts", import.meta.url)), namespace: "lent" };
    });
    onLoad({ filter: /.*/, namespace: "lent" }, async ({ path }) => {
      const { metafile } = await build({ entryPoints: [path], format: "esm", write: false, metafile: true });
      const [{ exports }] = Object.values(metafile.outputs);
      return { contents: `export const { ${exports.join(", ")} } = globalThis.__screenAgent.lending;` };
    });
  },
};

/** Builds them; answers the folder that they are in. */
export async function buildPage() {
  const out = new URL("./dist/", import.meta.url);
  await build({
    entryPoints: Object.fromEntries(
      Object.entries({ page: "index", act: "act", read: "read", record: "record", heard: "heard" }).map(
        ([name, source]) => [name, new URL(`./src/${source}.ts`, import.meta.url).pathname],
      ),
    ),
    outdir: out.pathname,
    bundle: true,
    plugins: [lent],
    minify: true,
    format: "iife",
    target: ["chrome120", "firefox115", "safari16.4"],
    legalComments: "none",
  });
  for (const [name, limit] of Object.entries(LIMITS)) {
    const { size } = statSync(new URL(`${name}.js`, out));
    if (size > limit) throw new Error(`${name}.js is ${size} bytes, the limit is ${limit}`);
  }
  return out;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await buildPage();
