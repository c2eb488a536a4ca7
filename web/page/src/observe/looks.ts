/** Words for what something looks like, for things that have no other name. */

import { max, min } from "../dom/box.ts";
import { attribute, isMatch, styleOf, tagOf } from "../dom/read.ts";
import { tableOf } from "../dom/words.ts";
import { colourWord } from "./colour.ts";

/** Shapes that SVG draws and that deserve a word. */
const SHAPES = tableOf(
  "circle=circle ellipse=ellipse rect=rectangle polygon=polygon polyline=line line=line path=shape",
);

const SIDES = tableOf("3=triangle 4=quadrilateral 5=pentagon 6=hexagon 8=octagon");

/** Whether it is an SVG element that draws a shape. */
export function isShape(el: Element): boolean {
  return SHAPES.has(tagOf(el)) && el instanceof SVGElement;
}

/** "large red circle": size, colour and shape, as far as they show. */
export function looksOf(el: Element, width: number, height: number): string {
  const colour = colourOf(el);
  const shape = shapeWord(el, width, height);
  return colour || shape !== "box" ? [sizeWord(width, height), colour, shape].filter(Boolean).join(" ") : "";
}

/** The colour that an element shows: its fill, its background, or that of the only thing in it. */
export function colourOf(el: Element): string | undefined {
  const style = styleOf(el);
  if (el instanceof SVGElement && tagOf(el) !== "svg") return colourWord(style.fill) ?? colourWord(style.stroke);
  return colourWord(style.backgroundColor);
}

/** "small", "large", or nothing for what is neither. */
export function sizeWord(width: number, height: number): string {
  const side = max(width, height);
  return side <= 16 ? "small" : side >= 40 ? "large" : "";
}

function shapeWord(el: Element, width: number, height: number): string {
  const square = Math.abs(width - height) <= max(2, 0.1 * max(width, height));
  if (tagOf(el) === "polygon") return polygonWord(el);
  if (tagOf(el) === "rect") return square ? "square" : "rectangle";
  const shape = el instanceof SVGElement ? SHAPES.get(tagOf(el)) : undefined;
  if (shape) return shape;
  if (isMatch(el, "img,svg,canvas")) return "picture";
  const radius = styleOf(el).borderTopLeftRadius;
  const round = radius === "50%" || (parseFloat(radius) || 0) >= min(width, height) / 2 - 1;
  return round ? (square ? "circle" : "pill") : "box";
}

function polygonWord(el: Element): string {
  const numbers = (attribute(el, "points") ?? "").trim().split(/[\s,]+/);
  const points = new Set<string>();
  for (let at = 0; at + 1 < numbers.length; at += 2) points.add(`${numbers[at]},${numbers[at + 1]}`);
  return SIDES.get(`${points.size}`) ?? "polygon";
}

const UTILITY =
  /^(?:row|col|box|item|cell|wrap(?:per)?|container|content|inner|outer|left|right|active|show|hide|hidden|visible|btn|button|link|flex|grid|block|clear(?:fix)?|first|last|odd|even|icon|image|img|selected|disabled|clickable|pointer|div|span|ui|js)$/;

/** Words of a class or id that a person chose, for an icon that is drawn by a style sheet. */
export function styleWords(el: Element): string {
  // A name space of two letters or without vowels, or one in mixed case, is of a library: what it calls its parts is no name.
  const tokens = `${attribute(el, "id") ?? ""} ${attribute(el, "class") ?? ""}`.split(/\s+/);
  for (const token of tokens) {
    if (/^(?:[a-z]{2}|[^aeiou]{3,4})-|[a-z][A-Z]/.test(token)) continue;
    const words = token
      .split(/[-_]+/)
      .filter((word) => /^[a-zA-Z]{3,14}$/.test(word) && !UTILITY.test(word.toLowerCase()));
    if (words.length > 0 && words.length <= 3 && !/\d{2,}/.test(token)) return words.join(" ").toLowerCase();
  }
  return "";
}
