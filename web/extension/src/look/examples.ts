/** What could be asked for on a page, made of what stands on it: words that a person can take and change. */
import type { PageCapture, SemanticNode } from "@screen-agent/api";
import { statesOf } from "./sentinel.ts";

const MOST = 4;
/** Names that are longer are not said by anybody. */
const LONGEST = 40;
/** What has consequences is nobody's example. */
const GRAVE =
  /\b(?:delete|remove|buy|pay|order|purchase|checkout|send|submit|cancel|unsubscribe|log ?out|sign ?out|log ?in|sign ?in|skip)\b/i;
const SEARCH = /\b(?:search|find|filter)\b/i;
const SECRET = /\b(?:password|passcode|pin|code|card|cvc|cvv|iban)\b/i;

/** Up to four examples, of as many kinds as there are; none where the page has nothing to offer. */
export function examplesOf({ interactiveTree, pageText }: PageCapture): string[] {
  const usable = interactiveTree.filter((node) => isUsable(node));
  const search = usable.find(({ r, n, d }) => takesText(r) && (d?.type === "search" || SEARCH.test(n)));
  const field = usable.find((node) => node !== search && takesText(node.r) && !node.v && isPlain(node));
  const list = usable.find(({ r, d, v }) => r === "sel" && d?.opts?.some((option) => isShort(option) && option !== v));
  const box = usable.find((node) => node.r === "chk" && !statesOf(node).includes("checked"));
  const second = usable.find(
    (node) => node !== search && node !== field && takesText(node.r) && !node.v && isPlain(node),
  );
  const way = usable.find((node) => node.r === "radio" && !statesOf(node).includes("checked"));
  const link = usable.find(({ r, d, n }) => r === "link" && d?.href && /\p{L}{3}/u.test(n));
  const word = wordOf(pageText, search);
  const option = list?.d?.opts?.slice(1).find((each) => isShort(each) && each !== list.v);
  return [
    search && word && `Search for "${word}"`,
    field && `Enter "${valueFor(field)}" into "${field.n}"`,
    list && option && `Choose "${option}" in "${list.n}"`,
    box && `Tick "${box.n}"`,
    link && `Go to "${link.n}"`,
    way && `Choose "${way.n}"`,
    second && `Enter "${valueFor(second)}" into "${second.n}"`,
  ]
    .filter((example): example is string => typeof example === "string" && example !== "")
    .slice(0, MOST);
}

function isUsable({ n, s, occ }: SemanticNode): boolean {
  return isShort(n) && !occ && !GRAVE.test(n) && !/\b(?:disabled|readonly)\b/.test(s ?? "");
}

const isShort = (name: string): boolean => {
  const text = name.trim();
  return text.length > 1 && text.length <= LONGEST && !text.includes('"');
};
const takesText = (role: string): boolean => /^(?:inp|textarea|searchbox|textbox|combobox)$/.test(role);
const isPlain = ({ n, d }: SemanticNode): boolean =>
  d?.type !== "password" && d?.type !== "file" && !SECRET.test(n) && !/one-time|cc-|password/.test(d?.auto ?? "");

/** Something that such a field takes. */
function valueFor({ n, d }: SemanticNode): string {
  if (d?.type === "email" || /e-?mail/i.test(n)) return "ada@example.org";
  if (d?.type === "tel" || /phone/i.test(n)) return "030 123456";
  if (d?.type === "number" || /\b(?:number|quantity|amount|age|count)\b/i.test(n)) return "3";
  if (d?.type === "date" || /\bdate\b/i.test(n)) return "2026-12-24";
  if (/first name|given name/i.test(n)) return "Ada";
  if (/last name|surname|family name/i.test(n)) return "Lovelace";
  return /name/i.test(n) ? "Ada Lovelace" : "hello";
}

/** A word of the page that can be searched for: of what is listed, else of its headings. */
function wordOf(lines: PageCapture["pageText"], search: SemanticNode | undefined): string | null {
  if (!search) return null;
  const ranks = [/^(?:li|tr)$/, /^h[2-4]$/, /^h1$/];
  for (const rank of ranks) {
    for (const { k, c } of lines) {
      if (!rank.test(k ?? "")) continue;
      const words = c.filter((piece) => typeof piece === "string").join(" ");
      const found = /\p{L}{4,20}/u.exec(words)?.[0];
      if (found) return found;
    }
  }
  return null;
}
