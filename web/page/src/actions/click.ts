import { guarded } from "../locate/guard.ts";
import { type Action, done, reachable } from "./kit.ts";
import { over, press } from "./mouse.ts";

/** click(id) */
export const click: Action = ([id], basis) => {
  const at = reachable(id, basis);
  if (!at.ok) return at;
  const hit = innermost(at.el, at.hit);
  over(hit, at);
  press(hit, at);
  const step = (): void => {
    if (hit instanceof HTMLElement) hit.click();
    else
      hit.dispatchEvent(
        new MouseEvent("click", {
          bubbles: true,
          cancelable: true,
          composed: true,
          view: window,
          clientX: at.x,
          clientY: at.y,
        }),
      );
  };
  return guarded(at.el, basis, step) ?? done(undefined, at.healed);
};

/** What was hit, unless a label stands in for the element: then the element itself is operated once. */
export function innermost(el: Element, hit: Element): Element {
  return el.contains(hit) ? hit : el;
}
