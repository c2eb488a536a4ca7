/** Longest address that is followed, in characters. */
const LONGEST = 4096;

/** Spaces, controls, backslashes and signs that are not seen. */
const HIDES =
  /[\s\\\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

const HOST = /^[a-z0-9\-._[\]:]+$/;
const MAILBOX = /^([a-z0-9._+-]{1,64})@((?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{1,63})$/i;

/**
 * An address that may be followed, in its normal form: http, https and mailto, in a spelling that hides nothing. The
 * server has cleaned every address already, by the same rules; here nobody relies on that.
 */
export function safeHref(raw: unknown): string | null {
  if (typeof raw !== "string") return null;
  const trimmed = raw.replace(/^ +| +$/g, "");
  if (trimmed.length > LONGEST || HIDES.test(trimmed)) return null;
  const href = /^mailto:/i.test(trimmed) ? mail(trimmed.slice("mailto:".length)) : web(trimmed);
  return href !== null && href.length <= LONGEST ? href : null;
}

/** The host that a safe address leads to, in ASCII. */
export function hostOfHref(href: string): string {
  const url = new URL(href);
  return url.protocol === "mailto:" ? url.pathname.slice(url.pathname.lastIndexOf("@") + 1) : url.host;
}

function web(raw: string): string | null {
  const authority = /^https?:\/\/([^/?#]+)/i.exec(raw)?.[1];
  if (authority === undefined || /[@%]/.test(authority)) return null;
  try {
    const url = new URL(raw);
    const honest = HOST.test(url.hostname) && isSameHost(authority.replace(/:\d*$/, ""), url.hostname);
    return honest && !url.username && !url.password ? url.href : null;
  } catch {
    return null;
  }
}

/** Letters of other scripts become a name in Punycode, and never letters, digits or dots of ours. */
function isSameHost(written: string, meant: string): boolean {
  if (written.startsWith("[")) return true;
  const names = meant.split(".");
  const labels = written.split(".");
  return labels.length === names.length && labels.every((label, index) => isSameLabel(label, names[index] ?? ""));
}

function isSameLabel(written: string, meant: string): boolean {
  return written.toLowerCase() === meant || (/[^\u0000-\u007f]/.test(written) && meant.startsWith("xn--"));
}

/** One plain mailbox, without the letter that an address of this kind may carry. */
function mail(written: string): string | null {
  const [, name, host] = MAILBOX.exec(written.split("?")[0] ?? "") ?? [];
  return name !== undefined && host !== undefined && host.length <= 253 ? `mailto:${name}@${host.toLowerCase()}` : null;
}

/**
 * The host that a link leads to, where its words look like another one: it is shown beside them. The server makes such
 * links plain words where it knows the words to be a host; here whatever looks like one is enough.
 */
export function hostBeside(words: string, href: string): string | null {
  const host = bare(hostOfHref(href).replace(/:\d+$/, ""));
  const names = Array.from(words.toLowerCase().matchAll(NAMES), ([name]) => bare(name));
  const isOther = (name: string): boolean => name !== host && !host.endsWith(`.${name}`) && !name.endsWith(`.${host}`);
  return names.some(isOther) ? host : null;
}

/** Names with dots in them that end in letters. */
const NAMES = /[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;

const bare = (host: string): string => host.replace(/^www\./, "");
