/** Sliders of the page's own making are set as at a keyboard: key by key, until they say what is wanted. */
import { attribute, rawValue } from "../lending.ts";
import { roleOf } from "../locate/basis.ts";
import { isTextField, keyOn } from "./field.ts";
import { type Refused, refuse } from "./kit.ts";

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
  await new Promise((resolve) => setTimeout(resolve));
  return place(el) ?? 0;
}
