/** What may be shown of an action: what is typed into a secret field is not. */
import type { ActionDetails, PageCapture, SemanticNode } from "@screen-agent/api";

/** Stands for what is not told. */
const HIDDEN = "•••";

const NAMES = [
  "password",
  "passwd",
  "passphrase",
  "passcode",
  "pwd",
  "pin",
  "cvv",
  "cvv2",
  "cvc",
  "cvc2",
  "csc",
  "otp",
  "mfa",
  "2fa",
  "card number",
  "card num",
  "card no",
  "card code",
  "cardnumber",
  "cc number",
  "cc num",
  "cc exp",
  "cc csc",
  "ccnumber",
  "ccnum",
  "security code",
  "verification code",
  "authentication code",
  "one time",
  "onetime",
];
const TYPED = new Set([
  "inp",
  "textarea",
  "sel",
  "select",
  "listbox",
  "combobox",
  "searchbox",
  "spinbutton",
  "textbox",
]);
const WRITES = new Set(["setValue", "type", "selectDropdown"]);

/** The action as it may be shown. What cannot be told apart is hidden rather than shown. */
export function shown(action: string, details: ActionDetails | undefined, look: PageCapture | null): string {
  const name = details?.name ?? /^\w+/.exec(action)?.[0] ?? "";
  if (!WRITES.has(name)) return action;
  const id = details?.elementId ?? targetOf(action, name);
  const nodes = look?.interactiveTree ?? [];
  const secret =
    id === null || id === undefined
      ? nodes.some((node) => has(node, "focused") && isSecret(node))
      : isSecret(nodes.find((node) => node.i === String(id)));
  if (!secret) return action;
  return id === null || id === undefined ? `${name}("${HIDDEN}")` : `${name}(${id}, "${HIDDEN}")`;
}

/** True when the field takes a password, card data or a one-time code; true of a field that is not known. */
export function isSecret(node: SemanticNode | undefined): boolean {
  if (!node) return true;
  if (has(node, "filled") || node.d?.type?.toLowerCase() === "password") return true;
  const tokens = (node.d?.auto ?? "").toLowerCase().split(/\s+/);
  if (
    tokens.some(
      (token) => token.startsWith("cc-") || ["one-time-code", "current-password", "new-password"].includes(token),
    )
  )
    return true;
  const words = ` ${node.n
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .join(" ")} `;
  return TYPED.has(node.r) && NAMES.some((name) => words.includes(` ${name} `));
}

/** The first argument, where it stands for a control. */
function targetOf(action: string, name: string): string | null {
  if (name === "type") return null;
  return /^\w+\(\s*"?([\w-]+)"?\s*[,)]/.exec(action)?.[1] ?? "";
}

function has(node: SemanticNode, state: string): boolean {
  return (node.s ?? "").split(",").some((one) => one.trim() === state);
}
