import type { DomActionName } from "@screen-agent/api";
import type { ActionResult, Basis } from "../contract.ts";
import { elsewhere } from "../locate/basis.ts";
import * as checks from "./check.ts";
import * as clicks from "./click.ts";
import { commitText } from "./commit_text.ts";
import { dragAndDrop } from "./drag_and_drop.ts";
import { findText } from "./find_text.ts";
import * as focusing from "./focus.ts";
import { type Action, refuse } from "./kit.ts";
import { prepareText } from "./prepare_text.ts";
import { press } from "./press.ts";
import * as queries from "./query.ts";
import * as scrolling from "./scroll.ts";
import { selectDropdown } from "./select_dropdown.ts";
import { selectText } from "./select_text.ts";
import { setDirect } from "./set_direct.ts";
import { setFiles } from "./set_files.ts";
import { appendText, setValue } from "./set_value.ts";
import * as storage from "./storage.ts";
import { type } from "./type.ts";
import * as waiting from "./wait.ts";

/** What only a browser can do: tabs, dialogs, files, traffic, and going elsewhere. */
type InBrowser =
  | "uploadFile"
  | "navigate"
  | "search"
  | "goBack"
  | "goForward"
  | "wait"
  | "createTab"
  | "switch"
  | "close"
  | "getTabs"
  | "evaluate"
  | "screenshot"
  | "generatePdf"
  | "acceptDialog"
  | "dismissDialog"
  | "waitForDialog"
  | "interceptRequest"
  | "mockResponse"
  | "getCookies"
  | "setCookie"
  | "clearCookies"
  | "startTracing"
  | "stopTracing"
  | "getMetrics"
  | "finish"
  | "fail";

/** The published names that are not spelled as the others are. */
type Spelled<Name> = Name extends "scroll_container" ? "scrollContainer" : Name extends "wait_for" ? "waitFor" : Name;

/** Parts of actions that a client with real input asks for. */
type Part = "selectText" | "setFiles" | "setDirect" | "prepareText" | "commitText" | "readBack";

/** Every action that a document can perform by itself: a module that is spread here exports actions alone. A new one in the catalogue does not compile until it is here. */
const ACTIONS: ReadonlyMap<string, Action> = new Map(
  Object.entries({
    // Asked in the page by every client.
    ...queries,
    ...focusing,
    ...scrolling,
    ...waiting,
    ...storage,
    findText,
    selectDropdown,
    selectText,
    setDirect,
    setFiles,
    prepareText,
    commitText,
    // Imitated with DOM events for clients that have no real input.
    ...clicks,
    ...checks,
    dragAndDrop,
    press,
    type,
    setValue,
    // In the page whatever the client: where a text ends is the page's to know.
    appendText,
  } satisfies Record<Spelled<Exclude<DomActionName, InBrowser>> | Part, Action>),
);

/** Performs an action by name. What a page throws ends as a refusal, never as an exception. */
export function act(name: string, args: readonly unknown[], basis?: Basis): ActionResult | Promise<ActionResult> {
  const action = ACTIONS.get(name);
  if (!action) return refuse("unsupported", `no action "${name.slice(0, 40)}" in a page`);
  const moved = basis && elsewhere(basis);
  if (moved) return refuse("stale", moved);
  try {
    const result = action(args, basis);
    return result instanceof Promise ? result.catch(failed) : result;
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): ActionResult {
  return refuse("unsupported", error instanceof Error ? error.message.slice(0, 200) : "the page refused");
}
