import { innermost } from "./click.ts";
import { type Action, done, reachable } from "./kit.ts";
import { over, pointer, press } from "./mouse.ts";

/** doubleClick(id) */
export const doubleClick: Action = ([id]) => {
  const at = reachable(id);
  if (!at.ok) return at;
  const hit = innermost(at.el, at.hit);
  over(hit, at);
  for (const detail of [1, 2]) {
    press(hit, { x: at.x, y: at.y, detail });
    pointer(hit, "click", { x: at.x, y: at.y, detail });
  }
  pointer(hit, "dblclick", { x: at.x, y: at.y, detail: 2 });
  return done(undefined, at.healed);
};
