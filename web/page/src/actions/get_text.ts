import { fold, isSecret, rawValue } from "../lending.ts";
import { type Action, done, target } from "./kit.ts";

const LONGEST = 2000;

/** getText(id): the visible text, or the value of a field. */
export const getText: Action = (args, basis) => {
  const found = target(args, basis);
  if (!found.ok) return found;
  const { el } = found;
  const value = el.matches("input,textarea,select") ? (isSecret(el) ? "" : rawValue(el)) : null;
  const text = value ?? (el instanceof HTMLElement ? el.innerText : (el.textContent ?? ""));
  return done(fold(text).slice(0, LONGEST), found.healed);
};
