/** A dialog of the page that stands open and asks something. */
import type { TaskView } from "../shared/protocol.ts";
import type { TaskState } from "./state.ts";

/** Most buttons of a dialog that are offered: one with more is no question. */
const MOST_BUTTONS = 4;

/** What a dialog that stands open on the page asks. */
export function asksOf({ look }: Pick<TaskState, "look">): TaskView["asks"] {
  if (!look) return null;
  const { interactiveTree, pageText } = look.capture;
  const inside = interactiveTree.filter(({ d }) => d?.part === "dialog");
  const buttons = inside.filter(({ r, n, s }) => r === "btn" && n !== "" && !/\bdisabled\b/.test(s ?? ""));
  const heads = pageText.filter(({ k }) => k === "dialog");
  if (heads.length === 0 || buttons.length === 0 || buttons.length > MOST_BUTTONS) return null;
  if (buttons.length < inside.length) return null;
  const words = heads.flatMap(({ c }) => c).filter((piece) => typeof piece === "string");
  const text = words.join(" ").trim();
  return { text, buttons: buttons.map(({ n }) => n) };
}
