import { cleanUrl, contentText, doc, fold, idOfElement, isDrawn, isSecret, rawValue, tagOf } from "../lending.ts";
import { escaped } from "./write.ts";

const KEPT =
  "a[href],button,input:not([type=hidden]),select,textarea,option,label,[onclick],[role=button],[role=link],[role=menuitem],[role=tab],[role=checkbox],[role=radio],[role=switch],[role=option],[tabindex]:not([tabindex^='-']),[contenteditable]:not([contenteditable=false])";
const ATTRIBUTES = ["name", "type", "placeholder", "role", "aria-label", "title", "data-testid"];
const TEXT = 100;
const MOST = 100_000;

/** The interactive elements alone, as flat HTML; ids are ours where one was handed out. */
export function skeleton(): string {
  const parts: string[] = [];
  let size = 0;
  for (const el of doc.querySelectorAll(KEPT)) {
    if (!isDrawn(el)) continue;
    const html = htmlOf(el);
    size += html.length + 1;
    if (size > MOST) break;
    parts.push(html);
  }
  return parts.join("\n");
}

function htmlOf(el: Element): string {
  const tag = tagOf(el);
  const attributes = attributesOf(el).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const open = `<${tag}${attributes.join("")}>`;
  if (tag === "input") return open;
  const text = tag === "select" || tag === "textarea" ? "" : escaped(contentText(el).slice(0, TEXT));
  return `${open}${text}</${tag}>`;
}

function attributesOf(el: Element): [string, string][] {
  const id = idOfElement(el) ?? el.getAttribute("id");
  const found: [string, string][] = id ? [["id", id]] : [];
  for (const name of ATTRIBUTES) {
    const value = el.getAttribute(name);
    if (value) found.push([name, fold(value).slice(0, TEXT)]);
  }
  const href = tagOf(el) === "a" ? cleanUrl(el.getAttribute("href") ?? "") : undefined;
  if (href) found.push(["href", href]);
  const value = isSecret(el) || tagOf(el) === "option" ? null : rawValue(el);
  if (value) found.push(["value", fold(value).slice(0, TEXT)]);
  return found;
}
