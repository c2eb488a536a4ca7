/** What a page brought the person while an action was done: the browser keeps it where they keep their downloads. */
import { browser } from "wxt/browser";
import type { Download } from "../shared/action.ts";
import { originOf } from "../shared/origin.ts";
import type { Under } from "./under.ts";

/** How long a file is waited for; a large one goes on coming by itself. */
const COMING = 5000;

/** The files that the action brought; those of other pages are none of its business. */
export interface Brought {
  came: Download[];
  /** Names of those that were refused, or broke off. */
  lost: string[];
}

/** What the action brought, once it is whole or was waited for. */
export async function broughtBy({ watch, origin, signal }: Under): Promise<Brought> {
  const end = performance.now() + COMING;
  for (;;) {
    const { ended } = watch;
    const found = (
      await Promise.all(watch.downloads.map((id) => browser.downloads.search({ id }).catch(() => [])))
    ).flat();
    // A page may keep its address to itself: then there is nothing to tell it by.
    const own = found.filter(
      ({ referrer, url }) => !referrer || originOf(referrer) === origin || originOf(url) === origin,
    );
    const left = end - performance.now();
    if (left > 0 && own.some(({ state }) => state === "in_progress")) {
      await watch.until(() => watch.ended > ended, left, signal);
      continue;
    }
    const came = own.filter(({ state }) => state !== "interrupted");
    return {
      came: came.map((item) => ({ id: item.id, name: nameOf(item), whole: item.state === "complete" })),
      lost: own.filter((item) => !came.includes(item)).map(nameOf),
    };
  }
}

/** The same in words. */
export function toldOf({ came, lost }: Brought): string[] {
  const told = (what: string, names: readonly string[]): string[] =>
    names.length > 0 ? [`${what}: ${names.map((name) => `"${name}"`).join(", ")}`] : [];
  const names = came.map(({ name }) => name);
  return [...told("a file came", names), ...told("a file was not kept", lost)];
}

/** The name alone: the folders that it is in are nobody's business. It is not known while the person is asked for one. */
function nameOf({ filename, url }: { filename: string; url: string }): string {
  return lastOf(filename) || lastOf(pathOf(url)) || "a file";
}

function lastOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? "";
}

function pathOf(url: string): string {
  return url.startsWith("http") && URL.canParse(url) ? new URL(url).pathname : "";
}
