import { targetOf } from "../lending.ts";
import { hasOpened, isNews, offers } from "./entry.ts";
import { announce, isTextField, type TextField } from "./field.ts";
import { onElement } from "./kit.ts";
import { editable } from "./prepare_text.ts";

/**
 * commitText(id, rested): tells the page that what was typed is complete, as leaving the field would,
 * without leaving it. `state` is "offers" when the page should come to rest first, since a list may open;
 * while one is open nothing is told.
 */
export const commitText = onElement((found, [, rested]) => {
  const el = editable(found);
  if (!isTextField(el) || !isNews(el)) return "same";
  if (rested !== true && offers(el)) return "offers";
  if (hasOpened(el)) return "open";
  announce(el, "change");
  passOver(el, el.value);
  return "told";
});

// The browser itself tells of the change once the field is left; the page has heard of this one.
function passOver(el: TextField, told: string): void {
  const stop = new AbortController();
  const pass = (event: Event): void => {
    if (!event.isTrusted || targetOf(event) !== el) return;
    if (event.type === "change" && el.value === told) event.stopImmediatePropagation();
    stop.abort();
  };
  const root = el.getRootNode();
  // No `change` leaves a shadow tree.
  const from = root instanceof ShadowRoot ? root : window;
  for (const type of ["change", "blur"]) from.addEventListener(type, pass, { capture: true, signal: stop.signal });
}
