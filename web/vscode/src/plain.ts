import { oneLine } from "@screen-agent/ui/text";

/** What others wrote, in one line in which the editor finds neither a link nor an icon: it would make `[…](command:…)` of a
 * message something to press, and `$(…)` a picture. */
export function plain(words: unknown, most = 300): string {
  return oneLine(words, most)
    .replace(/\](?=\()/g, "] ")
    .replace(/\$(?=\()/g, "$ ");
}
