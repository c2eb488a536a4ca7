/** What a control belongs to, where that tells what "close", "next" and "clear" mean. */

import { all, attribute, first, isElement, isMatch, nearest, styleOf, tagOf, textOf, textsIn } from "../dom/read.ts";
import { flatClosest, flatParent, hasShadow, holds, parentOf } from "../dom/tree.ts";
import { isSubmitter } from "./form.ts";
import { isField } from "./role.ts";

const DIALOG = "dialog,[role=dialog],[role=alertdialog],[popover],[aria-modal=true],[role=alert],[role=status]";
/** One of several things of a kind: what closes it takes it away. */
const ITEM = "li,tr,article,[role=listitem],[role=row],[role=option],[role=treeitem],[role=article]";
const NOTICE = /cookie|consent|gdpr|privacy|notice|toast|snackbar|banner|popup|modal/i;
const PAGER =
  /pagina|\bpager|page-?n(?:av|um)|carousel|slider|slideshow|swiper|slick|splide|lightbox|calendar|date-?picker|flatpickr/i;
const FIELD =
  "input:not([type=hidden],[type=submit],[type=button],[type=reset],[type=image],[type=checkbox],[type=radio]),textarea,select,[contenteditable],[role=textbox],[role=searchbox],[role=combobox],[role=spinbutton]";
const CONTROL =
  "button,a[href],[role=button],[role=link],[tabindex],input[type=submit],input[type=button],input[type=reset],input[type=image]";

/** Levels that are looked up for what is around a control. */
const NEAR = 4;
/** A field's own buttons: what empties it, shows it, steps it. */
const MOST_BUTTONS = 3;
const MOST_INSIDE = 60;

const { getElementsByTagName } = Element.prototype;

/** The part that a control is of; nothing for fields and for what sends a form. */
export function partOf(el: Element, role: string): "dialog" | "pager" | "field" | undefined {
  if (isField(role) || role === "opt") return undefined;
  if (isPager(el)) return "pager";
  if (isFieldPart(el)) return "field";
  return isDialogPart(el) ? "dialog" : undefined;
}

// A dialog that lists things has buttons for each of them, too, and those are not the dialog's own.
function isDialogPart(el: Element): boolean {
  const around = closest(el, DIALOG) ?? noticeAround(el);
  if (!around) return false;
  const item = closest(el, ITEM);
  return !item || !holds(around, item) || item === around;
}

// A notice lies over the page, or sticks to its edge, and says in its names what it is.
function noticeAround(el: Element): Element | null {
  for (let at = flatParent(el); at; at = flatParent(at)) {
    if (!NOTICE.test(namesOf(at))) continue;
    for (let over: Element | null = at; over; over = flatParent(over)) {
      if (/^(?:fixed|sticky)$/.test(styleOf(over).position)) return at;
    }
    return null;
  }
  return null;
}

function isPager(el: Element): boolean {
  if (tagOf(el) === "a" && /\b(?:next|prev)\b/i.test(attribute(el, "rel") ?? "")) return true;
  for (let at = flatParent(el), level = 0; at && level < NEAR; at = flatParent(at), level++) {
    if (PAGER.test(namesOf(at)) || attribute(at, "aria-roledescription") === "carousel" || hasNumbers(at)) return true;
  }
  return false;
}

// Two numbers to press beside it are pages.
function hasNumbers(around: Element): boolean {
  if (around instanceof HTMLFormElement || around.childElementCount < 3 || around.childElementCount > 24) return false;
  const pages = Array.from(around.children).filter(
    (child) =>
      !(child instanceof HTMLFormElement) &&
      /^\s*\d{1,4}\s*$/.test(textOf(child).slice(0, 12)) &&
      (isMatch(child, CONTROL) || first(child, CONTROL)),
  );
  return pages.length >= 2;
}

// The smallest box around it that holds a field holds that one alone, and says nothing but what the field is called.
function isFieldPart(el: Element): boolean {
  if (isSending(el)) return false;
  for (let at = flatParent(el), level = 0; at && level < NEAR; at = flatParent(at), level++) {
    if (isMatch(at, ITEM) || tagOf(at) === "body" || isLarge(at)) return false;
    const [field, other] = all(at, FIELD);
    if (!field) continue;
    if (other) return false;
    const buttons = Array.from(all(at, CONTROL)).filter((each) => !field.contains(each) && !isSending(each)).length;
    return buttons <= MOST_BUTTONS && isClearable(field, buttons) && !saysMore(at, field);
  }
  return false;
}

function isSending(el: Element): boolean {
  return isSubmitter(el) && el.form !== null;
}

function isLarge(el: Element): boolean {
  return getElementsByTagName.call(el, "*").item(MOST_INSIDE) !== null;
}

// Beside a number, a cross may as well take away what is counted.
function isClearable(field: Element, buttons: number): boolean {
  const counts = (field as HTMLInputElement).type === "number" || attribute(field, "role") === "spinbutton";
  return !counts || buttons === 2;
}

const LABELS = `label,legend,option,script,style,[aria-hidden=true],[role=tooltip],${CONTROL}`;

function saysMore(around: Element, field: Element): boolean {
  const walker = textsIn(around);
  for (let at = walker.nextNode(); at; at = walker.nextNode()) {
    const parent = parentOf(at);
    if (/\S/.test((at as Text).data) && isElement(parent) && !field.contains(parent) && !nearest(parent, LABELS))
      return true;
  }
  return false;
}

function closest(el: Element, selector: string): Element | null {
  return hasShadow() ? flatClosest(el, selector) : nearest(el, selector);
}

function namesOf(el: Element): string {
  return `${attribute(el, "class") ?? ""} ${attribute(el, "id") ?? ""} ${attribute(el, "aria-label") ?? ""}`;
}
