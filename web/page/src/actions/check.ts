import { checkedness, strongRole } from "../lending.ts";
import { click } from "./click.ts";
import { type Action, done, operable, refuse } from "./kit.ts";

/** check(id) and uncheck(id): a click, where it is not so already. */
const toggle =
  (wanted: boolean): Action =>
  (args, basis) => {
    const found = operable(args, basis);
    if (!found.ok) return found;
    const state = checkedness(found.el, strongRole(found.el) ?? "");
    if (state === undefined) return refuse("wrong_kind", "the element cannot be checked");
    return state === wanted ? done(undefined, found.healed) : click(args, basis);
  };

export const check = toggle(true);
export const uncheck = toggle(false);
