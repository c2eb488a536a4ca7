/** Where the keyboard is, in view or not. */
import { doc } from "../dom/doc.ts";
import { attribute, tagOf } from "../dom/read.ts";
import { focused, HOSTS, isMade, shadowOf } from "../dom/tree.ts";
import { isEditable } from "./role.ts";

/** The element that has the keyboard, which may be a frame's; null when it is with the page itself, undefined when that cannot be told. */
export function keyboardAt(): Element | null | undefined {
  const at = focused();
  if (!at || at === doc.body || at === doc.documentElement) return at && isWritten(at) ? at : null;
  const name = tagOf(at);
  if (name === "object" || name === "embed") return undefined;
  if (shadowOf(at)) return at;
  if (isMade(at)) return undefined;
  // A plain box that nobody can focus answers for what is inside of it.
  return HOSTS.test(name) && !isFocusable(at) ? undefined : at;
}

function isFocusable(el: Element): boolean {
  return attribute(el, "tabindex") !== null || isEditable(el);
}

function isWritten(el: Element): boolean {
  return document.designMode === "on" || (el as HTMLElement).isContentEditable;
}
