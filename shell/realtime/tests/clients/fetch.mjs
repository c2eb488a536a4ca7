// Test frameworks that the published specs are written for: fetched on first use, never committed.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const CACHE = new URL("../../../../.cache/", import.meta.url).pathname;

/** The folder that holds these packages, or nothing when they cannot be had. */
export function fetched(folder, packages) {
  const place = join(CACHE, folder);
  const modules = join(place, "node_modules");
  const names = packages.map((named) => named.slice(0, named.lastIndexOf("@")));
  if (names.every((name) => existsSync(join(modules, name, "package.json")))) return modules;
  const options = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"];
  mkdirSync(CACHE, { recursive: true });
  // Several tests fetch at once: each elsewhere, and who is first moves it to its place, whole.
  const own = mkdtempSync(`${place}-`);
  try {
    execFileSync("npm", ["install", "--prefix", own, ...options, ...packages], { stdio: "ignore" });
    if (!existsSync(place)) renameSync(own, place);
    return modules;
  } catch {
    return existsSync(modules) ? modules : undefined;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
