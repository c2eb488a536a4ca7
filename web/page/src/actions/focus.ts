import { type Action, done, operable, refuse } from "./kit.ts";

/** focus(id) */
export const focus: Action = (args, basis) => {
  const found = operable(args, basis);
  if (!found.ok) return found;
  if (!(found.el instanceof HTMLElement || found.el instanceof SVGElement))
    return refuse("wrong_kind", "the element takes no focus");
  found.el.focus();
  return hasFocus(found.el) ? done(undefined, found.healed) : refuse("wrong_kind", "the element takes no focus");
};

// `:focus` would not do: while the person is in a panel or another window, Firefox matches nothing with it.
function hasFocus(el: Element): boolean {
  const root = el.getRootNode();
  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === el;
}
