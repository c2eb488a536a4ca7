/** Cases that the Rust client is tested with, too. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

declare const PACKAGE: string;

/** All cases of a file of `fixtures/client`. */
export function clientCases<T>(name: string): T[] {
  return JSON.parse(readFileSync(join(PACKAGE, `../../fixtures/client/${name}.json`), "utf8")) as T[];
}
