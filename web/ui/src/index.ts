/** What panel and console show alike. Props in, callbacks out: nothing here fetches or says `chrome`. */

export * from "./action-badge.tsx";
export * from "./action-words.ts";
export * from "./approval.tsx";
export * from "./ask/index.ts";
export * from "./attachment-chip.tsx";
export * from "./button.tsx";
export * from "./chat-turn.tsx";
export * from "./collections/index.ts";
export * from "./dialog.tsx";
export * from "./field.tsx";
export * from "./icon.tsx";
export * from "./ledger.tsx";
export * from "./links.ts";
export * from "./menu.tsx";
export * from "./message.ts";
export * from "./notice.tsx";
export * from "./plan.tsx";
export * from "./question.tsx";
export * from "./rename.tsx";
export * from "./render/index.ts";
export * from "./stream.tsx";
export * from "./task-completed.tsx";
export * from "./task-header.tsx";
export * from "./text.tsx";
export * from "./verdict-badge.tsx";
export * from "./words.ts";
