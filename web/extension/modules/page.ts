// Puts the page bundles into the extension byte for byte as the headless runner has them, and declares
// the one that looks as content script of every frame; the others are brought when needed.
// WXT's own content scripts announce themselves to the page by events and messages; ours must not be seen.
import { fileURLToPath } from "node:url";
import { buildPage } from "@screen-agent/page/build";
import { defineWxtModule } from "wxt/modules";

const BUNDLES = ["page.js", "act.js", "read.js", "record.js", "heard.js"];

export default defineWxtModule((wxt) => {
  wxt.hook("prepare:publicPaths", (_wxt, paths) => void paths.push(...BUNDLES));
  wxt.hook("build:publicAssets", async (_wxt, files) => {
    const built = await buildPage();
    for (const name of BUNDLES) files.push({ absoluteSrc: fileURLToPath(new URL(name, built)), relativeDest: name });
  });
  wxt.hook("build:manifestGenerated", (_wxt, manifest) => {
    const everywhere = {
      matches: ["<all_urls>"],
      run_at: "document_start" as const,
      all_frames: true,
      match_about_blank: true,
      // Frames of data:, blob: and sandboxed documents follow the page that made them. @types lag behind.
      ...{ match_origin_as_fallback: true },
    };
    manifest.content_scripts ??= [];
    manifest.content_scripts.push({ ...everywhere, js: ["page.js"] });
    // In the page's own world, where alone it is seen what scripts have elements listen to.
    manifest.content_scripts.push({ ...everywhere, js: ["heard.js"], ...{ world: "MAIN" } });
  });
});
