/** Words for what something looks like, for things that have no other name. */
import { attribute } from "../dom/read.ts";

// The everyday words around the colour circle, each up to its angle.
const HUES: readonly (readonly [number, string])[] = [
  [14, "red"],
  [42, "orange"],
  [68, "yellow"],
  [165, "green"],
  [195, "cyan"],
  [255, "blue"],
  [292, "purple"],
  [318, "magenta"],
  [345, "pink"],
  [361, "red"],
];

/** The everyday word for a CSS colour; undefined when it is transparent or no plain colour. */
export function colourWord(css: string): string | undefined {
  const parts = /^rgba?\(([^)]+)\)/
    .exec(css)?.[1]
    ?.split(/[\s,/]+/)
    .map(Number);
  if (!parts || parts.length < 3) return undefined;
  const [r = 0, g = 0, b = 0, alpha = 1] = parts;
  return alpha < 0.1 ? undefined : named(r, g, b);
}

function named(r: number, g: number, b: number): string {
  const max = Math.max(r, g, b);
  const min = Math.min(r, g, b);
  const light = (max + min) / 510;
  const spread = max - min;
  if (spread < 24 || (light > 0.94 && spread < 30)) return light > 0.92 ? "white" : light < 0.12 ? "black" : "gray";
  const hue = hueOf(r, g, b, max, spread);
  const strength = spread / (255 * (1 - Math.abs(2 * light - 1)));
  return shaded(HUES.find(([end]) => hue < end)?.[1] ?? "red", light, strength);
}

// Some words depend on how light or strong a hue is: dark orange is brown, light red is pink.
function shaded(word: string, light: number, strength: number): string {
  if (word === "orange" && light < 0.42) return "brown";
  if (word === "red" && light < 0.45 && strength < 0.7) return "brown";
  if (word === "red" && light > 0.75) return "pink";
  if (word === "magenta" && light < 0.45) return "purple";
  return word;
}

function hueOf(r: number, g: number, b: number, max: number, spread: number): number {
  const sector = max === r ? ((g - b) / spread + 6) % 6 : max === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
  return sector * 60;
}

/** Shapes that SVG draws and that deserve a word. */
const SHAPES: Readonly<Record<string, string>> = {
  circle: "circle",
  ellipse: "ellipse",
  rect: "rectangle",
  polygon: "polygon",
  polyline: "line",
  line: "line",
  path: "shape",
};

const SIDES: Readonly<Record<number, string>> = {
  3: "triangle",
  4: "quadrilateral",
  5: "pentagon",
  6: "hexagon",
  8: "octagon",
};

/** Whether it is an SVG element that draws a shape. */
export function isShape(el: Element): boolean {
  return SHAPES[el.localName] !== undefined && el instanceof SVGElement;
}

/** "large red circle": size, colour and shape, as far as they show. */
export function looksOf(el: Element, width: number, height: number): string {
  const colour = colourOf(el);
  return [sizeWord(width, height), colour, shapeWord(el, width, height)].filter(Boolean).join(" ");
}

/** The colour that an element shows: its fill, its background, or that of the only thing in it. */
export function colourOf(el: Element): string | undefined {
  const style = getComputedStyle(el);
  if (el instanceof SVGElement && el.localName !== "svg") return colourWord(style.fill) ?? colourWord(style.stroke);
  return colourWord(style.backgroundColor);
}

/** "small", "large", or nothing for what is neither. */
export function sizeWord(width: number, height: number): string {
  const side = Math.max(width, height);
  return side <= 16 ? "small" : side >= 40 ? "large" : "";
}

function shapeWord(el: Element, width: number, height: number): string {
  const square = Math.abs(width - height) <= Math.max(2, 0.1 * Math.max(width, height));
  if (el.localName === "polygon") return polygonWord(el);
  if (el.localName === "rect") return square ? "square" : "rectangle";
  const shape = el instanceof SVGElement ? SHAPES[el.localName] : undefined;
  if (shape) return shape;
  if (el.localName === "img" || el.localName === "svg" || el.localName === "canvas") return "picture";
  const round = parseFloat(getComputedStyle(el).borderTopLeftRadius) || 0;
  if (round >= Math.min(width, height) / 2 - 1 || getComputedStyle(el).borderTopLeftRadius === "50%")
    return square ? "circle" : "pill";
  return "box";
}

function polygonWord(el: Element): string {
  const numbers = (attribute(el, "points") ?? "").trim().split(/[\s,]+/);
  const points = new Set<string>();
  for (let at = 0; at + 1 < numbers.length; at += 2) points.add(`${numbers[at]},${numbers[at + 1]}`);
  return SIDES[points.size] ?? "polygon";
}

const UTILITY =
  /^(?:row|col|box|item|cell|wrap(?:per)?|container|content|inner|outer|left|right|active|show|hide|hidden|visible|btn|button|link|flex|grid|block|clear(?:fix)?|first|last|odd|even|icon|image|img|selected|disabled|clickable|pointer|div|span|ui|js)$/;

/** Words of a class or id that a person chose, for an icon that is drawn by a style sheet. */
export function styleWords(el: Element): string {
  const tokens = `${attribute(el, "id") ?? ""} ${attribute(el, "class") ?? ""}`.split(/\s+/);
  for (const token of tokens) {
    const words = token
      .split(/[-_]+/)
      .filter((word) => /^[a-zA-Z]{3,14}$/.test(word) && !UTILITY.test(word.toLowerCase()));
    if (words.length > 0 && words.length <= 3 && !/\d{2,}/.test(token)) return words.join(" ").toLowerCase();
  }
  return "";
}
