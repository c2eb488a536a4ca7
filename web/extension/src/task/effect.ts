/** What an action does to the page, as far as this client can tell: what can be put back, and what cannot. */
import type { SemanticNode } from "@screen-agent/api";
import { actionKind, parseAction } from "@screen-agent/ui/actions";
import { statesOf } from "../look/sentinel.ts";
import type { Change, Reach } from "../shared/protocol.ts";

const TOGGLES = new Set(["chk", "radio", "switch", "checkbox"]);
const HARMLESS_KEYS = /^(?:Tab|Escape|Home|End|Arrow\w+|Page\w+)$/;

/** How far an action reaches. `node` is what it is aimed at. */
export function reachOf(action: string, node: SemanticNode | undefined): Reach {
  const name = parseAction(action)?.name ?? "";
  if (changeOf(action, node) || name === "setValue" || name === "selectDropdown" || name === "type") return "changes";
  const kind = actionKind(action);
  if (kind === "look" || kind === "wait") return "looks";
  if (kind === "go" || kind === "tab") return "goes";
  if (name === "press") return HARMLESS_KEYS.test(parseAction(action)?.args[0] ?? "") ? "looks" : "acts";
  if (/^(?:focus|blur|hover|dismissDialog)$/.test(name)) return "looks";
  if (!/^(?:click|doubleClick)$/.test(name) || !node) return "acts";
  if (node.d?.submit) return node.d.method === "get" ? "goes" : "sends";
  if (node.d?.href) return "goes";
  // What only opens or folds something.
  return node.d?.popup || statesOf(node).some((state) => state === "expanded" || state === "collapsed")
    ? "looks"
    : "acts";
}

/** What a field holds before and after; nothing where that is not known. */
export function changeOf(action: string, node: SemanticNode | undefined): Change | null {
  const parsed = parseAction(action);
  if (!parsed || !node?.n) return null;
  const { name, args } = parsed;
  const change = (kind: Change["kind"], before: string, after: string): Change | null =>
    before === after ? null : { kind, field: node.n, before, after };
  if (name === "setValue") return change("text", node.v ?? "", args[1] ?? "");
  if (name === "selectDropdown") return change("choice", node.v ?? "", args[2] || args[1] || "");
  if (!TOGGLES.has(node.r) || !/^(?:click|check|uncheck)$/.test(name)) return null;
  const on = statesOf(node).some((state) => state === "checked" || state === "on" || state === "pressed");
  const wanted = name === "click" ? !on || node.r === "radio" : name === "check";
  // A radio button is put back by choosing the one before, which is not known.
  return change(node.r === "radio" ? "choice" : "toggle", on ? "on" : "off", wanted ? "on" : "off");
}
