/**
 * What the hands can be told, with every argument's kind and limit: the narrow form in which the
 * server prints actions. Other spellings are for models; they never reach a client.
 */
import type { DomActionName } from "@screen-agent/api";

/** What an argument may be. */
export type Kind =
  | { is: "id" }
  | { is: "text"; min: number; max: number }
  | { is: "whole" | "real"; min: number; max: number }
  | { is: "flag" }
  /** Said by words: the first is true. */
  | { is: "either"; words: readonly [string, string] }
  | { is: "oneOf"; words: readonly string[] }
  | { is: "key" }
  | { is: "modifiers" }
  | { is: "json"; max: number }
  | { is: "code"; max: number }
  | { is: "texts" };

/** One argument. */
export interface Param {
  /** Where it stands among the parts of the action. */
  field: string;
  kind: Kind;
  /** Stands for it when it is left out; without one it must be given. */
  otherwise?: unknown;
}

/** How an action is written. */
export interface Entry {
  params: readonly Param[];
  /** `repeated`: the last argument is. `object`: all are in one quoted object, by these names. */
  form?: "repeated" | { object: readonly string[] };
}

const TEXT = 10_000;
const URL_LENGTH = 8_192;
const NAME = 500;
const CODE = 10_000;

const id: Kind = { is: "id" };
const text = (max: number): Kind => ({ is: "text", min: 0, max });
const words = (max: number): Kind => ({ is: "text", min: 1, max });
const whole = (min: number, max: number): Kind => ({ is: "whole", min, max });
const real = (min: number, max: number): Kind => ({ is: "real", min, max });
const flag: Kind = { is: "flag" };
const oneOf = (...of: string[]): Kind => ({ is: "oneOf", words: of });

const must = (field: string, kind: Kind): Param => ({ field, kind });
const may = (field: string, kind: Kind, otherwise: unknown): Param => ({ field, kind, otherwise });
const call = (...params: Param[]): Entry => ({ params });
const ON: Entry = call(must("id", id));

/** Every action that a client performs; a new one does not compile until it is here. */
export const CATALOG: Readonly<Record<DomActionName, Entry>> = {
  click: ON,
  doubleClick: ON,
  rightClick: ON,
  hover: ON,
  dragAndDrop: call(must("from", id), must("to", id)),
  setValue: call(must("id", id), must("text", text(TEXT))),
  appendText: call(must("id", id), must("text", words(TEXT))),
  type: call(must("text", words(TEXT)), may("delayMs", whole(0, 1000), null)),
  press: call(must("key", { is: "key" }), may("modifiers", { is: "modifiers" }, [])),
  focus: ON,
  selectText: call(must("id", id), must("text", text(TEXT))),
  blur: ON,
  check: ON,
  uncheck: ON,
  dropdownOptions: ON,
  selectDropdown: call(
    must("id", id),
    may("choice.value", text(NAME), null),
    may("choice.text", text(NAME), null),
    may("choice.several", { is: "texts" }, []),
  ),
  uploadFile: { params: [must("id", id), must("files", { is: "texts" })], form: "repeated" },
  scroll: call(may("down", flag, true), may("pages", real(0.01, 100), 1), may("id", id, null)),
  scroll_container: call(must("id", id), may("direction", oneOf("up", "down", "left", "right"), "down")),
  findText: call(must("text", words(TEXT))),
  getText: ON,
  getAttribute: call(must("id", id), must("attribute", words(NAME))),
  getBoundingBox: ON,
  isVisible: ON,
  isEnabled: ON,
  navigate: call(must("url", words(URL_LENGTH)), may("newTab", flag, false)),
  search: call(must("query", words(TEXT)), may("engine", text(NAME), null)),
  goBack: call(),
  goForward: call(),
  wait: call(may("seconds", real(0, 30), 3)),
  waitForElement: call(
    may("text", text(NAME), null),
    may("role", text(NAME), null),
    may("timeoutMs", whole(0, 30_000), 5000),
  ),
  wait_for: {
    params: [
      must("awaited.type", oneOf("text", "selector", "element_count", "url_change")),
      may("awaited.value", text(NAME), ""),
      may("timeoutMs", whole(0, 60_000), 60_000),
      may("pollMs", whole(50, 10_000), 500),
    ],
    form: { object: ["type", "value", "timeout", "pollInterval"] },
  },
  createTab: call(may("url", text(URL_LENGTH), null), may("active", flag, true)),
  switch: call(must("index", whole(0, 10_000))),
  close: call(must("index", whole(0, 10_000))),
  getTabs: call(),
  evaluate: call(must("code", { is: "code", max: CODE })),
  screenshot: call(
    may("full", flag, false),
    may("id", id, null),
    may("format", oneOf("png", "jpeg", "webp"), null),
    may("quality", whole(0, 100), null),
  ),
  generatePdf: call(),
  acceptDialog: call(may("text", text(TEXT), null)),
  dismissDialog: call(),
  waitForDialog: call(
    may("timeoutMs", whole(0, 60_000), 30_000),
    may("accept", { is: "either", words: ["accept", "dismiss"] }, null),
  ),
  interceptRequest: call(
    must("pattern", words(URL_LENGTH)),
    must("how", oneOf("block", "modify", "continue")),
    may("change", { is: "json", max: TEXT }, null),
  ),
  mockResponse: call(must("pattern", words(URL_LENGTH)), must("response", { is: "json", max: TEXT })),
  getCookies: call(),
  setCookie: call(must("cookie", { is: "json", max: TEXT })),
  clearCookies: call(),
  getLocalStorage: call(may("key", text(NAME), null)),
  setLocalStorage: call(must("key", words(NAME)), must("value", text(TEXT))),
  clearStorage: call(must("storage", oneOf("localStorage", "sessionStorage", "indexedDB"))),
  startTracing: call(),
  stopTracing: call(),
  getMetrics: call(),
  finish: call(may("text", text(TEXT), null), may("success", flag, true)),
  fail: call(may("reason", text(TEXT), null)),
};

/** The entry of a name, exactly as it is printed. */
export function entryOf(name: string): [DomActionName, Entry] | null {
  return Object.hasOwn(CATALOG, name) ? [name as DomActionName, CATALOG[name as DomActionName]] : null;
}
