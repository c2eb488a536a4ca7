import { defineConfig } from "wxt";

export default defineConfig({
  srcDir: "src",
  outDir: "dist",
  manifestVersion: 3,
  manifest: {
    name: "Screen Agent",
    description: "Say what you want done on the page; watch it done, step by step, each step checked.",
    permissions: ["storage", "scripting", "tabs", "webNavigation", "alarms", "sidePanel"],
    host_permissions: ["<all_urls>"],
    action: { default_title: "Screen Agent" },
  },
  vite: () => ({ esbuild: { jsx: "automatic", jsxImportSource: "preact" } }),
});
