/** Pages that a browser shows to no extension. */
const STORES = ["chromewebstore.google.com", "addons.mozilla.org", "microsoftedge.microsoft.com"];

export function isRestricted(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { protocol, host, pathname } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:" && protocol !== "file:") return true;
  return STORES.includes(host) || (host === "chrome.google.com" && pathname.startsWith("/webstore"));
}
