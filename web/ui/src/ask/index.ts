/** What questions about pages and their answers are shown with. */
export * from "./answer.tsx";
export * from "./copy.tsx";
export * from "./kept.ts";
export * from "./kept-conversation.tsx";
export * from "./progress.tsx";
export * from "./switch.tsx";
export * from "./tool.tsx";
export * from "./tool-approval.tsx";
export * from "./tool-results.tsx";
export * from "./tool-words.ts";
