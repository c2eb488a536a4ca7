import { innermost } from "./click.ts";
import { type Action, done, reachable } from "./kit.ts";
import { over } from "./mouse.ts";

/** hover(id) */
export const hover: Action = ([id], basis) => {
  const at = reachable(id, basis);
  if (!at.ok) return at;
  over(innermost(at.el, at.hit), at);
  return done(undefined, at.healed);
};
