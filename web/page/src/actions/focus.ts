import { onElement, operable, refuse } from "./kit.ts";

/** focus(id) */
export const focus = onElement((el) => {
  if (takesFocus(el)) el.focus();
  return hasFocus(el) ? null : refuse("wrong_kind", "the element takes no focus");
}, operable);

/** blur(id) */
export const blur = onElement((el) => {
  if (!takesFocus(el)) return refuse("wrong_kind", "the element has no focus to lose");
  el.blur();
  return null;
});

function takesFocus(el: Element): el is HTMLElement | SVGElement {
  return el instanceof HTMLElement || el instanceof SVGElement;
}

// `:focus` would not do: while the person is in a panel or another window, Firefox matches nothing with it.
function hasFocus(el: Element): boolean {
  const root = el.getRootNode();
  return takesFocus(el) && (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === el;
}
