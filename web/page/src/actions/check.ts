import type { ActionResult, Basis } from "../contract.ts";
import { checkedness, strongRole } from "../lending.ts";
import { click } from "./click.ts";
import { type Action, done, operable, refuse } from "./kit.ts";

/** check(id) */
export const check: Action = (args, basis) => toggle(args, true, basis);

/** uncheck(id) */
export const uncheck: Action = (args, basis) => toggle(args, false, basis);

function toggle(args: readonly unknown[], wanted: boolean, basis?: Basis): ActionResult | Promise<ActionResult> {
  const found = operable(args, basis);
  if (!found.ok) return found;
  const state = checkedness(found.el, strongRole(found.el) ?? "");
  if (state === undefined) return refuse("wrong_kind", "the element cannot be checked");
  return state === wanted ? done(undefined, found.healed) : click(args, basis);
}
