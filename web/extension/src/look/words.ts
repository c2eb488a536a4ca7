/** Words of a request and of a page, made comparable. */

const FILLER = new Set(
  "a an and any are as at be but by can do does for from get give has have how i if in into is it its me my of on onto or our please show so some tell than that the their them then there these this those to up us was we what when where which who will with you your click press tap select choose open go find enter type fill set put look see make use page button link field box".split(
    " ",
  ),
);

/** The words of a text, lower case and without endings that only inflect; digits stay as they are. */
export function wordsIn(text: string): string[] {
  return plainWords(text).map(stem);
}

// Scripts that write words without spaces between them are compared by pairs of signs.
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;

function plainWords(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFKC").toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => (UNSPACED.test(word) ? pairs([...word]) : [word]));
}

function pairs(signs: string[]): string[] {
  return signs.length < 2 ? signs : signs.slice(1).map((sign, at) => `${signs[at] ?? ""}${sign}`);
}

/** The words that say what a request is about. When it has none but filler, all of them. */
export function topicsOf(request: string): Set<string> {
  const all = plainWords(request);
  const telling = all.filter((word) => !FILLER.has(word));
  return new Set((telling.length > 0 ? telling : all).map(stem));
}

/** What stands in quotes, or looks like data: to be found as it is. */
export function phrasesOf(request: string): string[] {
  const quoted = [...request.matchAll(/"([^"]{2,80})"|“([^”]{2,80})”|'([^']{2,80})'(?!\w)/g)].map(
    (found) => found[1] ?? found[2] ?? found[3] ?? "",
  );
  return quoted.map((phrase) => phrase.toLowerCase().replace(/\s+/g, " ").trim()).filter(Boolean);
}

function stem(word: string): string {
  if (word.length < 5 || /\d/.test(word)) return word;
  return word.replace(/ies$/, "y").replace(/(?:ing|ed|es|s)$/, "");
}

/** Tokens of a text, roughly, as the server counts them. */
export function tokensOf(text: string): number {
  let tokens = 0;
  for (const [run] of text.matchAll(/[a-zA-Z]+|[0-9]+|[!-/:-@[-`{-~]+|[^\s\x00-\x7f]+/g)) {
    const per = /^[a-zA-Z]/.test(run) ? 8 : /^[0-9]/.test(run) ? 3 : /^[\x00-\x7f]/.test(run) ? 2 : 1;
    tokens += Math.ceil(run.length / per);
  }
  return tokens;
}
