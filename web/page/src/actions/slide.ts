/**
 * Sliders of the page's own making are set as at a keyboard: key by key, until they say what is wanted; one that hears no keys
 * is taken along its bar.
 */
import { attribute, flatParent, hitAt, middle, rawValue } from "../lending.ts";
import { roleOf } from "../locate/basis.ts";
import { isTextField, keyOn } from "./field.ts";
import { type Refused, refuse } from "./kit.ts";
import { pointer } from "./mouse.ts";

/** Keys pressed at most. */
const MOST = 400;
/** What old listeners go by. */
const CODES = { End: 35, Home: 36, ArrowLeft: 37, ArrowRight: 39 };
type Key = keyof typeof CODES;

/** Whether it is one, and no field of the browser's. */
export function isSlider(el: Element): el is HTMLElement {
  return !isTextField(el) && roleOf(el) === "slider";
}

/** Moves it to a value, or as near as its steps come; answers where it stands then. */
export async function slide(el: HTMLElement, said: string): Promise<string | Refused> {
  const wanted = Number.parseFloat(said);
  const start = place(el);
  if (Number.isNaN(wanted) || start === null) return refuse("invalid_argument", `"${said}" is no place on a slider`);
  el.focus({ preventScroll: true });
  let at = start;
  if (wanted <= bound(el, "aria-valuemin", -Infinity)) at = await press(el, "Home");
  else if (wanted >= bound(el, "aria-valuemax", Infinity)) at = await press(el, "End");
  for (let nth = 0; nth < MOST && at !== wanted; nth++) {
    const isBelow = at < wanted;
    const next = await press(el, isBelow ? "ArrowRight" : "ArrowLeft");
    if (next === at && nth === 0) {
      await drag(el, wanted);
      break;
    }
    const isPast = next > wanted === isBelow;
    if (isPast && Math.abs(next - wanted) > Math.abs(at - wanted))
      await press(el, isBelow ? "ArrowLeft" : "ArrowRight");
    if (next === at || isPast) break;
    at = next;
  }
  return rawValue(el) ?? "";
}

function place(el: Element): number | null {
  const now = Number.parseFloat(attribute(el, "aria-valuenow") ?? rawValue(el) ?? "");
  return Number.isNaN(now) ? null : now;
}

function bound(el: Element, name: string, none: number): number {
  const said = attribute(el, name);
  return said ? Number.parseFloat(said) : none;
}

// Pages of components draw what came of a key once it is over.
async function press(el: HTMLElement, key: Key): Promise<number> {
  keyOn(el, { key, code: key, keyCode: CODES[key] });
  await drawn();
  return place(el) ?? 0;
}

function drawn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Moves of the pointer until the place is met. */
const MOVES = 12;
/** How much longer than its handle a bar is. */
const LONGER = 2;

// Where on its bar a value lies is reckoned from its ends, and put right by what the slider says on the way.
async function drag(el: HTMLElement, wanted: number): Promise<void> {
  const bar = barOf(el);
  const start = middle(el.getBoundingClientRect());
  const [low, high] = [bound(el, "aria-valuemin", 0), bound(el, "aria-valuemax", 100)];
  if (!bar || high <= low) return;
  const { left, top, width, height } = bar.getBoundingClientRect();
  const isFlat = width >= height;
  const [from, length] = isFlat ? [left, width] : [top + height, -height];
  let along = from + ((wanted - low) / (high - low)) * length;
  let [before, told] = [isFlat ? start[0] : start[1], place(el) ?? low];
  let at: readonly [number, number] = start;
  // What lies on a handle to make it easier to hit is what hears of it.
  const hit = hitAt(...start);
  const on = hit && el.contains(hit) ? hit : el;
  const send = (type: string): void => {
    const [x, y] = at;
    for (const kind of ["pointer", "mouse"]) pointer(on, `${kind}${type}`, { x, y, held: type === "move" });
  };
  send("down");
  for (let nth = 0; nth < MOVES; nth++) {
    at = isFlat ? [along, start[1]] : [start[0], along];
    send("move");
    await drawn();
    const now = place(el) ?? told;
    if (now === wanted || along === before) break;
    // As far as the last move brought it, the next will.
    const rate = now === told ? length / (high - low) : (along - before) / (now - told);
    [before, told] = [along, now];
    along += (wanted - now) * rate;
  }
  send("up");
}

/** The bar that a handle stands on: the nearest box that is much longer. */
function barOf(el: Element): Element | null {
  const own = el.getBoundingClientRect();
  const across = Math.max(own.width, own.height, 1);
  if (own.width > LONGER * own.height || own.height > LONGER * own.width) return el;
  for (let at = flatParent(el); at; at = flatParent(at)) {
    const { width, height } = at.getBoundingClientRect();
    if (Math.max(width, height) >= LONGER * across) return at;
  }
  return null;
}
