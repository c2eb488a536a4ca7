import { fold, isSecret } from "../lending.ts";
import { type Action, asText, done, refuse, target } from "./kit.ts";

/** getAttribute(id, name): an absent attribute reads as the empty text. */
export const getAttribute: Action = (args, basis) => {
  const found = target(args, basis);
  if (!found.ok) return found;
  const name = asText(args[1]);
  if (!name) return refuse("invalid_argument", "an attribute name is needed");
  if (isSecret(found.el) && name.toLowerCase() === "value")
    return refuse("unsupported", "the value of a secret field is not read");
  return done(fold(found.el.getAttribute(name) ?? "").slice(0, 2000), found.healed);
};
