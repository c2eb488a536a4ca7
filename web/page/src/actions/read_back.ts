import { checkedness, cut, fold, isSecret, rawValue, strongRole } from "../lending.ts";
import { type Action, done, target } from "./kit.ts";

const LONGEST = 500;

/** readBack(id): the value or checked state now; of a secret field only whether it is filled. */
export const readBack: Action = (args, basis) => {
  const found = target(args, basis);
  return found.ok ? done(present(found.el), found.healed) : found;
};

function present(el: Element): string {
  const raw = rawValue(el);
  if (isSecret(el)) return raw ? "filled" : "";
  const checked = checkedness(el, strongRole(el) ?? "");
  if (checked !== undefined) return checked === "mixed" ? "mixed" : checked ? "checked" : "unchecked";
  return cut(fold(raw ?? ""), LONGEST);
}
