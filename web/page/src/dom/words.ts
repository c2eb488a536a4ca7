/** Strings that leave the page: one line, no control or direction characters, cut at a word. */

// Controls, line separators, and whatever draws nothing: a name made of them could forge a row, and tags
// and variants can spell out what nobody sees.
const UNSAFE = /[\p{Cc}\p{DI}\u2028\u2029\ufff9-\uffff]+/gu;
const UNDRAWN = /\p{DI}+/gu;
const SPACES = /\s+/g;

/** Longest name and value that are handed out. */
export const NAME = 50;

/** One line: unsafe characters become spaces, runs of spaces become one. */
export function fold(text: string): string {
  return text.replace(UNSAFE, blank).replace(SPACES, " ").trim();
}

/** Like `fold`, but keeps one space at an end that had some. */
export function foldInner(text: string): string {
  return text.replace(UNSAFE, blank).replace(SPACES, " ");
}

// Characters that draw nothing must vanish, not split a word; the rest act as spaces.
function blank(run: string): string {
  return undrawnOut(run) === "" ? "" : " ";
}

/** A text without what draws nothing. */
export function undrawnOut(text: string): string {
  return text.replace(UNDRAWN, "");
}

/** At most `limit` characters, cut after a whole word when there is one, with a mark where it was cut. */
export function cut(text: string, limit: number = NAME): string {
  if (text.length <= limit) return text;
  const space = text.slice(0, limit).lastIndexOf(" ");
  const end = space > limit / 2 ? space : limit - 1;
  return `${whole(text.slice(0, end)).trimEnd()}…`;
}

// Never ends in half of a surrogate pair.
function whole(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

/** For comparing: case, spaces and trailing punctuation do not matter. */
export function same(text: string): string {
  return fold(text)
    .toLowerCase()
    .replace(/[\s:*.…]+$/u, "");
}

/** "firstName_2" → "first name 2". */
export function humanize(identifier: string): string {
  return fold(
    identifier
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .replace(/[-_.[\]]+/g, " ")
      .toLowerCase(),
  );
}

/** Whether there is a letter or digit in it, not only signs. */
export function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** A set of words, written as one line of them. */
export function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/** Words and what they stand for, written as one line of `word=meaning`. */
export function tableOf(list: string): ReadonlyMap<string, string> {
  return new Map(list.split(" ").map((pair) => pair.split("=") as [string, string]));
}
