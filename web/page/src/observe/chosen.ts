/** Fields that show what was chosen beside themselves: the input of a list is often a sliver, or lies unseen over the words. */
import { type Box, rectOf, touches } from "../dom/box.ts";
import { doc } from "../dom/doc.ts";
import { all, first, isDrawn, isMatch, nearest, tagOf, textOf, textsIn } from "../dom/read.ts";
import { flatParent, parentOf } from "../dom/tree.ts";
import { fold } from "../dom/words.ts";

const LISTED = "[role=combobox],[aria-autocomplete=list],[aria-haspopup=listbox]";
const FIELDS = "input:not([type=hidden]),textarea,select:not([tabindex='-1'])";
/** Boxes of more than one field. */
const AREAS = "label,form,body,fieldset,td,li,tr";
/** What stands in the box of a field without being its value. */
const ASIDE =
  "label,legend,button,select,[aria-live],[role=button],[role=listbox],[aria-hidden=true],[class*=placeholder],[id*=placeholder],script,style";
const range = doc.createRange();
const SLIVER = 24;
const SMALLEST = 12;

/** Whether values are picked for it from a list. */
export function isListed(el: Element): boolean {
  return isMatch(el, LISTED);
}

/** The boxes that may be drawn around a field and no other. */
function* boxesAround(field: Element): Generator<Element> {
  let at = flatParent(field);
  for (let level = 0; at && level < 3; at = flatParent(at), level++) {
    if (isMatch(at, AREAS) || all(at, FIELDS).length > 1) return;
    yield at;
  }
}

/** The box that a person sees and clicks for a field that is hardly drawn itself. */
export function boxAround(field: Element): Element | null {
  if (isMatch(field, "input[type=file]")) return chooserOf(field);
  if (!isListed(field) && !isMatch(field, "[type=range],[role=textbox][aria-multiline=true]")) return null;
  for (const at of boxesAround(field)) {
    const { width, height } = rectOf(at);
    if (width >= SMALLEST && height >= SMALLEST && isDrawn(at)) return at;
  }
  return null;
}

const PRESSED = "button,[role=button],[tabindex],a";
/** Levels that what opens a file field may stand above it. */
const ABOVE = 4;

/** What a person presses, or drops files on, where a field for files is not drawn: beside it, where no other such field is. */
function chooserOf(field: Element): Element | null {
  let at = flatParent(field);
  for (let level = 0; at && level < ABOVE; at = flatParent(at), level++) {
    if (isMatch(at, "body,tr,form form") || all(at, "input[type=file]").length > 1) return null;
    if (isMatch(at, PRESSED) && isDrawn(at)) return at;
    const [pressed, other] = Array.from(all(at, PRESSED)).filter(isDrawn);
    if (pressed) return other && !pressed.contains(other) ? null : pressed;
  }
  return null;
}

/** The native field that a list of the page's own making stands in for: in it, or before it. */
export function stoodFor(el: Element): HTMLSelectElement | null {
  const inside = first(el, "select");
  if (inside) return inside as HTMLSelectElement;
  for (let at: Element | null = el, level = 0; at && level < 3; at = flatParent(at), level++) {
    const before: Element | null = at.previousElementSibling;
    if (before) return tagOf(before) === "select" ? (before as HTMLSelectElement) : null;
  }
  return null;
}

/** What is chosen in a list, as it is written there; empty when nothing is. */
export function chosenIn(el: Element): string {
  const native = tagOf(el) !== "input" && isListed(el) ? stoodFor(el) : null;
  if (native) return native.value && Array.from(native.selectedOptions, ({ text }) => fold(text)).join(", ");
  return chosenNodes(el)
    .map(({ data }) => fold(data))
    .join(", ");
}

/** The texts that say it. */
export function chosenNodes(el: Element): Text[] {
  if (!isListed(el)) return [];
  if (tagOf(el) !== "input") return textsOf(el);
  const box = rectOf(el);
  const isSliver = box.width < SLIVER || box.right <= 0;
  for (const at of boxesAround(el)) {
    const found = textsOf(at, isSliver ? undefined : box);
    if (found.length > 0) return found;
  }
  return [];
}

// Only texts under the box, where one is given.
function textsOf(root: Element, under?: Box): Text[] {
  const found: Text[] = [];
  const walker = textsIn(root);
  for (let text = walker.nextNode(); text && found.length < 20; text = walker.nextNode()) {
    const around = parentOf(text) as Element;
    const aside = nearest(around, ASIDE);
    if ((aside && aside !== root && root.contains(aside)) || !isDrawn(around)) continue;
    range.selectNode(text);
    if (textOf(text).trim() && (!under || touches(rectOf(range), under))) found.push(text as Text);
  }
  return found;
}
