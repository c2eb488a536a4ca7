/** What the actions share: reading arguments, finding targets, answering. */
import type { ActionResult, Basis } from "../contract.ts";
import { doc, isDisabled } from "../lending.ts";
import { type Found, find, type Refused, refuse } from "../locate/find.ts";
import { type LocateOptions, locate } from "../locate/locate.ts";

/** One action: arguments as the wire brought them, what it was decided on, result as data. */
export type Action = (args: readonly unknown[], basis?: Basis) => ActionResult | Promise<ActionResult>;

export type { Found, Refused };
export { refuse };

export function done(state?: string, healed = false): ActionResult {
  const result: { ok: true; state?: string; healed?: boolean } = { ok: true };
  if (state !== undefined) result.state = state;
  if (healed) result.healed = true;
  return result;
}

export function asText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

export function asNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** The element of the first argument. */
export function target(args: readonly unknown[], basis?: Basis): Found | Refused {
  const id = asText(args[0]);
  return id ? find(id, basis) : refuse("invalid_argument", "an element id is needed");
}

/** The element of the first argument, if it may be operated. */
export function operable(args: readonly unknown[], basis?: Basis): Found | Refused {
  const found = target(args, basis);
  if (!found.ok || !isDisabled(found.el)) return found;
  return refuse("disabled", "the element is disabled");
}

/** An element and a point that reaches it, with what is hit there. */
export interface Reached {
  ok: true;
  el: Element;
  hit: Element;
  x: number;
  y: number;
  healed: boolean;
}

/** The element of an argument with a point that reaches it. */
export function reachable(value: unknown, basis?: Basis, options: LocateOptions = {}): Reached | Refused {
  const id = asText(value);
  if (!id) return refuse("invalid_argument", "an element id is needed");
  const at = locate(id, basis, options);
  if (!at.ok) return at;
  const found = find(id);
  if (!found.ok) return found;
  const { x, y, healed } = at;
  return { ok: true, el: found.el, hit: doc.elementFromPoint(x, y) ?? found.el, x, y, healed };
}

/** What came of a step: a refusal, what a query read, or nothing. */
type Outcome = Refused | string | null;

/** An action on the element of its first argument. */
export function onElement(
  step: (el: Element, args: readonly unknown[], basis?: Basis) => Outcome,
  found: typeof target = target,
): Action {
  return (args, basis) => {
    const at = found(args, basis);
    return at.ok ? outcome(step(at.el, args, basis), at.healed) : at;
  };
}

/** An action where the element of its first argument is hit, or on itself where a label stands in for it. */
export function onPoint(step: (hit: Element, at: Reached, basis?: Basis) => Outcome): Action {
  return ([id], basis) => {
    const at = reachable(id, basis);
    return at.ok ? outcome(step(at.el.contains(at.hit) ? at.hit : at.el, at, basis), at.healed) : at;
  };
}

function outcome(found: Outcome, healed: boolean): ActionResult {
  return typeof found === "object" && found !== null ? found : done(found ?? undefined, healed);
}

/** Runs the test until it answers something or time is up. */
export async function until<T>(
  test: () => T | undefined | false,
  timeout: number,
  interval: number,
): Promise<T | null> {
  const end = performance.now() + timeout;
  for (;;) {
    const found = test();
    if (found !== undefined && found !== false) return found;
    const left = end - performance.now();
    if (left <= 0) return null;
    await new Promise((resolve) => setTimeout(resolve, Math.min(interval, left)));
  }
}
