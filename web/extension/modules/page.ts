// Puts the page bundle into the extension byte for byte as the headless runner has it, and declares it
// as content script of every frame. WXT's own content scripts announce themselves to the page by
// events and messages; ours must not be seen.
import { fileURLToPath } from "node:url";
import { defineWxtModule } from "wxt/modules";
import { buildPage } from "@screen-agent/page/build";

export default defineWxtModule((wxt) => {
  wxt.hook("prepare:publicPaths", (_wxt, paths) => void paths.push("page.js"));
  wxt.hook("build:publicAssets", async (_wxt, files) => {
    const out = fileURLToPath(await buildPage());
    files.push({ absoluteSrc: out, relativeDest: "page.js" });
  });
  wxt.hook("build:manifestGenerated", (_wxt, manifest) => {
    manifest.content_scripts ??= [];
    manifest.content_scripts.push({
      matches: ["<all_urls>"],
      js: ["page.js"],
      run_at: "document_start",
      all_frames: true,
      match_about_blank: true,
      // Frames of data:, blob: and sandboxed documents follow the page that made them. @types lag behind.
      ...{ match_origin_as_fallback: true },
    });
  });
});
