/** A stretch of a text: plain, or an address that may be followed. */
export type Stretch = { text: string; link?: undefined } | { text: string; link: { href: string; host: string; rest: string } };

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`“”‘’]+/gi;
/** What ends a sentence rather than an address. */
const TRAILING = /[.,;:!?)\]}]+$/;

/**
 * Finds addresses in a text. Only http and https count, and only without user name or password, since those
 * are there to make one host look like another. The host is the browser's own spelling of it.
 */
export function stretches(text: string): Stretch[] {
  const found: Stretch[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const written = match[0].replace(TRAILING, "");
    const link = follow(written);
    if (!link) continue;
    if (match.index > end) found.push({ text: text.slice(end, match.index) });
    found.push({ text: written, link });
    end = match.index + written.length;
  }
  if (end < text.length || found.length === 0) found.push({ text: text.slice(end) });
  return found;
}

function follow(written: string): { href: string; host: string; rest: string } | null {
  try {
    const url = new URL(written);
    if (url.username || url.password || !url.host) return null;
    const rest = url.pathname + url.search + url.hash;
    return { href: url.href, host: url.host, rest: rest === "/" ? "" : rest };
  } catch {
    return null;
  }
}
