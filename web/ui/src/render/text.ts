/** Controls, marks that turn the direction of text, and signs that take no place; joiners stay, since they shape words. */
const HIDDEN =
  /(?![\n\t])[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Words of a stranger without the letters that hide something. What is no text at all is none. */
export function cleanText(words: unknown): string {
  if (typeof words !== "string") return "";
  return words
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(/[\u000b\u000c]/g, " ")
    .replace(HIDDEN, "");
}

/** The same in one line, cut with a mark. */
export function oneLine(words: unknown, most: number): string {
  const line = cleanText(words).replace(/\s+/g, " ").trim();
  const letters = Array.from(line);
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join("")}…`;
}
