/** What a packet's answer is shown with. */
export { type CitationWords, citationWords } from "./citation-words.ts";
export { Citations, type CitationsProps } from "./citations.tsx";
export { safeHref } from "./href.ts";
export { csvOf, recordsOf, tableOf } from "./table.ts";
export { cleanText, oneLine } from "./text.ts";
export { RenderTree, type RenderTreeProps } from "./tree.tsx";
