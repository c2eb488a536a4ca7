/** Whether the person lets us at what we work with. */
import { browser } from "wxt/browser";
import { EVERYWHERE } from "../shared/access.ts";

/** True when the page can be seen and the server be reached. `seen`: the browser tells the address of the page. */
export async function hasAccess(seen: boolean, server: string): Promise<boolean> {
  if (await browser.permissions.contains(EVERYWHERE)) return true;
  if (!seen || !URL.canParse(server)) return false;
  const { protocol, hostname } = new URL(server);
  // Patterns of permissions know no ports.
  return browser.permissions.contains({ origins: [`${protocol}//${hostname}/*`] });
}

/** Calls whenever access is given or taken away. */
export function onAccess(changed: () => void): void {
  browser.permissions.onAdded.addListener(changed);
  browser.permissions.onRemoved.addListener(changed);
}
