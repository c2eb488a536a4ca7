/**
 * Notes down what the person does themselves in this document, so that it can be done again. Only real input counts, and
 * it is heard before any script of the page; what a page plays is nothing. What is typed is one thing with the last value;
 * a secret is never read.
 */
import {
  attend,
  attribute,
  focused,
  isEditable,
  isMatch,
  isOrHolds,
  isSecret,
  nearest,
  optionText,
  rawValue,
  tagOf,
  targetOf,
} from "../lending.ts";
import { controlIn, type Noted, type Sight, sight } from "./noted.ts";

/** Ends what is noted here, and answers what was still being written. */
let end: (() => Noted[]) | null = null;

/** Fields that are written into; what else is changed is chosen or ticked. */
const WRITTEN =
  "textarea,input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=reset],[type=image],[type=file])";
const TICKED = "input[type=checkbox],input[type=radio]";
/** A press on these opens something, also where they can be typed into. */
const OPENS = "[readonly],[role=combobox],[aria-haspopup]:not([aria-haspopup=false]),[aria-expanded]";

/** Begins to note down, and says so to nobody but whoever is told. */
export function record(told: (noted: Noted) => void): true {
  unrecord();
  let tell = told;
  const over = new AbortController();
  const { signal } = over;
  /** Fields that are being written into, with what they held before where that was seen, and the look before. */
  const written = new Map<Element, { before?: string; seen: Sight }>();
  let seen: Sight | null = null;
  /** The last control that something was noted of. */
  let last = "";

  const note = (el: Element, say: (id: string) => Omit<Noted, "seen" | "id">, look = seen): void => {
    const known = look && controlIn(look, el)?.el === el;
    const found = known ? look : sight();
    const control = controlIn(found, el);
    if (control?.el !== el) return;
    last = control.id;
    tell({ ...say(quoted(control.id)), id: control.id, seen: found });
  };

  const begin = (el: Element, before: boolean): void => {
    if (written.has(el)) return;
    const held = before && !isSecret(el) ? { before: rawValue(el) ?? "" } : {};
    written.set(el, { ...held, seen: sight() });
  };

  /** What was written is told once it is finished with. */
  const finish = (el: Element): void => {
    const field = written.get(el);
    if (!field || !written.delete(el)) return;
    if (isSecret(el)) return note(el, (id) => ({ action: `setValue(${id}, "")`, secret: true }), field.seen);
    const value = rawValue(el) ?? "";
    if (value !== field.before) note(el, (id) => ({ action: `setValue(${id}, ${quoted(value)})` }), field.seen);
  };
  const finishAll = (): void => [...written.keys()].forEach(finish);

  const hear = (event: Event): void => {
    const el = targetOf(event);
    if (!(el instanceof Element)) return;
    switch (event.type) {
      case "pointerdown":
        seen = sight();
        return;
      case "beforeinput":
        return isField(el) ? begin(el, true) : undefined;
      case "keydown":
        return pressed(el, event as KeyboardEvent);
      case "click":
      case "dblclick":
        return clicked(el, event as MouseEvent);
    }
  };

  const pressed = (
    el: Element,
    { key, repeat, isComposing, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent,
  ): void => {
    // A button that Enter presses is clicked; what is still being composed is not sent.
    if (key !== "Enter" || repeat || isComposing || ctrlKey || altKey || metaKey || shiftKey) return;
    if (!isField(el) || isMatch(el, "textarea") || isEditable(el)) {
      seen = sight();
      return;
    }
    finish(el);
    seen = sight();
    const at = controlIn(seen, el);
    if (at?.el !== el) return;
    // Keys go to whatever has the keyboard.
    if (at.id !== last) note(el, (id) => ({ action: `focus(${id})` }));
    tell({ action: 'press("Enter")', seen });
  };

  const clicked = (el: Element, { type, detail }: MouseEvent): void => {
    // A click that Enter makes of a form's button, or a label of its field, belongs to what made it.
    const at = focused();
    if (type === "click" && detail === 0 && !(at && (at === el || isWithin(at, el)))) return;
    finishAll();
    const look = detail > 0 && seen ? seen : sight();
    const control = controlIn(look, el);
    const label = nearest(el, "label") as HTMLLabelElement | null;
    // The click that a label passes on comes by itself.
    if (label?.control && label.control !== el && (!control || isOrHolds(control.el, "label"))) return;
    if (!control || isMatch(control.el, `${TICKED},[type=file],[type=range],[type=color],select,option`)) return;
    if (isField(control.el) && !isMatch(control.el, OPENS)) return;
    note(control.el, (id) => ({ action: `${type === "click" ? "click" : "doubleClick"}(${id})` }), look);
  };

  const changed = (event: Event): void => {
    const el = targetOf(event);
    if (!event.isTrusted || !(el instanceof Element)) return;
    // What is changed without keys tells of nothing before.
    if (isField(el)) return event.type === "input" ? begin(el, false) : finish(el);
    if (event.type !== "change") return;
    if (isMatch(el, TICKED)) {
      const { checked } = el as HTMLInputElement;
      note(el, (id) => ({ action: `${checked ? "check" : "uncheck"}(${id})` }));
    } else if (tagOf(el) === "select") {
      const { multiple, selectedOptions } = el as HTMLSelectElement;
      const [option] = selectedOptions;
      if (multiple || !option) note(el, (id) => ({ action: `selectDropdown(${id})`, left: true }));
      else note(el, (id) => ({ action: `selectDropdown(${id}, "", ${quoted(optionText(option))})` }));
    } else if (attribute(el, "type") === "file") note(el, (id) => ({ action: `uploadFile(${id})`, left: true }));
  };

  attend(hear);
  for (const type of ["input", "change"]) window.addEventListener(type, changed, { capture: true, signal });
  window.addEventListener("pagehide", finishAll, { signal });
  end = () => {
    const rest: Noted[] = [];
    tell = (noted) => rest.push(noted);
    finishAll();
    over.abort();
    return rest;
  };
  return true;
}

/** Ends it, and answers what was still being written. */
export function unrecord(): Noted[] {
  attend(null);
  const rest = end?.() ?? [];
  end = null;
  return rest;
}

function isField(el: Element): boolean {
  return isMatch(el, WRITTEN) || isEditable(el);
}

function isWithin(outer: Element, inner: Element): boolean {
  return outer.contains(inner);
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
