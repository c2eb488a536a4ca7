/** What the organisation knows of the site in a tab. It is found out here: no address is told for it. */
import type { KnowledgeSourcesData } from "@screen-agent/api";
import type { SiteKnowledge } from "../shared/protocol.ts";

/** By what the server keeps; null where that does not say it. */
export function knowledgeOf(kept: KnowledgeSourcesData, url: string): SiteKnowledge | null {
  const { allowedDomains, sources } = kept;
  if (allowedDomains.length === 0) return "none";
  const read = sources.filter(({ chunks }) => chunks > 0);
  // A service outside of the server may be asked, of which nothing is told here.
  if (read.length === 0) return null;
  const host = hostnameOf(url);
  const listed = allowedDomains.some((pattern) => isWithin(pattern, host));
  return listed && read.some(({ domain }) => domain === undefined || isWithin(domain, host)) ? "here" : "elsewhere";
}

/** `*.x.com` means everything below x.com, and x.com itself. */
function isWithin(pattern: string, host: string): boolean {
  if (!pattern.startsWith("*.")) return host === pattern;
  const parent = pattern.slice(2);
  return host === parent || host.endsWith(`.${parent}`);
}

function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "";
}
