/** What addresses are of, and where they lead. */

/** The origin of an address; pages without one, and what is no address, are all "null". */
export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "null";
}

/** Whether an address is on one of some sites: hosts with all below them, or origins. */
export function isOn(url: string, sites: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, origin } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") return false;
  const host = (site: string): string => site.toLowerCase();
  return sites.some((site) =>
    site.includes("://") ? originOf(site) === origin : hostname === host(site) || hostname.endsWith(`.${host(site)}`),
  );
}

/** An address without its place within the page: going to another place loads nothing. */
export function withoutPlace(url: string): string {
  return url.split("#", 1)[0] ?? "";
}

/** The origin that a person means by a server's address; null when it is none of the web. */
export function serverOrigin(typed: string): string | null {
  const text = typed.trim();
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  return isWeb && !url.username && !url.password ? url.origin : null;
}
