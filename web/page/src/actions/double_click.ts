import { guarded } from "../locate/guard.ts";
import { innermost } from "./click.ts";
import { type Action, done, reachable } from "./kit.ts";
import { over, pointer, press } from "./mouse.ts";

/** doubleClick(id) */
export const doubleClick: Action = ([id], basis) => {
  const at = reachable(id, basis);
  if (!at.ok) return at;
  const hit = innermost(at.el, at.hit);
  over(hit, at);
  for (const detail of [1, 2]) {
    press(hit, { x: at.x, y: at.y, detail });
    const stopped = guarded(at.el, basis, () => void pointer(hit, "click", { x: at.x, y: at.y, detail }));
    if (stopped) return stopped;
  }
  pointer(hit, "dblclick", { x: at.x, y: at.y, detail: 2 });
  return done(undefined, at.healed);
};
