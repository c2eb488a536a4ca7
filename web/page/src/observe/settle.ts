import { addTo, grouped } from "../dom/groups.ts";
import { attribute, first, has, isElement, isMatch, nearest, styleOf, tagOf, textsIn } from "../dom/read.ts";
import { focused } from "../dom/tree.ts";
import { cut, fold, hasWord, NAME, same } from "../dom/words.ts";
import { chosenNodes, isListed } from "./chosen.ts";
import { isHand } from "./clickable.ts";
import type { Control } from "./control.ts";
import { type Line, type Run, subtract } from "./lines.ts";
import { colourOf, looksOf, styleWords } from "./looks.ts";
import { contentText, nameOf } from "./name.ts";

import { isEditable, isField, isSwitch } from "./role.ts";
import { rawValue, shownValue } from "./value.ts";
import type { Walk } from "./walk.ts";

/** More words than this make an area that listens, not a thing to click. */
const WORDY = 300;
const FOR_FILES = "input[type=file]";
/** No icon is larger, in pixels. */
const ICON = 64;
/** More controls in it than this make it an area, too. */
const MANY = 8;

/** Settles after the walk what only the whole pass can tell: duplicates, names by looks, words said twice. */
export function settle(walk: Walk): void {
  const runs = walk.lines.all.flatMap((line) => line.runs);
  const inside = runsByControl(runs);
  for (const control of walk.controls) {
    if (isField(control.role)) Object.assign(control, nameOf(control.el, control.role, walk.labels));
  }
  for (const control of walk.controls) {
    if (!control.strong) dropWeak(control, inside.get(control) ?? []);
    if (!control.strong && isWordsOf(control, walk)) control.dropped = true;
  }
  for (const control of walk.controls) {
    if (!control.strong && !control.dropped && !control.atomic) nameByWords(control, walk.lines.all);
  }
  for (const control of walk.controls) dropTwin(control);
  // What opens a field for files that is not drawn is that field.
  const openers = new Set(walk.controls.flatMap(({ el, proxy }) => (isMatch(el, FOR_FILES) && proxy) || []));
  for (const control of walk.controls) control.dropped ||= openers.has(control.el);
  if (walk.isDrawing()) silenceShapes(runs);
  tellCutApart(walk.controls);
  const byNode = grouped(runs, (run) => run.node);
  for (const control of walk.controls) {
    if (control.dropped) continue;
    if (!control.name) nameByLooks(control);
    if (!control.name && !control.strong && isNothing(control)) control.dropped = true;
    if (control.strong && control.name && !isEditable(control.el)) silenceSigns(inside.get(control) ?? []);
    if (!control.atomic) subtract(inside.get(control) ?? [], saidBy(control));
    if (isField(control.role)) takeLabel(control, byNode);
    if (control.proxy || isListed(control.el)) silence(chosenNodes(control.el), byNode);
  }
}

// An area that listens is called by its own first words and stands where they stand, not at its corner.
function nameByWords(control: Control, lines: readonly Line[]): void {
  const from = lines.find((line) => line.runs.some((run) => run.control === control));
  for (const line of lines) {
    const first = line.runs.findIndex((run) => isOwn(run, control));
    if (first < 0) continue;
    let last = first;
    while (line.runs[last + 1] && isOwn(line.runs[last + 1] as Run, control)) last++;
    const words = cut(
      fold(
        line.runs
          .slice(first, last + 1)
          .map((run) => run.text)
          .join(""),
      ),
    );
    if (!words || !hasWord(words)) continue;
    if (!has(control.el, "aria-label")) control.name = words;
    if (from) moveRef(control, from, line, line.runs[first] as Run);
    return;
  }
}

function isOwn(run: Run, control: Control): boolean {
  return run.within === control && !run.cell && !run.control && run.text.trim() !== "";
}

function moveRef(control: Control, from: Line, to: Line, before: Run): void {
  const at = from.runs.findIndex((run) => run.control === control);
  const [ref] = from.runs.splice(at, 1);
  if (ref) to.runs.splice(to.runs.indexOf(before), 0, ref);
}

// Signs that stand for what the name says in words.
function silenceSigns(runs: readonly Run[]): void {
  for (const run of runs) {
    if (!hasWord(run.text)) run.text = " ";
  }
}

/** Silences words right before a control that is called just so. */
export function dropEcho(line: Line): void {
  line.runs.forEach((run, at) => {
    const before = line.runs[at - 1];
    if (!run.control || run.control.dropped || !before || before.control || before.cell || before.within) return;
    if (run.control.name && same(before.text) === same(run.control.name)) before.text = " ";
  });
}

// Words count for every control drawn around them, the innermost first.
function runsByControl(runs: readonly Run[]): Map<Control, Run[]> {
  const map = new Map<Control, Run[]>();
  for (const run of runs) {
    if (run.control || run.cell) continue;
    for (let at = run.within; at; at = at.around) {
      addTo(map, at, run);
    }
  }
  return map;
}

function dropWeak(control: Control, runs: readonly Run[]): void {
  const own = runs.reduce((sum, run) => sum + (run.within === control ? run.text.trim().length : 0), 0);
  const { el, nested } = control;
  const isAround = nested > 0 && (own === 0 || nested > MANY || isBoxOfField(el));
  if (isAround && attribute(el, "draggable") !== "true") control.dropped = true;
  if (own > WORDY) control.dropped = true;
  if (!control.name && control.around && !control.around.dropped) control.dropped = true;
}

// The words of a box to tick, which are told with it.
function isWordsOf({ el, name }: Control, walk: Walk): boolean {
  const field = (nearest(el, "label") as HTMLLabelElement | null)?.control;
  return !!field && walk.controls.some((other) => other.el === field && other.name === name);
}

// Nothing to see and nothing that says so: an edge to drag, an empty cell, the sign of a sorted column.
function isNothing({ el, drag }: Control): boolean {
  return !drag && (!isHand(styleOf(el)) || nearest(el, "[aria-sort]") !== null);
}

// It listens for what happens to the field in it.
function isBoxOfField(el: Element): boolean {
  return !isHand(styleOf(el)) && !isRow(el) && first(el, "input,select,textarea") !== null;
}

function isRow(el: Element): boolean {
  return tagOf(el) === "tr" || tagOf(el) === "li" || attribute(el, "role") === "row";
}

// Of two nested controls that say the same, the one that a person really operates stays.
function dropTwin(control: Control): void {
  const outer = control.around;
  if (outer && !outer.strong && isListed(control.el)) outer.dropped = true;
  if (!outer || outer.dropped || control.dropped || outer.nested !== 1 || outer.name !== control.name) return;
  // What ticks an item is apart from the item.
  if (outer.strong && isSwitch(control.role)) return;
  if (tagOf(outer.el) === "li" && !outer.strong && control.strong) outer.dropped = true;
  else if (!control.strong || !isOperated(control.el)) control.dropped = true;
  else outer.dropped = true;
}

function isOperated(el: Element): boolean {
  return /^(?:a|button|input|select|textarea)$/.test(tagOf(el)) && (el as HTMLElement).tabIndex >= 0;
}

// A field without any label is known by its role and place alone.
function nameByLooks(control: Control): void {
  if (isField(control.role)) return;
  const { box, el } = control;
  const width = box.right - box.left;
  const height = box.bottom - box.top;
  const colour = colourOf(el);
  const plain = !colour || colour === "white" || colour === "gray" || colour === "black";
  // What a style sheet draws an icon for is called as its author called it; what a plain box is called is nobody's name for it.
  if (plain && !control.strong && (width > ICON || height > ICON)) return;
  const words = plain && !(el instanceof SVGElement && tagOf(el) !== "svg") ? styleWords(el) : "";
  control.name = words || looksOf(el, width, height);
}

function silenceShapes(runs: readonly Run[]): void {
  for (const run of runs) {
    if (isElement(run.node)) run.text = " ";
  }
}

// What the control itself says, so that its words need not. The lines of a longer text are read where they stand.
function saidBy({ el, role, name, nested }: Control): string {
  if (role !== "combobox" && !isEditable(el)) return name;
  const value = shownValue(el) ?? "";
  return nested > 0 || value.endsWith("…") || /\S\s*\n\s*\S/.test(rawValue(el) ?? "")
    ? ""
    : value.replaceAll(", ", " ");
}

// The label's words are the field's name now; a label that other controls stand in keeps its words.
function takeLabel(control: Control, byNode: Map<Node | null, Run[]>): void {
  for (const source of control.sources) {
    const runs: Run[] = [];
    const walker = textsIn(source);
    for (let at: Node | null = source instanceof Text ? source : walker.nextNode(); at; at = walker.nextNode()) {
      runs.push(...(byNode.get(at) ?? []));
    }
    subtract(
      runs.filter((run) => !run.within || run.within === control || run.within.dropped),
      control.name,
    );
  }
}

// What was chosen is the field's value now.
function silence(nodes: readonly Node[], byNode: Map<Node | null, Run[]>): void {
  for (const node of nodes)
    for (const run of byNode.get(node) ?? []) if (!run.within?.el.contains(node)) run.text = " ";
}

/** More of one name than this are no choice. */
const MOST_ALIKE = 60;

/** Where names that were cut are the same as far as they go, says how each goes on from where they part. */
export function tellCutApart(controls: readonly Control[]): void {
  // What has the keyboard is known by its name as it is.
  const isCut = ({ el, name, dropped }: Control): boolean => !dropped && name.endsWith("…") && el !== focused();
  for (const list of grouped(controls.filter(isCut), ({ role, name }) => `${role} ${name}`).values()) {
    if (list.length < 2 || list.length > MOST_ALIKE) continue;
    const texts = list.map(({ el }) => fold(attribute(el, "aria-label") ?? contentText(el)));
    const [one = ""] = texts;
    let shared = one.length;
    for (const text of texts) while (!text.startsWith(one.slice(0, shared))) shared--;
    const from = one.lastIndexOf(" ", shared) + 1;
    if (from <= NAME / 2) continue;
    list.forEach((control, at) => {
      const rest = cut((texts[at] ?? "").slice(from), NAME / 2);
      if (rest) control.name = `${cut(one, NAME / 2)}${rest}`;
    });
  }
}

/** Colours, for controls that role and name do not tell apart. */
export function tellApart(controls: readonly Control[]): Map<Control, string> {
  const alike = grouped(controls, ({ role, name }) => `${role} ${name}`);
  const colours = new Map<Control, string>();
  for (const list of alike.values()) {
    if (list.length < 2 || list.length > 60) continue;
    const words = list.map((control) => colourOf(control.el));
    if (new Set(words).size < 2) continue;
    list.forEach((control, at) => {
      const word = words[at];
      if (word) colours.set(control, word);
    });
  }
  return colours;
}
