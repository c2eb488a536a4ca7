/** What the acting bundle borrows of this one: one memory of elements, and the same judgement of them. */
import { area, meet, quad, viewport, within } from "./dom/box.ts";
import { doc } from "./dom/doc.ts";
import {
  attributeOf,
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
import { cut, fold, same, undrawnOut } from "./dom/words.ts";
import { KEYS, PRESSES, post, stop } from "./locate/sentry.ts";
import { weakRole } from "./observe/clickable.ts";
import { isSelf, points } from "./observe/cover.ts";
import { cleanUrl, factsOf } from "./observe/facts.ts";
import { ATTRIBUTE, idOfElement, mint, rebind, recall } from "./observe/identity.ts";
import { labelsOf } from "./observe/labels.ts";
import { Legible } from "./observe/legible.ts";
import { looksOf, styleWords } from "./observe/looks.ts";
import { contentText, nameOf } from "./observe/name.ts";
import { MARK, survey } from "./observe/observe.ts";
import { roleCode, strongRole } from "./observe/role.ts";
import { isSecret } from "./observe/secret.ts";
import { checkedness, isDisabled } from "./observe/state.ts";
import { targetBox } from "./observe/target.ts";
import { optionText, rawValue } from "./observe/value.ts";
import { isShown } from "./observe/visible.ts";

export const lending = {
  area,
  ATTRIBUTE,
  attributeOf,
  byId,
  checkedness,
  cleanUrl,
  contentText,
  cut,
  doc,
  everywhere,
  factsOf,
  flatClosest,
  flatParent,
  focused,
  fold,
  hitAt,
  holds,
  idOfElement,
  isDisabled,
  isSecret,
  isSelf,
  isShown,
  KEYS,
  labelsOf,
  Legible,
  looksOf,
  MARK,
  meet,
  mint,
  nameOf,
  optionText,
  points,
  post,
  PRESSES,
  quad,
  rawValue,
  rebind,
  recall,
  roleCode,
  same,
  shadowOf,
  stop,
  strongRole,
  styleWords,
  survey,
  targetBox,
  targetOf,
  undrawnOut,
  viewport,
  weakRole,
  within,
};
