import { defineConfig, type UserManifest } from "wxt";

/** Every permission is one that something does not work without; the README says what. */
const PERMISSIONS = ["storage", "scripting", "webNavigation", "alarms"];

/** Safari tells nobody of downloads. */
const DOWNLOADS = "downloads";

/** Our own pages run our own scripts and nothing else; servers are the person's to choose. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self' http: https: ws: wss:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
].join("; ");

/** Whether this is the build without the debugger. */
const LEAN = process.env.EXTENSION_LEAN === "1";

const KEYS = { default: "Alt+Shift+S" };
/** Stops what is being done, whatever has the focus. Chromium gives no extension Alt+Shift+X or Alt+Shift+Z. */
const STOP = { suggested_key: { default: "Alt+Shift+Q" }, description: "Stop what Screen Agent is doing" };

type Target = "chrome" | "edge" | "firefox" | "safari";

/** What differs between browsers, and nothing else. */
const BY_BROWSER: Record<Target, () => UserManifest> = {
  chrome: chromium,
  edge: chromium,
  firefox: () => ({
    permissions: [...PERMISSIONS, DOWNLOADS],
    commands: { _execute_sidebar_action: { suggested_key: KEYS, description: "Open Screen Agent" }, stop: STOP },
    browser_specific_settings: {
      gecko: {
        id: "screen-agent@screen-agent.example",
        strict_min_version: "142.0",
        // What is on the screen goes to the server that the person signs in at, and to nobody else.
        data_collection_permissions: { required: ["websiteContent", "websiteActivity", "authenticationInfo"] },
      },
    },
  }),
  // There is no panel beside the page: the action opens it in a window of its own.
  safari: () => ({
    permissions: [...PERMISSIONS],
    commands: { _execute_action: { suggested_key: KEYS, description: "Open Screen Agent" }, stop: STOP },
    browser_specific_settings: { safari: { strict_min_version: "18.4" } },
  }),
};

/** Trusted input needs the debugger, which Chromium lets nobody ask for later. The lean build goes without. */
function chromium(): UserManifest {
  return {
    permissions: [...PERMISSIONS, DOWNLOADS, "sidePanel", ...(LEAN ? [] : ["debugger"])],
    commands: { _execute_action: { suggested_key: KEYS, description: "Open Screen Agent" }, stop: STOP },
    minimum_chrome_version: "120",
  };
}

/** Nothing of ours is ever set as HTML, so the one place that could do it is closed. */
function noHtml() {
  const SETS_HTML = /\b(\w+)\.innerHTML\s*=(?!=)/g;
  return {
    name: "no-html",
    transform(code: string, id: string): string | null {
      return id.includes("/preact/dist/") ? code.replace(SETS_HTML, "$1.textContent =") : null;
    },
  };
}

export default defineConfig({
  srcDir: "src",
  outDir: "dist",
  outDirTemplate: `{{browser}}-mv{{manifestVersion}}{{modeSuffix}}${LEAN ? "-lean" : ""}`,
  manifestVersion: 3,
  targetBrowsers: ["chrome", "edge", "firefox", "safari"],
  manifest: ({ browser }) => ({
    name: "Screen Agent",
    description: "Say what you want done on the page; watch it done, step by step, each step checked.",
    host_permissions: ["<all_urls>"],
    action: { default_title: "Screen Agent" },
    // A private window leaves nothing behind, and a server keeps conversations, tasks and an audit log.
    incognito: "not_allowed",
    content_security_policy: { extension_pages: POLICY },
    ...BY_BROWSER[browser as Target](),
  }),
  hooks: {
    "build:manifestGenerated": (wxt, manifest) => {
      if (wxt.config.browser !== "safari") return;
      // It is made for whatever is no Firefox; this browser knows no side panel.
      delete manifest.side_panel;
      manifest.permissions = [...PERMISSIONS];
    },
  },
  vite: () => ({ esbuild: { jsx: "automatic", jsxImportSource: "preact" }, plugins: [noHtml()] }),
});
