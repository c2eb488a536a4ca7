/** Which attributes are written, and how. What a field holds is in none of them. */
import { attribute, cleanUrl, fold } from "../lending.ts";
import { withoutSecrets } from "./secrets.ts";
import { escaped } from "./write.ts";

type Written = (raw: string, el: Element) => string | null;

const words =
  (most: number): Written =>
  (raw) =>
    fold(raw.slice(0, most * 2)).slice(0, most) || null;
const bare: Written = () => "";
const address: Written = linkOf;

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

const WRITTEN: Readonly<Record<string, Written>> = {
  href: address,
  action: address,
  formaction: address,
  alt: words(200),
  title: words(200),
  role: words(40),
  class: hints,
  id: (raw) => (/^[\w:.-]{1,64}$/.test(raw) ? raw : null),
  datetime: words(40),
  type: words(30),
  name: words(60),
  autocomplete: words(60),
  placeholder: words(120),
  method: words(10),
  formmethod: words(10),
  enctype: words(40),
  target: words(40),
  lang: words(20),
  rel: words(40),
  for: words(64),
  form: words(64),
  label: words(120),
  scope: words(10),
  colspan: words(4),
  rowspan: words(4),
  start: words(8),
  reversed: bare,
  disabled: bare,
  readonly: bare,
  required: bare,
  multiple: bare,
  open: bare,
  contenteditable: (raw) => (raw === "false" ? null : ""),
  tabindex: words(6),
  itemprop: words(60),
  itemtype: words(100),
  itemscope: bare,
  indent: words(6),
  "data-depth": words(6),
  "data-level": words(6),
  "data-indent": words(6),
};

/** States that a person gave, and ids that point nowhere in a capture. */
const UNWRITTEN =
  /^aria-(?:value|checked|selected|pressed|hidden|owns|controls|activedescendant|flowto|details|errormessage)/;
const ariaWords = words(200);

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

const HOW = new Map(Object.entries(WRITTEN));
const BUTTON = /^(?:submit|button|reset)$/;

/** How an attribute is written; null when it is not. An empty text stands for an attribute without a value. */
function written(name: string, raw: string, el: Element): string | null {
  // A page gives any name to an attribute, and what is in a name stands bare.
  if (name.startsWith("aria-")) return UNWRITTEN.test(name) || !/^aria-[a-z]+$/.test(name) ? null : ariaWords(raw, el);
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
