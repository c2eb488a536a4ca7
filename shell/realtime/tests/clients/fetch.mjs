// Test frameworks that the published specs are written for: fetched on first use, never committed.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const CACHE = new URL("../../../../.cache/", import.meta.url).pathname;

/** The folder that holds these packages, or nothing when they cannot be had. */
export function fetched(folder, packages) {
  const place = join(CACHE, folder);
  const modules = join(place, "node_modules");
  const names = packages.map((named) => named.slice(0, named.lastIndexOf("@")));
  if (names.every((name) => existsSync(join(modules, name, "package.json")))) return modules;
  const options = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"];
  try {
    execFileSync("npm", ["install", "--prefix", place, ...options, ...packages], { stdio: "ignore" });
    return modules;
  } catch {
    return undefined;
  }
}
