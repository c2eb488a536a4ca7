import { area, type Box } from "../dom/box.ts";
import { attribute, first, has, styleOf, tagOf, textOf } from "../dom/read.ts";
import { elementBefore } from "../dom/tree.ts";
import { setOf } from "../dom/words.ts";
import type { KnownListeners } from "./listen.ts";
import { isCell } from "./region.ts";
import { isEditable, WEAK } from "./role.ts";

/** What makes an element without a role act like a control. */
export type Evidence = "click" | "drag" | "both";

/** Regions of a page; a listener there serves what is in them. */
const AREAS = setOf("main body html form table tbody thead fieldset label header footer nav aside section article");
/** Words in a text take the focus by script only for skip links. */
const PROSE = setOf("p b i em strong small h1 h2 h3 h4 h5 h6");
const LEAF_TEXT = 160;
/** A larger share of the view than this is a page area, not a thing to click. */
const LARGEST = 0.4;

/** What the judgement of an element without a role depends on. */
export interface Seen {
  el: Element;
  tag: string;
  box: Box;
  style: CSSStyleDeclaration;
  view: Box;
  /** A hand cursor around is already accounted for. */
  handTaken: boolean;
  /** It stands in another control. */
  inside: boolean;
}

/** Evidence that a person would click (or drag) this very element; null when there is none. */
export function clickEvidence(seen: Seen, listeners: KnownListeners): Evidence | null {
  const { el, tag, box, style, view, handTaken, inside } = seen;
  if (isComposite(el, tag) || (isLarge(box, view) && !isSheet(el))) return null;
  if (has(el, "onclick") || has(el, "onmousedown")) return "click";
  if (isDraggable(el, style)) return "drag";
  const tabindex = attribute(el, "tabindex");
  if (tabindex !== null && !scrolls(el, style) && isFocusStop(el, tag, Number(tabindex), inside)) return "click";
  // Also asked about with a hand over it: what listens inside it is told apart by that.
  const answer = AREAS.has(tag) || !isPlausible(el) ? null : listeners.evidence(el);
  return !handTaken && isHand(style) && isLeafLike(el) ? (answer ?? "click") : answer;
}

/** Too large a part of the view to be one thing. */
export function isLarge(box: Box, view: Box): boolean {
  return area(box) > area(view) * LARGEST;
}

// A sheet over the page with a few words on it, to be clicked anywhere.
function isSheet(el: Element): boolean {
  const text = textOf(el).trim();
  return (
    text.length > 0 &&
    text.length <= 80 &&
    first(el, "a,button,input,select,textarea,[role],p,ul,table") === null &&
    tagOf(el) !== "body" &&
    tagOf(el) !== "main"
  );
}

// Their items are operated, not they.
function isComposite(el: Element, tag: string): boolean {
  if (tag === "ul" || tag === "ol" || tag === "dl" || tag === "table" || tag === "tbody" || tag === "menu") return true;
  return /^(?:listbox|menu|menubar|tablist|tree|(?:tree)?grid|(?:radio|row)?group|toolbar|list|table|(?:alert)?dialog|tabpanel|alert|status)$/.test(
    attribute(el, "role") ?? "",
  );
}

/** Underlined words are a link to a person, whatever they are to the document; what can be chosen is an option. */
export function weakRole(el: Element, style: CSSStyleDeclaration): string {
  if (sliderPlace(el)) return "slider";
  if (has(el, "aria-selected") && !isCell(el)) return "opt";
  return style.display === "inline" && style.textDecorationLine.includes("underline") ? "link" : WEAK;
}

/** How far along its bar a slider stands that says nothing of itself: an empty tab stop, placed in percent. */
export function sliderPlace(el: Element): string {
  const { style, tabIndex } = el as HTMLElement;
  const place = tabIndex >= 0 && style ? style.left || style.bottom : "";
  return /^[\d.]+%$/.test(place) && !textOf(el).trim() && styleOf(el).position === "absolute" ? place : "";
}

/** Whether the pointer becomes a hand over it. */
export function isHand(style: CSSStyleDeclaration): boolean {
  return style.cursor === "pointer";
}

function isDraggable(el: Element, style: CSSStyleDeclaration): boolean {
  if (attribute(el, "draggable") === "true") return true;
  if (style.cursor !== "grab" && style.cursor !== "move") return false;
  const around = el.parentElement;
  return (
    isLeafLike(el) && first(el, "a,button,[role]") === null && (!around || styleOf(around).cursor !== style.cursor)
  );
}

// A region takes the focus so that keys can scroll it.
function scrolls(el: Element, style: CSSStyleDeclaration): boolean {
  return /auto|scroll/.test(style.overflowY) && el.scrollHeight > el.clientHeight + 50;
}

// Focus by script alone marks items of a list; on an area it only serves skip links.
function isFocusStop(el: Element, tag: string, index: number, inside: boolean): boolean {
  if (isEditable(el)) return false;
  if (index >= 0) return isLeafLike(el);
  return (
    !PROSE.has(tag) &&
    !AREAS.has(tag) &&
    (!inside || isRoving(el)) &&
    isLeafLike(el) &&
    textOf(el).trim().length > 0 &&
    el.childElementCount <= 2
  );
}

// Of several brothers one at a time has the tab stop: all are there to be gone to.
function isRoving(el: Element): boolean {
  return (
    isCell(el) ||
    [elementBefore(el), el.nextElementSibling].some(
      (other) => other && tagOf(other) === tagOf(el) && has(other, "tabindex"),
    )
  );
}

/** Small enough in content to be one thing: little text, no list, table or field inside. */
export function isLeafLike(el: Element): boolean {
  if (el.firstElementChild === null) return true;
  if (textOf(el).length > LEAF_TEXT * 2) return false;
  if (tagOf(el) === "tr" || attribute(el, "role") === "row") return true;
  return first(el, "ul,ol,table,form,input,select,textarea,p+p,iframe,[contenteditable]") === null;
}

function isPlausible(el: Element): boolean {
  if (el.childElementCount <= 8) return true;
  return tagOf(el) === "tr" || tagOf(el) === "li";
}
