/** What the acting and the reading bundle borrow of this one: one memory of elements, and the same judgement of them. */
export { area, meet, middle, quad, rectOf, viewport, within } from "./dom/box.ts";
export { doc } from "./dom/doc.ts";
export { attribute, clock, getter, isDrawn, isMatch, isOrHolds, nearest, tagOf, textOf, textsIn } from "./dom/read.ts";
export {
  byId,
  everywhere,
  flatClosest,
  flatParent,
  focused,
  hitAt,
  holds,
  shadowOf,
  targetOf,
} from "./dom/tree.ts";
export { cut, fold, same, undrawnOut } from "./dom/words.ts";
export { attend, KEYS, offer, PRESSES, post, RELEASES, stop } from "./locate/sentry.ts";
export { boxAround } from "./observe/chosen.ts";
export { weakRole } from "./observe/clickable.ts";
export { isSelf, points } from "./observe/cover.ts";
export { cleanUrl, factsOf } from "./observe/facts.ts";
export { ATTRIBUTE, idOfElement, mint, rebind, recall } from "./observe/identity.ts";
export { labelsOf } from "./observe/labels.ts";
export { Legible } from "./observe/legible.ts";
export { looksOf, styleWords } from "./observe/looks.ts";
export { contentText, nameOf } from "./observe/name.ts";
export { MARK, observe, survey } from "./observe/observe.ts";
export { isEditable, roleCode, strongRole } from "./observe/role.ts";
export { isSecret, optionTag } from "./observe/secret.ts";
export { checkedness, isDisabled } from "./observe/state.ts";
export { isReachable, targetBox } from "./observe/target.ts";
export { optionText, rawValue } from "./observe/value.ts";
export { isShown } from "./observe/visible.ts";
