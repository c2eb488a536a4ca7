// Builds the extension for every browser from one source, and the lean one without the debugger.
import { spawnSync } from "node:child_process";

const BUILDS = [
  { browser: "chrome" },
  { browser: "chrome", lean: true },
  { browser: "edge" },
  { browser: "firefox" },
  { browser: "safari" },
];

for (const { browser, lean } of BUILDS) {
  const env = { ...process.env, EXTENSION_LEAN: lean ? "1" : "" };
  const run = spawnSync("npx", ["wxt", "build", "-b", browser], {
    stdio: "inherit",
    cwd: new URL(".", import.meta.url).pathname,
    env,
  });
  if (run.status !== 0) process.exit(run.status ?? 1);
}
