/** The events that a mouse causes, for clients that cannot send real ones. */

interface Press {
  x: number;
  y: number;
  button?: 0 | 2;
  detail?: number;
  /** It is moved with the button held down. */
  held?: boolean;
}

export function pointer(el: Element, type: string, { x, y, button = 0, detail = 1, held = false }: Press): boolean {
  const down = held || /down|start/.test(type);
  const init: PointerEventInit = {
    bubbles: !/enter|leave/.test(type),
    cancelable: true,
    composed: true,
    view: window,
    clientX: x,
    clientY: y,
    button,
    buttons: down ? (button === 2 ? 2 : 1) : 0,
    detail,
    pointerId: 1,
    pointerType: "mouse",
    isPrimary: true,
  };
  return el.dispatchEvent(type.startsWith("pointer") ? new PointerEvent(type, init) : new MouseEvent(type, init));
}

export function over(el: Element, at: Press): void {
  for (const type of ["pointerover", "pointerenter", "mouseover", "mouseenter", "pointermove", "mousemove"])
    pointer(el, type, at);
}

/** Presses and lets go; focus follows as it would, unless the page forbids it. */
export function press(el: Element, at: Press): void {
  pointer(el, "pointerdown", at);
  if (pointer(el, "mousedown", at)) focusFrom(el);
  pointer(el, "pointerup", at);
  pointer(el, "mouseup", at);
}

/** The click that a press ends in. */
export function release(hit: Element, at: Press): void {
  if (hit instanceof HTMLElement) hit.click();
  else pointer(hit, "click", at);
}

/** All that a mouse causes on the way to something and clicking it. */
export function clickOn(hit: Element, at: Press): void {
  over(hit, at);
  press(hit, at);
  release(hit, at);
}

function focusFrom(el: Element): void {
  const focusable = el.closest<HTMLElement>("a[href],button,input,select,textarea,[tabindex],[contenteditable]");
  focusable?.focus({ preventScroll: true });
}
