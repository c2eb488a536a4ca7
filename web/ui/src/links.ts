/** A stretch of a text: plain, or an address that may be followed. */
export type Stretch =
  | { text: string; link?: undefined }
  | { text: string; link: { href: string; host: string; rest: string } };

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`“”‘’]+/gi;
/** What ends a sentence rather than an address. */
const TRAILING = /[.,;:!?)\]}]+$/;

/**
 * Finds addresses in a text that the person said themselves. Whatever else stands there, an agent may have been talked
 * into: it is shown, and cannot be followed. Only http and https count, and only without user name or password, since
 * those are there to make one host look like another. The host is the browser's own spelling of it.
 */
export function stretches(text: string, said: readonly string[]): Stretch[] {
  const known = new Set(said.flatMap(addresses).map(({ link }) => link.href));
  const found: Stretch[] = [];
  let end = 0;
  for (const { at, written, link } of addresses(text)) {
    if (!known.has(link.href)) continue;
    if (at > end) found.push({ text: text.slice(end, at) });
    found.push({ text: written, link });
    end = at + written.length;
  }
  if (end < text.length || found.length === 0) found.push({ text: text.slice(end) });
  return found;
}

interface Address {
  at: number;
  written: string;
  link: NonNullable<Stretch["link"]>;
}

function addresses(text: string): Address[] {
  return Array.from(text.matchAll(ADDRESS), (match) => {
    const written = match[0].replace(TRAILING, "");
    const link = follow(written);
    return link ? [{ at: match.index, written, link }] : [];
  }).flat();
}

function follow(written: string): Address["link"] | null {
  try {
    const url = new URL(written);
    if (url.username || url.password || !url.host) return null;
    const rest = url.pathname + url.search + url.hash;
    return { href: url.href, host: url.host, rest: rest === "/" ? "" : rest };
  } catch {
    return null;
  }
}
