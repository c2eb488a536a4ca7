import { type Action, done, refuse, target } from "./kit.ts";

/** blur(id) */
export const blur: Action = (args, basis) => {
  const found = target(args, basis);
  if (!found.ok) return found;
  if (!(found.el instanceof HTMLElement || found.el instanceof SVGElement))
    return refuse("wrong_kind", "the element has no focus to lose");
  found.el.blur();
  return done(undefined, found.healed);
};
