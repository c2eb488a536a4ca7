/** A page that a dialog of its own holds can tell nothing; the debugger knows the dialog. */
import type { PageCapture } from "@screen-agent/api";
import { type Dialog, known, lineOf } from "../hands/debugged.ts";

/** What can be told of a tab that a dialog holds: the dialog. Null when none is known of. */
export function dialogIn(tabId: number, url: string): PageCapture | null {
  const dialog = known(tabId)?.dialog;
  return dialog ? captureOf(dialog, url) : null;
}

/** The capture that stands for an open dialog. */
function captureOf(dialog: Dialog, url: string): PageCapture {
  const line = lineOf(dialog).replace(/\s+/g, " ").trim();
  return {
    url,
    pageTitle: "",
    document: dialog.mark,
    viewport: { width: 1, height: 1 },
    interactiveTree: [],
    pageText: [{ k: "dialog", c: [line] }],
    scrollPosition: "0%",
    scrollableContainers: [],
    recentEvents: [],
    hasErrors: false,
    hasSuccess: false,
    hash: `dialog-${line}`.slice(0, 256),
  };
}
