/** What collections, their sources and what was made of them are shown with. */
export * from "./add.tsx";
export * from "./addresses.ts";
export * from "./artifact.tsx";
export * from "./artifact-list.tsx";
export * from "./collection-list.tsx";
export * from "./entry.tsx";
export * from "./source-list.tsx";
export * from "./transforms.tsx";
