/** Pages that a browser shows to no extension. */
import { browser } from "wxt/browser";

const STORES = ["chromewebstore.google.com", "addons.mozilla.org", "microsoftedge.microsoft.com"];

export function isRestricted(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { protocol, host, pathname } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:" && protocol !== "file:") return true;
  return STORES.includes(host) || (host === "chrome.google.com" && pathname.startsWith("/webstore"));
}

/** What is said of such a page. */
export const RESTRICTED = "The browser does not let extensions see this page.";

/**
 * Nothing is begun in a private window, whatever the browser lets us in to: conversations, tasks and the audit log are kept by
 * the server, and would be found in every other window.
 */
export async function isPrivate(tabId: number): Promise<boolean> {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  return tab?.incognito === true;
}

/** Where a tab is now; null when it is gone. */
export async function tabNow(tabId: number): Promise<{ url: string; restricted: boolean } | null> {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  if (!tab) return null;
  const url = tab.url || tab.pendingUrl || "";
  // Of a tab that is on its way nothing may be known yet; whoever looks waits for it.
  return { url, restricted: isRestricted(url) && !(url === "" && tab.status === "loading") };
}
