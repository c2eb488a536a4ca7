import type { ActionResult } from "../contract.ts";
import { blur } from "./blur.ts";
import { check, uncheck } from "./check.ts";
import { click } from "./click.ts";
import { doubleClick } from "./double_click.ts";
import { dragAndDrop } from "./drag_and_drop.ts";
import { dropdownOptions } from "./dropdown_options.ts";
import { findText } from "./find_text.ts";
import { focus } from "./focus.ts";
import { getAttribute } from "./get_attribute.ts";
import { getBoundingBox } from "./get_bounding_box.ts";
import { getText } from "./get_text.ts";
import { hover } from "./hover.ts";
import { isEnabled } from "./is_enabled.ts";
import { isVisible } from "./is_visible.ts";
import { type Action, refuse } from "./kit.ts";
import { prepareText } from "./prepare_text.ts";
import { press } from "./press.ts";
import { readBack } from "./read_back.ts";
import { rightClick } from "./right_click.ts";
import { scroll, scrollContainer } from "./scroll.ts";
import { selectDropdown } from "./select_dropdown.ts";
import { setDirect } from "./set_direct.ts";
import { setValue } from "./set_value.ts";
import { clearStorage, getLocalStorage, setLocalStorage } from "./storage.ts";
import { type } from "./type.ts";
import { waitFor, waitForElement } from "./wait.ts";

/** Every action that a document can perform by itself. */
const ACTIONS: ReadonlyMap<string, Action> = new Map(
  Object.entries({
    // Asked in the page by every client.
    selectDropdown, dropdownOptions, getText, getAttribute, getBoundingBox, isVisible, isEnabled, findText, focus, blur,
    scroll, scrollContainer, waitForElement, waitFor, getLocalStorage, setLocalStorage, clearStorage, setDirect, prepareText, readBack,
    // Imitated with DOM events for clients that have no real input.
    click, doubleClick, rightClick, hover, dragAndDrop, press, type, setValue, check, uncheck,
  }),
);

/** Performs an action by name. What a page throws ends as a refusal, never as an exception. */
export function act(name: string, args: readonly unknown[]): ActionResult | Promise<ActionResult> {
  const action = ACTIONS.get(name);
  if (!action) return refuse("unsupported", `no action "${name.slice(0, 40)}" in a page`);
  try {
    const result = action(args);
    return result instanceof Promise ? result.catch(failed) : result;
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): ActionResult {
  return refuse("unsupported", error instanceof Error ? error.message.slice(0, 200) : "the page refused");
}
