import { doc, focused } from "../lending.ts";
import { keysElsewhere } from "../locate/basis.ts";
import { guarded } from "../locate/guard.ts";
import { announce, assign, entryOf, isTextField } from "./field.ts";
import { type Action, asText, done, refuse } from "./kit.ts";

/** press(key, modifiers?): the events of a key, and the few things that a page cannot do by itself on them. */
export const press: Action = ([key, modifiers], basis) => {
  const name = asText(key);
  if (!name) return refuse("invalid_argument", "a key is needed");
  const moved = basis && keysElsewhere(basis);
  if (moved) return refuse("stale", moved);
  const el = focused() ?? doc.body ?? doc.documentElement;
  const held = heldKeys(modifiers);
  const init = { key: name, code: codeOf(name), bubbles: true, cancelable: true, composed: true, ...held };
  const goesOn = el.dispatchEvent(new KeyboardEvent("keydown", init));
  const decided = basis?.keyboard?.node && { ...basis, target: basis.keyboard.node };
  const isPlain = goesOn && !held.ctrlKey && !held.metaKey && !held.altKey;
  const stopped = isPlain ? guarded(el, decided, () => standard(el, name)) : null;
  if (stopped) return stopped;
  el.dispatchEvent(new KeyboardEvent("keyup", init));
  return done();
};

function heldKeys(modifiers: unknown): { altKey: boolean; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean } {
  const words = (Array.isArray(modifiers) ? modifiers : [modifiers]).map((word) => (asText(word) ?? "").toLowerCase());
  const has = (...names: string[]): boolean => names.some((name) => words.includes(name));
  return {
    altKey: has("alt"),
    ctrlKey: has("control", "ctrl"),
    metaKey: has("meta", "command", "cmd"),
    shiftKey: has("shift"),
  };
}

function codeOf(key: string): string {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`;
  return /^\d$/.test(key) ? `Digit${key}` : key === " " ? "Space" : key;
}

function standard(el: Element, key: string): void {
  if (key === "Enter") enter(el);
  else if (key === "Tab") tab(el);
  else if (key === " " && el instanceof HTMLElement && el.matches(PRESSED_BY_SPACE)) el.click();
  else if ((key === "Backspace" || key.length === 1) && isTextField(el) && entryOf(el) === "typed") {
    assign(el, key.length === 1 ? el.value + key : el.value.slice(0, -1));
    announce(el, "input");
  }
}

const PRESSED_BY_SPACE = "button,input[type=checkbox],input[type=radio],summary";

function enter(el: Element): void {
  if (el instanceof HTMLInputElement && el.form) {
    const button = el.form.querySelector<HTMLElement>(
      "button:not([type=button],[type=reset]),input[type=submit],input[type=image]",
    );
    if (button) button.click();
    else HTMLFormElement.prototype.requestSubmit.call(el.form);
  } else if (el instanceof HTMLElement && el.matches("a[href],button,summary")) {
    el.click();
  }
}

function tab(el: Element): void {
  const stops = Array.from(doc.querySelectorAll<HTMLElement>("a[href],button,input,select,textarea,[tabindex]")).filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(":disabled") && stop.checkVisibility(),
  );
  stops[stops.indexOf(el as HTMLElement) + 1]?.focus();
}
