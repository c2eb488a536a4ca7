import { quad } from "../lending.ts";
import { type Action, done, target } from "./kit.ts";

/** getBoundingBox(id): x,y,width,height in the frame's viewport. */
export const getBoundingBox: Action = (args, basis) => {
  const found = target(args, basis);
  return found.ok ? done(quad(found.el.getBoundingClientRect()).join(","), found.healed) : found;
};
