/** Where things are. */
import { existsSync } from "node:fs";
import { join } from "node:path";

declare const PACKAGE: string;

/** The extension's folder and the repository's. */
export const EXTENSION = PACKAGE.replace(/\/$/, "");
export const REPOSITORY = join(EXTENSION, "../..");

/** A command of the workspace as cargo built it. */
export function built(name: string): string {
  const folder = process.env.CARGO_TARGET_DIR ?? join(REPOSITORY, "target");
  const file = join(folder, process.env.SCREEN_AGENT_PROFILE ?? "debug", name);
  if (!existsSync(file))
    throw new Error(`${file} is missing; run: cargo build -p screen-agent-cli -p screen-agent-testkit`);
  return file;
}

/** The extension as WXT built it for Chrome. */
export function unpacked(): string {
  const folder = join(EXTENSION, "dist/chrome-mv3");
  if (!existsSync(join(folder, "manifest.json")))
    throw new Error(`${folder} is missing; run: npm run build -w extension`);
  return folder;
}

export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
