import { innermost } from "./click.ts";
import { type Action, done, reachable } from "./kit.ts";
import { over, pointer, press } from "./mouse.ts";

/** rightClick(id) */
export const rightClick: Action = ([id], basis) => {
  const at = reachable(id, basis);
  if (!at.ok) return at;
  const hit = innermost(at.el, at.hit);
  over(hit, at);
  press(hit, { x: at.x, y: at.y, button: 2 });
  pointer(hit, "contextmenu", { x: at.x, y: at.y, button: 2 });
  return done(undefined, at.healed);
};
