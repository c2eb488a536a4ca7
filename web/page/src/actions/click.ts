/** What a mouse does, for clients that cannot move a real one. */
import { guarded } from "../locate/guard.ts";
import { onPoint } from "./kit.ts";
import { over, pointer, press, release } from "./mouse.ts";

/** click(id) */
export const click = onPoint((hit, at, basis) => {
  over(hit, at);
  press(hit, at);
  return guarded(at.el, basis, () => release(hit, at));
});

/** doubleClick(id) */
export const doubleClick = onPoint((hit, at, basis) => {
  const { x, y } = at;
  over(hit, at);
  for (const detail of [1, 2]) {
    press(hit, { x, y, detail });
    const stopped = guarded(at.el, basis, () => void pointer(hit, "click", { x, y, detail }));
    if (stopped) return stopped;
  }
  pointer(hit, "dblclick", { x, y, detail: 2 });
  return null;
});

/** rightClick(id) */
export const rightClick = onPoint((hit, at) => {
  const { x, y } = at;
  over(hit, at);
  press(hit, { x, y, button: 2 });
  pointer(hit, "contextmenu", { x, y, button: 2 });
  return null;
});

/** hover(id) */
export const hover = onPoint((hit, at) => {
  over(hit, at);
  return null;
});
