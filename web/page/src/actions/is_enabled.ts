import { isDisabled } from "../lending.ts";
import { type Action, done, target } from "./kit.ts";

/** isEnabled(id) */
export const isEnabled: Action = (args, basis) => {
  const found = target(args, basis);
  return found.ok ? done(String(!isDisabled(found.el)), found.healed) : found;
};
