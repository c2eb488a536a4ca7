/** Addresses in what somebody pasted. */

export interface Pasted {
  /** Whole addresses of the web, each once, in order. */
  urls: string[];
  /** Pieces that are none. */
  others: number;
}

/** A name with a dot in it and perhaps a path, as people write addresses. */
const BARE = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?::\d{1,5})?(?:[/?#].*)?$/u;

/** Reads addresses, one in each line or between spaces. One without its beginning is taken for https. */
export function addressesIn(text: string): Pasted {
  const pieces = text
    .split(/[\s<>"]+/)
    .map((piece) => piece.replace(/^[([{]+|[)\]},;]+$/g, ""))
    .filter((piece) => piece !== "");
  const read = pieces.map(addressOf);
  const urls = [...new Set(read.filter((url) => url !== null))];
  return { urls, others: read.filter((url) => url === null).length };
}

function addressOf(piece: string): string | null {
  const whole = /^https?:\/\//i.test(piece) ? piece : BARE.test(piece) ? `https://${piece}` : "";
  if (!URL.canParse(whole)) return null;
  const url = new URL(whole);
  return url.username || url.password ? null : url.href;
}
