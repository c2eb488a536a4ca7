/** What may be shown of an action: what is typed into a secret field is not. */
import type { ActionDetails, PageCapture, SemanticNode } from "@screen-agent/api";
import { statesOf } from "../look/sentinel.ts";

/** Stands for what is not told. */
export const HIDDEN = "•••";

/** Words in the name of a field that takes a secret. */
const NAMES =
  / (?:pass(?:word|wd|phrase|code)|pwd|pin|cvv2?|cvc2?|csc|otp|mfa|2fa|card (?:number|num|no|code)|cardnumber|cc (?:number|num|exp|csc)|ccnum(?:ber)?|(?:security|verification|authentication) code|one ?time) /;
const TYPED = /^(?:inp|textarea|sel|select|listbox|combobox|searchbox|spinbutton|textbox)$/;
const WRITES = new Set(["setValue", "appendText", "type", "selectDropdown"]);

/** The action as it may be shown. What cannot be told apart is hidden rather than shown. */
export function shown(action: string, details: ActionDetails | undefined, look: PageCapture | null): string {
  const name = details?.name ?? /^\w+/.exec(action)?.[0] ?? "";
  if (!WRITES.has(name)) return action;
  const id = details?.elementId ?? targetOf(action, name);
  const nodes = look?.interactiveTree ?? [];
  const secret =
    id === null || id === undefined
      ? nodes.some((node) => statesOf(node).includes("focused") && isSecret(node))
      : isSecret(nodes.find((node) => node.i === String(id)));
  if (!secret) return action;
  return id === null || id === undefined ? `${name}("${HIDDEN}")` : `${name}(${id}, "${HIDDEN}")`;
}

/** True when the field takes a password, card data or a one-time code; true of a field that is not known. */
export function isSecret(node: SemanticNode | undefined): boolean {
  if (!node) return true;
  if (statesOf(node).includes("filled") || node.d?.type?.toLowerCase() === "password") return true;
  const tokens = (node.d?.auto ?? "").toLowerCase().split(/\s+/);
  if (tokens.some((token) => /^cc-|^(?:one-time-code|current-password|new-password)$/.test(token))) return true;
  const words = ` ${node.n
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .join(" ")} `;
  return TYPED.test(node.r) && NAMES.test(words);
}

/** The first argument, where it stands for a control. */
function targetOf(action: string, name: string): string | null {
  if (name === "type") return null;
  return /^\w+\(\s*"?([\w-]+)"?\s*[,)]/.exec(action)?.[1] ?? "";
}
