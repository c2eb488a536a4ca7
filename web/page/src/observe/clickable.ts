import { type Box, area } from "../dom/box.ts";
import { WEAK, isEditable } from "./role.ts";
import type { Listeners } from "./walk.ts";

/** What makes an element without a role act like a control. */
export type Evidence = "click" | "drag" | "both";

const CLICKS = ["click", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "dblclick"];
const DRAGS = ["dragstart", "mousemove"];
const PROSE = new Set(["p", "b", "i", "em", "strong", "small", "h1", "h2", "h3", "h4", "h5", "h6", "main", "body", "html", "form", "table", "tbody", "thead", "fieldset", "label", "header", "footer", "nav", "aside"]);
const LEAF_TEXT = 160;
/** A larger share of the view than this is a page area, not a thing to click. */
const LARGEST = 0.4;

/** Evidence that a person would click (or drag) this very element; null when there is none. */
export function clickEvidence(
  el: Element, tag: string, box: Box, style: CSSStyleDeclaration, view: Box, handTaken: boolean, inside: boolean, listeners: Listeners | undefined,
): Evidence | null {
  const large = area(box) > area(view) * LARGEST;
  if (large) return null;
  if (el.hasAttribute("onclick") || el.hasAttribute("onmousedown")) return "click";
  if (isDraggable(el, style)) return "drag";
  const tabindex = el.getAttribute("tabindex");
  if (tabindex !== null && isFocusStop(el, tag, Number(tabindex), inside)) return "click";
  if (!handTaken && isHand(style) && isLeafLike(el)) return "click";
  return listeners && !PROSE.has(tag) && isPlausible(el) ? heard(el, listeners) : null;
}

/** Underlined words are a link to a person, whatever they are to the document. */
export function weakRole(style: CSSStyleDeclaration): string {
  return style.display === "inline" && style.textDecorationLine.includes("underline") ? "link" : WEAK;
}

/** Whether the pointer becomes a hand over it. */
export function isHand(style: CSSStyleDeclaration): boolean {
  return style.cursor === "pointer";
}

function isDraggable(el: Element, style: CSSStyleDeclaration): boolean {
  return el.getAttribute("draggable") === "true" || ((style.cursor === "grab" || style.cursor === "move") && isLeafLike(el));
}

// Focus by script alone marks items of a list; on an area it only serves skip links.
function isFocusStop(el: Element, tag: string, index: number, inside: boolean): boolean {
  if (isEditable(el) || PROSE.has(tag)) return false;
  if (index >= 0) return isLeafLike(el);
  return !inside && isLeafLike(el) && (el.textContent ?? "").trim().length > 0 && el.childElementCount <= 2;
}

/** Small enough in content to be one thing: little text, no list, table or field inside. */
function isLeafLike(el: Element): boolean {
  if (el.firstElementChild === null) return true;
  if ((el.textContent ?? "").length > LEAF_TEXT * 2) return false;
  return el.querySelector("ul,ol,table,form,input,select,textarea,p+p,iframe,[contenteditable]") === null;
}

function isPlausible(el: Element): boolean {
  if (el.childElementCount <= 8) return true;
  return el.localName === "tr" || el.localName === "li";
}

function heard(el: Element, listeners: Listeners): Evidence | null {
  const found = listeners(el);
  const click = CLICKS.some((name) => found[name] !== undefined);
  const drag = DRAGS.some((name) => found[name] !== undefined) && found["mousedown"] !== undefined;
  if (click) return drag ? "both" : "click";
  return found["dragstart"] !== undefined ? "drag" : null;
}
