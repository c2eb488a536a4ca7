import type { NodeFacts } from "../contract.ts";
import { doc } from "../dom/doc.ts";
import { attribute, first, has, nearest, tagOf, textOf } from "../dom/read.ts";
import { byId } from "../dom/tree.ts";
import { cut, fold } from "../dom/words.ts";
import { actorOf, Forms, isFormField } from "./form.ts";
import { partOf } from "./part.ts";
import { isEditable } from "./role.ts";
import { selectorOf } from "./selector.ts";
import { optionText } from "./value.ts";

const OPTIONS = 100;

/** What our own code knows of a control; page prose never gets in here. */
export function factsOf(el: Element, role: string, name: string, drag: boolean, forms: Forms = new Forms()): NodeFacts {
  const facts: NodeFacts = { tag: tagOf(el) };
  const actor = actorOf(el);
  if (tagOf(actor) === "a" || tagOf(actor) === "area") linkFacts(actor, facts);
  if (isFormField(actor)) forms.describe(actor, facts);
  if (tagOf(el) === "input") inputFacts(el as HTMLInputElement, facts);
  else if (tagOf(actor) === "input") facts.type = (actor as HTMLInputElement).type;
  if (role === "slider" && !facts.range) {
    const [low, high] = [attribute(el, "aria-valuemin"), attribute(el, "aria-valuemax")];
    if (low || high) facts.range = [low ?? "", high ?? "", ""];
  }
  if (tagOf(el) === "select") selectFacts(el as HTMLSelectElement, facts);
  if (role === "textarea" || isEditable(el)) facts.lines = true;
  const popup = attribute(el, "aria-haspopup") ?? (has(el, "popovertarget") ? "true" : null);
  if (popup && popup !== "false") facts.popup = fold(popup).slice(0, 20);
  const group = groupOf(el, role);
  if (group) facts.group = group;
  const selector = selectorOf(el);
  if (selector) facts.sel = selector;
  const hint = attribute(el, "placeholder") ?? attribute(el, "aria-placeholder");
  if (hint && cut(fold(hint)) !== name) facts.hint = cut(fold(hint));
  const part = partOf(el, role);
  if (part) facts.part = part;
  if (drag || attribute(el, "draggable") === "true") facts.drag = true;
  return facts;
}

function linkFacts(el: Element, facts: NodeFacts): void {
  const href = cleanUrl(attribute(el, "href") ?? attribute(el, "xlink:href") ?? "");
  if (href) facts.href = href;
  const target = attribute(el, "target");
  if (target && !/^_(?:self|parent|top)$/i.test(target)) facts.blank = true;
}

/** Absolute, without credentials; undefined when it is no URL or there is none. */
export function cleanUrl(raw: string): string | undefined {
  if (!raw) return undefined;
  try {
    const url = new URL(raw, doc.baseURI);
    url.username = "";
    url.password = "";
    return url.href.slice(0, 2048);
  } catch {
    return undefined;
  }
}

function inputFacts(el: HTMLInputElement, facts: NodeFacts): void {
  facts.type = el.type;
  const auto = fold(attribute(el, "autocomplete") ?? "");
  if (auto && auto !== "off" && auto !== "on") facts.auto = auto.slice(0, 60);
  if (el.multiple) facts.multi = true;
  if (el.min || el.max || el.type === "range") facts.range = [el.min, el.max, el.step];
  const list = attribute(el, "list");
  const options = list ? byId(el, list)?.querySelectorAll("option") : undefined;
  if (options) facts.opts = Array.from(options, (option) => cut(fold(option.label || option.value))).slice(0, OPTIONS);
}

function selectFacts(el: HTMLSelectElement, facts: NodeFacts): void {
  if (el.multiple) facts.multi = true;
  const options: string[] = [];
  for (let at = 0; at < el.options.length && options.length < OPTIONS; at++) {
    const option = el.options[at];
    if (option && !option.hidden) options.push(optionText(option));
  }
  facts.opts = options;
}

// Only what people use to tell fields apart: fieldsets and labelled groups, not every region.
function groupOf(el: Element, role: string): string | undefined {
  const around = nearest(
    el.parentElement,
    "fieldset,[role=radiogroup],[role=group],[role=toolbar],[role=dialog],[role=listbox]",
  );
  if (around) {
    const name = groupName(around);
    if (name) return name;
  }
  return role === "radio" && (el as HTMLInputElement).name ? cut(fold((el as HTMLInputElement).name)) : undefined;
}

function groupName(around: Element): string | undefined {
  const label = attribute(around, "aria-label");
  if (label) return cut(fold(label));
  const id = attribute(around, "aria-labelledby")?.trim().split(/\s+/)[0];
  const source = id ? byId(around, id) : tagOf(around) === "fieldset" ? first(around, ":scope > legend") : null;
  return source ? cut(fold(textOf(source).slice(0, 200))) || undefined : undefined;
}
