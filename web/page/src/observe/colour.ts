/** Everyday words for colours. */

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
