/** A dialog of the page that stands open and asks something. */
import type { PageCapture } from "@screen-agent/api";

/** Most buttons of a dialog that are offered: one with more is no question. */
const MOST_BUTTONS = 4;

/** What it asks, and its buttons by name; null where none stands open, or more than buttons are in it. */
export function dialogOf({ interactiveTree, pageText }: PageCapture): { text: string; buttons: string[] } | null {
  const inside = interactiveTree.filter(({ d }) => d?.part === "dialog");
  const buttons = inside.filter(({ r, n, s }) => r === "btn" && n !== "" && !/\bdisabled\b/.test(s ?? ""));
  const heads = pageText.filter(({ k }) => k === "dialog");
  if (heads.length === 0 || buttons.length === 0 || buttons.length > MOST_BUTTONS) return null;
  if (buttons.length < inside.length) return null;
  const words = heads.flatMap(({ c }) => c).filter((piece) => typeof piece === "string");
  return { text: words.join(" ").trim(), buttons: buttons.map(({ n }) => n) };
}
