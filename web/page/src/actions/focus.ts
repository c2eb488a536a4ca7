import { type Action, done, operable, refuse } from "./kit.ts";

/** focus(id) */
export const focus: Action = (args) => {
  const found = operable(args);
  if (!found.ok) return found;
  if (!(found.el instanceof HTMLElement || found.el instanceof SVGElement)) return refuse("wrong_kind", "the element takes no focus");
  found.el.focus();
  return found.el.matches(":focus") ? done(undefined, found.healed) : refuse("wrong_kind", "the element takes no focus");
};
