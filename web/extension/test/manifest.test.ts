/** What browsers are told about the extension, as it is built. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

declare const PACKAGE: string;

const BASE = ["alarms", "scripting", "storage", "webNavigation"];
const BUILDS: Record<string, { permissions: string[]; panel: string | null }> = {
  "chrome-mv3": { permissions: [...BASE, "debugger", "downloads", "sidePanel"], panel: "side_panel" },
  "chrome-mv3-lean": { permissions: [...BASE, "downloads", "sidePanel"], panel: "side_panel" },
  "edge-mv3": { permissions: [...BASE, "debugger", "downloads", "sidePanel"], panel: "side_panel" },
  "firefox-mv3": { permissions: [...BASE, "downloads"], panel: "sidebar_action" },
  "safari-mv3": { permissions: BASE, panel: null },
};

interface Manifest {
  manifest_version: number;
  name: string;
  version: string;
  permissions: string[];
  host_permissions: string[];
  icons: Record<string, string>;
  background: { service_worker?: string; scripts?: string[] };
  content_security_policy: { extension_pages: string };
  content_scripts: { js: string[]; matches: string[]; run_at: string; all_frames: boolean; world?: string }[];
  commands: Record<string, { suggested_key: { default: string } }>;
  browser_specific_settings?: { gecko?: { id: string; strict_min_version: string } };
  [other: string]: unknown;
}

const place = (build: string, file: string): string => join(PACKAGE, "dist", build, file);
const config = statSync(join(PACKAGE, "wxt.config.ts")).mtimeMs;
const stale = Object.keys(BUILDS).some(
  (build) => !existsSync(place(build, "manifest.json")) || statSync(place(build, "manifest.json")).mtimeMs < config,
);
if (stale) spawnSync(process.execPath, [join(PACKAGE, "build.mjs")], { stdio: "ignore" });

const read = (build: string): Manifest => JSON.parse(readFileSync(place(build, "manifest.json"), "utf8")) as Manifest;

for (const [build, { permissions, panel }] of Object.entries(BUILDS)) {
  test(`${build}: asks for what it needs and no more`, () => {
    const manifest = read(build);
    assert.equal(manifest.manifest_version, 3);
    assert.deepEqual([...manifest.permissions].sort(), [...permissions].sort());
    assert.deepEqual(manifest.host_permissions, ["<all_urls>"]);
    for (const key of [
      "optional_permissions",
      "optional_host_permissions",
      "externally_connectable",
      "web_accessible_resources",
      "key",
      "update_url",
      "oauth2",
    ]) {
      assert.equal(key in manifest, false, key);
    }
  });

  test(`${build}: stays out of private windows`, () => {
    assert.equal(read(build).incognito, "not_allowed");
  });

  test(`${build}: runs its own scripts only`, () => {
    const policy = new Map(
      read(build)
        .content_security_policy.extension_pages.split("; ")
        .map((rule): [string, string] => [rule.split(" ")[0] ?? "", rule]),
    );
    assert.equal(policy.get("default-src"), "default-src 'none'");
    assert.equal(policy.get("script-src"), "script-src 'self'");
    assert.equal(policy.get("object-src"), "object-src 'none'");
    assert.equal(
      [...policy.values()].some((rule) => rule.includes("unsafe")),
      false,
    );
  });

  test(`${build}: everything that it names is there`, () => {
    const manifest = read(build);
    assert.match(manifest.version, /^\d+\.\d+\.\d+$/);
    assert.deepEqual(Object.keys(manifest.icons), ["16", "32", "48", "128"]);
    const background = [manifest.background.service_worker, ...(manifest.background.scripts ?? [])].filter(
      (file) => file !== undefined,
    );
    const files = [
      ...Object.values(manifest.icons),
      ...background,
      ...manifest.content_scripts.flatMap(({ js }) => js),
      "sidepanel.html",
    ];
    for (const file of files) assert.ok(existsSync(place(build, file)), file);
    for (const [size, file] of Object.entries(manifest.icons)) assert.equal(widthOf(place(build, file)), Number(size));
    const scripts = manifest.content_scripts;
    assert.deepEqual(
      scripts.map(({ js, world }) => [js, world]),
      [
        [["page.js"], undefined],
        [["heard.js"], "MAIN"],
      ],
    );
    for (const { matches, run_at, all_frames } of scripts) {
      assert.deepEqual([matches, run_at, all_frames], [["<all_urls>"], "document_start", true]);
    }
  });

  test(`${build}: opens where this browser can show it`, () => {
    const manifest = read(build);
    for (const key of ["side_panel", "sidebar_action"]) assert.equal(key in manifest, key === panel, key);
    const command = panel === "sidebar_action" ? "_execute_sidebar_action" : "_execute_action";
    assert.deepEqual(Object.keys(manifest.commands), [command, "stop"]);
    assert.equal(typeof manifest.action, "object");
  });
}

test("Firefox knows it by its id and runs it as an event page", () => {
  const { background, browser_specific_settings } = read("firefox-mv3");
  assert.deepEqual(Object.keys(background), ["scripts"]);
  assert.match(browser_specific_settings?.gecko?.id ?? "", /^[\w-]+@[\w.-]+$/);
  assert.match(browser_specific_settings?.gecko?.strict_min_version ?? "", /^\d+\.\d+$/);
});

/** Width of a PNG, from its header. */
function widthOf(file: string): number {
  return readFileSync(file).readUInt32BE(16);
}
