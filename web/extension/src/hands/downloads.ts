/** What a page brought the person while an action was done: the browser keeps it where they keep their downloads. */
import { browser } from "wxt/browser";
import type { Download } from "../shared/action.ts";
import { originOf } from "../shared/origin.ts";
import type { Under } from "./under.ts";

/** The downloads that the action began; those of other pages are none of its business. */
export async function downloadsOf({ watch, origin }: Under): Promise<Download[]> {
  const found = watch.downloads.map((id) => browser.downloads.search({ id }).catch(() => []));
  return (await Promise.all(found)).flat().flatMap(({ id, filename, url, referrer }) => {
    // A page may keep its address to itself: then there is nothing to tell it by.
    const isElsewhere = referrer && originOf(referrer) !== origin && originOf(url) !== origin;
    return isElsewhere ? [] : [{ id, name: lastOf(filename) || lastOf(pathOf(url)) || "a file" }];
  });
}

/** The name alone: the folders that it is in are nobody's business. It is not known while the person is asked for one. */
function lastOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? "";
}

function pathOf(url: string): string {
  return url.startsWith("http") && URL.canParse(url) ? new URL(url).pathname : "";
}
