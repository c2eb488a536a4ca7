/** The tools of the contract that a browser performs, and what each is to the hands. */
import type { BrowserToolName, ToolCall, ToolMode } from "@screen-agent/api/packet";

/** Names that the server is told. */
export const TOOLS: readonly (BrowserToolName | "search")[] = [
  "browser.observe_dom",
  "browser.get_selection_links",
  "browser.click",
  "browser.type",
  "browser.select",
  "browser.scroll",
  "browser.open_tab",
  "browser.navigate",
  "browser.back",
  "browser.forward",
  "browser.refresh",
  "search",
];

/** What a call comes to. */
export type Deed =
  /** The page is read after every step anyway. */
  | { kind: "look" }
  | { kind: "links"; limit: number }
  /** An action of the hands; `handle` is the control that it is aimed at. */
  | { kind: "act"; action: string; handle: string | null }
  | { kind: "reload" }
  | { kind: "open"; url: string };

type Read = (given: Readonly<Record<string, unknown>>) => Deed | null;

/** Height of a view, in which the server counts as well. */
const VIEW = 800;

const act = (action: string, handle: string | null = null): Deed => ({ kind: "act", action, handle });

const go =
  (action: string): Read =>
  (given) =>
    isEmpty(given) ? act(action) : null;

const READ: Readonly<Record<(typeof TOOLS)[number], Read>> = {
  // Its limits are for the server, which cuts what a model reads.
  "browser.observe_dom": () => ({ kind: "look" }),
  "browser.get_selection_links": ({ maxLinks = 50, ...rest }) =>
    isEmpty(rest) && typeof maxLinks === "number" && Number.isInteger(maxLinks) && maxLinks >= 1 && maxLinks <= 200
      ? { kind: "links", limit: maxLinks }
      : null,
  "browser.click": ({ handleId, ...rest }) =>
    isEmpty(rest) && isHandle(handleId) ? act(`click(${said(handleId)})`, handleId) : null,
  "browser.type": ({ handleId, text, ...rest }) =>
    isEmpty(rest) && isHandle(handleId) && typeof text === "string"
      ? act(`setValue(${said(handleId)}, ${said(text)})`, handleId)
      : null,
  "browser.select": ({ handleId, value, ...rest }) =>
    isEmpty(rest) && isHandle(handleId) && isText(value)
      ? act(`selectDropdown(${said(handleId)}, ${said(value)})`, handleId)
      : null,
  "browser.scroll": ({ deltaY, ...rest }) =>
    isEmpty(rest) && typeof deltaY === "number" && Number.isFinite(deltaY) ? act(scrolled(deltaY)) : null,
  "browser.open_tab": ({ url, ...rest }) => (isEmpty(rest) && isText(url) ? { kind: "open", url } : null),
  "browser.navigate": ({ url, ...rest }) => (isEmpty(rest) && isText(url) ? act(`navigate(${said(url)})`) : null),
  "browser.back": go("goBack()"),
  "browser.forward": go("goForward()"),
  "browser.refresh": (given) => (isEmpty(given) ? { kind: "reload" } : null),
  // The server has built the address: words cannot leave their place in it.
  search: ({ url, newTab = true }) => {
    if (!isText(url) || typeof newTab !== "boolean") return null;
    return newTab ? { kind: "open", url } : act(`navigate(${said(url)})`);
  },
};

/** What a call comes to; null when it is none of ours, or not as it must be. */
export function deedOf({ name, arguments: given }: ToolCall): Deed | null {
  const read = Object.hasOwn(READ, name) ? READ[name as keyof typeof READ] : undefined;
  return read?.(given ?? {}) ?? null;
}

const READS: ReadonlySet<string> = new Set(["browser.observe_dom", "browser.get_selection_links", "search"]);
const ENTERS: ReadonlySet<string> = new Set(["browser.type", "browser.select"]);

/**
 * Whether a call may be performed without the person's yes. The gate is the server's; this holds its
 * answer against the mode that the person chose, so that neither a fault nor a forged answer acts.
 */
export function needsYes(name: string, mode: ToolMode): boolean {
  if (READS.has(name)) return false;
  return mode !== "autopilot" || ENTERS.has(name);
}

function isEmpty(rest: object): boolean {
  return Object.keys(rest).length === 0;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function isHandle(value: unknown): value is string {
  return typeof value === "string" && /^(?:f\d{1,10}_)?\d{1,12}$/.test(value);
}

function said(text: string): string {
  return JSON.stringify(text);
}

function scrolled(deltaY: number): string {
  const pages = Math.min(10, Math.max(0.1, Math.abs(deltaY) / VIEW));
  return `scroll(${deltaY >= 0}, ${Math.round(pages * 100) / 100})`;
}
