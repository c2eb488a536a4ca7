/** Which attributes are written, and how. What a field holds is in none of them. */
import { setOf, tableOf } from "../dom/words.ts";
import { attribute, cleanUrl, fold } from "../lending.ts";
import { withoutSecrets } from "./secrets.ts";
import { escaped } from "./write.ts";

type Written = (raw: string, el: Element) => string | null;

/** Of class names only those that people gave: they hint at what something is. */
const hints: Written = (raw) => {
  let known = hinted.get(raw);
  if (known === undefined) {
    const names = raw
      .slice(0, 400)
      .split(/\s+/)
      .filter((name) => /^[A-Za-z_][\w-]{0,31}$/.test(name));
    known = names.slice(0, 5).join(" ").slice(0, 80) || null;
    if (hinted.size > 5000) hinted.clear();
    hinted.set(raw, known);
  }
  return known;
};

// The same few lists of names are on most elements.
const hinted = new Map<string, string | null>();

/** Attributes whose words are written, and how many letters of them. */
const LETTERS = tableOf(
  "alt=200 title=200 role=40 datetime=40 type=30 name=60 autocomplete=60 placeholder=120 method=10 formmethod=10 enctype=40 target=40 lang=20 rel=40 for=64 form=64 label=120 scope=10 colspan=4 rowspan=4 start=8 tabindex=6 itemprop=60 itemtype=100 indent=6 data-depth=6 data-level=6 data-indent=6",
);
/** Attributes that say something by being there. */
const BARE = setOf("reversed disabled readonly required multiple open itemscope");

const HOW: ReadonlyMap<string, Written> = new Map<string, Written>([
  ["href", linkOf],
  ["action", linkOf],
  ["formaction", linkOf],
  ["class", hints],
  ["id", (raw) => (/^[\w:.-]{1,64}$/.test(raw) ? raw : null)],
  ["contenteditable", (raw) => (raw === "false" ? null : "")],
  ...Array.from(BARE, (name): [string, Written] => [name, () => ""]),
  ...Array.from(LETTERS, ([name, most]): [string, Written] => [name, (raw) => words(raw, Number(most))]),
]);

function words(raw: string, most: number): string | null {
  return fold(raw.slice(0, most * 2)).slice(0, most) || null;
}

/** States that a person gave, and ids that point nowhere in a capture. */
const UNWRITTEN =
  /^aria-(?:value|checked|selected|pressed|hidden|owns|controls|activedescendant|flowto|details|errormessage)/;

/** What is written of an element's attributes, each with a space before it. */
export function attributesOf(el: Element, tag: string, names: readonly string[]): string[] {
  const found: string[] = [];
  for (const name of names) {
    const value = written(name, attribute(el, name) ?? "", el);
    if (value !== null) found.push(value === "" ? ` ${name}` : ` ${name}="${escaped(value)}"`);
  }
  // The words on a button are no value that anybody gave.
  if (tag === "input" && BUTTON.test((el as HTMLInputElement).type))
    found.push(` value="${escaped(fold(attribute(el, "value") ?? "").slice(0, 120))}"`);
  return found;
}

const BUTTON = /^(?:submit|button|reset)$/;

/** How an attribute is written; null when it is not. An empty text stands for an attribute without a value. */
function written(name: string, raw: string, el: Element): string | null {
  // A page gives any name to an attribute, and what is in a name stands bare.
  if (name.startsWith("aria-")) return UNWRITTEN.test(name) || !/^aria-[a-z]+$/.test(name) ? null : words(raw, 200);
  const how = HOW.get(name);
  return how ? how(raw, el) : null;
}

/** Where a link leads, whole and without secrets. Scripts and data lead nowhere. */
export function linkOf(raw: string, el?: Element): string | null {
  // The browser has read an anchor's address already.
  const url = el instanceof HTMLAnchorElement ? hrefOf.call(el) : (cleanUrl(raw.trim()) ?? "");
  return LEADS.test(url) ? withoutSecrets(url).slice(0, LONGEST) : null;
}

const LEADS = /^(?:https?|mailto|tel):/;
const LONGEST = 2048;
const hrefOf = Object.getOwnPropertyDescriptor(HTMLAnchorElement.prototype, "href")?.get as (
  this: HTMLAnchorElement,
) => string;
