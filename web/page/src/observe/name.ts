import { min, rectOf } from "../dom/box.ts";
import { all, attribute, first, isDrawn, isElement, isMatch, styleOf, tagOf } from "../dom/read.ts";
import { byId, flatChildren } from "../dom/tree.ts";
import { cut, fold, hasWord, humanize, setOf } from "../dom/words.ts";
import { boxAround, stoodFor } from "./chosen.ts";
import { huntLabel, labelBeside, tidy } from "./hunt.ts";
import { type LabelsSeen, labelsOf } from "./labels.ts";
import { colourOf, sizeWord } from "./looks.ts";
import { ariaRole, isField, isSwitch } from "./role.ts";

/** A name and the elements whose visible text it repeats. */
export interface Naming {
  name: string;
  sources: readonly Node[];
}

/** Longest text that is gathered before cutting; long enough to find a word end. */
const GATHER = 240;

/** Accessible name in the order of accname 1.2, then labels hunted around a field. Depends on the document alone. */
export function nameOf(el: Element, role: string, seen?: LabelsSeen): Naming {
  return (
    labelledBy(el) ??
    attributeName(el, "aria-label") ??
    (isField(role) ? fieldName(el, role, seen) : contentName(el, role))
  );
}

function labelledBy(el: Element): Naming | null {
  const ids = attribute(el, "aria-labelledby");
  if (!ids) return null;
  const isList = ariaRole(el) === "combobox";
  // What stands in a list of the page's own making is what was chosen.
  const sources = ids
    .split(/\s+/)
    .map((id) => (id ? byId(el, id) : null))
    .filter(
      (found) => found !== null && !(isList && (el.contains(found) || ariaRole(found) === "option")),
    ) as Element[];
  const text = fold(sources.map((source) => attribute(source, "aria-label") ?? contentText(source)).join(" "));
  return text ? { name: cut(text), sources } : null;
}

/** What the first of these attributes says that says anything. */
function attributeName(el: Element, ...names: string[]): Naming | null {
  for (const name of names) {
    const text = cut(fold((attribute(el, name) ?? "").slice(0, GATHER)));
    if (text) return { name: text, sources: [] };
  }
  return null;
}

function fieldName(el: Element, role: string, seen: LabelsSeen | undefined): Naming {
  const fromContent = tagOf(el) === "input" || HOLDERS.has(role) ? null : textName(el);
  // One of several alike says which.
  const place = attribute(el, "aria-posinset");
  if (fromContent && place && role === "radio") return { name: `${fromContent.name} ${place}`, sources: [] };
  const native = role === "combobox" ? stoodFor(el) : null;
  return (
    nativeLabels(el, seen) ??
    labelBeside(el, role) ??
    fromContent ??
    openerName(el) ??
    (native && fieldName(native, "sel", seen)) ??
    attributeName(el, "placeholder", "aria-placeholder", "data-placeholder", "title") ??
    huntLabel(el, role) ??
    identifierName(el, role)
  );
}

// A field for files that is not drawn is called by what opens it.
function openerName(el: Element): Naming | null {
  const opener = isMatch(el, "input[type=file]") && !isDrawn(el) ? boxAround(el) : null;
  return opener && (attributeName(opener, "aria-label") ?? textName(opener) ?? attributeName(opener, "title"));
}

/** What is in these is their value. */
const HOLDERS = setOf("textarea sel inp combobox");

function nativeLabels(el: Element, seen: LabelsSeen | undefined): Naming | null {
  const sources = seen?.get(el) ?? labelsOf(el);
  if (sources.length === 0) return null;
  const text = fold(sources.map((label) => contentText(label, el)).join(" "));
  return text ? { name: tidy(text), sources } : null;
}

function identifierName(el: Element, role: string): Naming {
  const raw = attribute(el, "name") ?? (isSwitch(role) ? attribute(el, "value") : null) ?? "";
  return { name: cut(humanize(raw.slice(0, GATHER))), sources: [] };
}

function contentName(el: Element, role: string): Naming {
  if (tagOf(el) === "input") return buttonName(el as HTMLInputElement);
  const text = textName(el);
  if (text && el instanceof SVGTextElement) return { name: cut(`${looksAt(el)} ${text.name}`), sources: [el] };
  if (text && hasWord(text.name)) return text;
  return (
    attributeName(el, "title", "alt", "data-tooltip") ??
    text ??
    drawnName(el) ??
    iconName(el) ??
    (role === "link" ? linkTarget(el) : null) ?? { name: "", sources: [] }
  );
}

// Letters in a drawing are told apart by size and colour as its shapes are.
function looksAt(el: SVGTextElement): string {
  const { width, height } = rectOf(el);
  return [sizeWord(width, height), colourOf(el)].filter(Boolean).join(" ");
}

function buttonName(el: HTMLInputElement): Naming {
  const standard = el.type === "submit" ? "Submit" : el.type === "reset" ? "Reset" : "";
  return attributeName(el, el.type === "image" ? "alt" : "value", "title") ?? { name: standard, sources: [] };
}

// A card is called by its heading, anything else by how its text begins.
function textName(el: Element): Naming | null {
  const text = contentText(el);
  if (text.length <= NAME_ALONE) return text ? { name: cut(text), sources: [] } : null;
  const heading = first(el, "h1,h2,h3,h4,h5,h6,[role=heading]");
  const title = heading ? contentText(heading) : "";
  return { name: cut(title || text), sources: [] };
}

const NAME_ALONE = 50;

// Words that a style sheet writes.
function drawnName(el: Element): Naming | null {
  const words = fold(styleOf(el, "::before").content.replace(/^"|"$/g, ""));
  return words !== "none" && words !== "normal" && hasWord(words) ? { name: cut(words), sources: [] } : null;
}

// The word an icon set gives the picture, for a control that shows nothing else.
function iconName(el: Element): Naming | null {
  const use = first(el, "use");
  const href = use?.getAttribute("href") ?? use?.getAttribute("xlink:href");
  const fragment = href?.split("#")[1];
  if (fragment) return { name: cut(humanize(fragment.replace(/^(?:icon|i|svg|ic)[-_]/i, ""))), sources: [] };
  for (const candidate of [el, ...Array.from(all(el, "i,span,svg")).slice(0, 4)]) {
    const match = ICON.exec(attribute(candidate, "class") ?? "");
    if (match?.[1]) return { name: cut(humanize(match[1])), sources: [] };
  }
  return null;
}

const ICON =
  /(?:^|\s)(?:ui-icon|icon|fa|bi|mdi|ri|ti|glyphicon|octicon|lucide)-(?!(?:fw|lg|sm|xs|[1-9]x|spin|pulse|ul|li|button|btn|wrapper|container)\b)([a-z]+(?:-[a-z]+)*)/;

function linkTarget(el: Element): Naming | null {
  const href = attribute(el, "href") ?? "";
  const path = href.split(/[?#]/)[0]?.split("/").filter(Boolean).pop() ?? "";
  const words = humanize(path.replace(/\.[a-z]{2,5}$/i, ""));
  return /[a-z]{3}/.test(words) && words.length <= 40 ? { name: words, sources: [] } : null;
}

/** Text of an element as assistive software would read it: hidden parts left out, pictures by their alt. */
export function contentText(el: Element, except?: Element): string {
  return gathered(el, false, except) || gathered(el, true, except);
}

// What is faded out, or too small to read, and what a glyph is called count where nothing else is said.
function gathered(el: Element, faint: boolean, except?: Element): string {
  const parts: string[] = [];
  gather(el, parts, { left: GATHER, item: isMatch(el, ITEM), faint }, except);
  return fold(parts.join(""));
}

interface Budget {
  left: number;
  /** An item is not called by the items of the list in it. */
  item: boolean;
  faint: boolean;
}

const ITEM = "li,[role=treeitem],[role=menuitem],[role=listitem]";
const LIST = "ul,ol,[role=group],[role=menu],[role=tree],[role=list]";

function gather(el: Element, parts: string[], budget: Budget, except?: Element): void {
  const children = flatChildren(el);
  for (let at = 0; at < children.length && budget.left > 0; at++) {
    const child = children[at];
    if (child instanceof Text) {
      parts.push(child.data.slice(0, GATHER));
      budget.left -= min(GATHER, child.data.trim().length);
    } else if (isElement(child) && child !== except) {
      gatherElement(child, parts, budget, except);
    }
  }
}

const GLYPH = /^[a-z]+(?:-[a-z]+)*$/;
const SILENT = setOf("script style template noscript select textarea input datalist desc defs iframe");
const INLINE = setOf("span b i em strong a small sub sup mark u font code abbr bdi bdo tspan");

function gatherElement(el: Element, parts: string[], budget: Budget, except?: Element): void {
  if (SILENT.has(tagOf(el)) || isIcon(el) || (budget.item && isMatch(el, LIST))) return;
  const label = attribute(el, "aria-label") ?? (tagOf(el) === "img" ? attribute(el, "alt") : null);
  if (label !== null) {
    if (!budget.faint && GLYPH.test(label) && attribute(el, "role") === "img") return;
    parts.push(" ", label.slice(0, GATHER), " ");
    budget.left -= label.length;
    return;
  }
  if (isUndrawn(el)) return;
  const style = styleOf(el);
  if (!budget.faint && (style.opacity === "0" || parseFloat(style.fontSize) < 3)) return;
  const space = INLINE.has(tagOf(el)) && style.display === "inline" ? "" : " ";
  parts.push(space);
  gather(el, parts, budget, except);
  parts.push(space);
}

// What is hidden from assistive software is still seen, except that an icon font draws no words.
function isIcon(el: Element): boolean {
  return attribute(el, "aria-hidden") === "true" && /icon|symbol|glyph|\bfa\b/i.test(attribute(el, "class") ?? "");
}

function isUndrawn(el: Element): boolean {
  if (tagOf(el) === "title") return false;
  return !isDrawn(el) && styleOf(el).display !== "contents";
}
