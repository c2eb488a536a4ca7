/** Every action and how it is done. A new one in the catalogue does not compile until it is here. */
import type { DomActionName } from "@screen-agent/api";
import { dialogVerbs } from "./dialogs.ts";
import { fieldVerbs } from "./field.ts";
import { keyboardVerbs } from "./keyboard.ts";
import { lookingVerbs } from "./looking.ts";
import { pointerVerbs } from "./pointer.ts";
import { storageVerbs } from "./stored.ts";
import { tabVerbs } from "./tabs.ts";
import { toolVerbs } from "./tools.ts";
import { travelVerbs } from "./travel.ts";
import type { Verb } from "./verb.ts";

export const VERBS: Readonly<Record<DomActionName, Verb>> = {
  ...pointerVerbs,
  ...fieldVerbs,
  ...keyboardVerbs,
  ...lookingVerbs,
  ...travelVerbs,
  ...tabVerbs,
  ...dialogVerbs,
  ...storageVerbs,
  ...toolVerbs,
};
