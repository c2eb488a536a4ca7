import type { SessionInfo } from "@screen-agent/api";

/** The conversations whose title, site or address has every word. */
export function matching(sessions: readonly SessionInfo[], words: string): SessionInfo[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return sessions.filter(({ title, domain, url }) => {
    const text = `${title} ${domain} ${url}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
