/** What things without words say: pictures their alternative text, coloured shapes what they look like. */
import { attribute, first, textOf } from "../dom/read.ts";
import { isMade } from "../dom/tree.ts";
import { cut, fold, hasWord } from "../dom/words.ts";
import { isShape, looksOf } from "./looks.ts";

/** The alternative text of a picture that is large enough to matter; null for anything else. */
export function altOf(el: Element, tag: string, box: DOMRect): string | null {
  if (tag !== "img" && (tag !== "svg" || attribute(el, "role") !== "img")) return null;
  if (box.width < 32 || box.height < 24) return "";
  return cut(fold(attribute(el, "alt") ?? attribute(el, "aria-label") ?? first(el, "title")?.textContent ?? ""));
}

const SMALLEST = 6;
const LARGEST = 240;

/** "small red triangle", for a plain coloured shape that is neither speck nor background. */
export function swatchWords(el: Element, tag: string, box: DOMRect, style: CSSStyleDeclaration): string | null {
  if (box.width < SMALLEST || box.height < SMALLEST || box.width > LARGEST || box.height > LARGEST) return null;
  const shows = isShape(el) ? isSolid(tag) && isRoomy(el) : isSwatch(el, style);
  return shows ? looksOf(el, box.width, box.height) : null;
}

function isSolid(tag: string): boolean {
  return tag !== "path" && tag !== "line" && tag !== "polyline";
}

// Shapes in a small drawing are an icon.
function isRoomy(el: Element): boolean {
  const svg = (el as SVGElement).ownerSVGElement?.getBoundingClientRect();
  return !!svg && svg.width > 40 && svg.height > 40;
}

function isSwatch(el: Element, style: CSSStyleDeclaration): boolean {
  if (el.firstChild !== null || isMade(el)) return false;
  const background = style.backgroundColor;
  if (background === "rgba(0, 0, 0, 0)" || background === "transparent") return false;
  return !/white|gray|black/.test(looksOf(el, 20, 20));
}

/** The label of signs without words, such as stars. */
export function signWords(el: Element): string | null {
  const label = attribute(el, "aria-label");
  const text = label ? textOf(el) : "";
  if (!label || text.length > 40 || !text.trim() || hasWord(text)) return null;
  return cut(fold(label)) || null;
}
