import { isShown } from "../lending.ts";
import { type Action, done, target } from "./kit.ts";

/** isVisible(id): an element that is gone is not visible. */
export const isVisible: Action = (args, basis) => {
  const found = target(args, basis);
  if (!found.ok) return found.refusal === "stale" ? done("false") : found;
  return done(String(isShown(found.el)), found.healed);
};
