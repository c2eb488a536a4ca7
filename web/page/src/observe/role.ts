import { attribute, has, isMatch, tagOf } from "../dom/read.ts";
import { setOf, tableOf } from "../dom/words.ts";

/** What an element is: ARIA role first, then input type, then tag. */

/** ARIA roles of controls and the code that each is handed out under. */
const ARIA = tableOf(
  "button=btn link=link checkbox=chk radio=radio switch=switch tab=tab textbox=inp searchbox=inp spinbutton=inp combobox=combobox slider=slider scrollbar=scrollbar option=opt menuitem=menuitem menuitemcheckbox=menuitem menuitemradio=menuitem treeitem=treeitem",
);

/** ARIA roles that name what something is without making it a control. */
const PASSIVE = setOf("presentation none generic text img image heading cell row status alert");

/** The code under which a role is handed out, by the code itself, its ARIA name or its tag. */
export function roleCode(name: string): string {
  return ARIA.get(name) ?? TAGS.get(name) ?? name;
}

const TAGS = tableOf("input=inp select=sel a=link");

const INPUTS = tableOf("button=btn submit=btn reset=btn image=btn checkbox=chk radio=radio range=slider");

/** Role code of a thing that only behaves like a control: it listens, or shows a hand. */
export const WEAK = "clickable";

/** First ARIA role token that is known, or the empty string. */
export function ariaRole(el: Element): string {
  const raw = attribute(el, "role");
  if (!raw) return "";
  for (const token of raw.toLowerCase().split(/\s+/)) {
    if (ARIA.has(token) || PASSIVE.has(token) || STRUCTURE.has(token)) return token;
  }
  return "";
}

const STRUCTURE = setOf(
  "dialog alertdialog grid table treegrid rowgroup gridcell columnheader rowheader list listitem listbox menu menubar tablist tabpanel tree radiogroup group region navigation main banner contentinfo search form article toolbar tooltip log progressbar meter separator definition term complementary feed figure",
);

/** Role code of a control by role, type or tag; null when it is none of these. */
export function strongRole(el: Element): string | null {
  const aria = ariaRole(el);
  const native = nativeRole(el);
  if (aria === "combobox" && native === "inp") return "inp";
  // What a list of the page's own making shows as its text is not for typing.
  if (aria === "textbox" && !native && attribute(el, "aria-readonly") === "true") return null;
  const code = ARIA.get(aria);
  if (code)
    return code === "inp" && (native === "textarea" || attribute(el, "aria-multiline") === "true") ? "textarea" : code;
  // A conflict of role=none with focusability is settled in favour of the control.
  const isNone = (aria === "presentation" || aria === "none") && (el as HTMLElement).tabIndex < 0;
  return isNone ? null : native;
}

function nativeRole(el: Element): string | null {
  switch (tagOf(el)) {
    case "a":
    case "area":
      return has(el, "href") || has(el, "xlink:href") ? "link" : null;
    case "button":
      return "btn";
    case "input":
      return inputRole(el as HTMLInputElement);
    case "select":
      return "sel";
    case "textarea":
      return "textarea";
    case "summary":
      return isMatch(el, "details > *") ? "btn" : null;
    case "video":
    case "audio":
      return has(el, "controls") ? tagOf(el) : null;
    default:
      return isEditable(el) ? "textarea" : null;
  }
}

function inputRole(el: HTMLInputElement): string | null {
  if (el.type === "hidden") return null;
  return INPUTS.get(el.type) ?? "inp";
}

/** Whether typing into this very element edits it (not merely because its parent is editable). */
export function isEditable(el: Element): boolean {
  const raw = attribute(el, "contenteditable");
  return raw !== null && raw !== "false" && raw !== "inherit";
}

/** Whether a person can type or pick a value into it. */
export function takesValue(role: string): boolean {
  return VALUED.has(role);
}

const VALUED = setOf("inp textarea sel slider combobox");

/** Whether it is on or off. */
export function isSwitch(role: string): boolean {
  return role === "chk" || role === "radio" || role === "switch";
}

/** Whether its name may come from a label beside it. */
export function isField(role: string): boolean {
  return takesValue(role) || isSwitch(role);
}
