/** What WXT gives as `browser`, without WXT. */
import type { Browser } from "wxt/browser";

export const browser = (globalThis as unknown as { chrome: typeof Browser }).chrome;
