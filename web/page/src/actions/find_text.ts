import { fold, isDrawn, shadowOf, tagOf, textOf } from "../lending.ts";
import { type Action, asText, done, refuse } from "./kit.ts";

/** findText(text): scrolls to where it first stands and reports how often it does. */
export const findText: Action = ([text]) => {
  const wanted = fold(asText(text) ?? "").toLowerCase();
  if (!wanted) return refuse("invalid_argument", "a text is needed");
  const found = matches(document, wanted);
  const first = found[0];
  if (!first) return refuse("not_found", `"${wanted.slice(0, 80)}" is not on the page`);
  first.scrollIntoView({ block: "center", behavior: "instant" });
  return done(`found ${found.length}`);
};

const MOST = 100;

// Innermost drawn elements whose words, over tag boundaries, hold the text.
function matches(root: Document | ShadowRoot, wanted: string): Element[] {
  const found: Element[] = [];
  const visit = (el: Element): boolean => {
    if (found.length >= MOST || /^(?:script|style|template|noscript)$/.test(tagOf(el))) return false;
    let inside = visitAll(shadowOf(el)?.children ?? []);
    if (!says(el, wanted)) return inside;
    inside = visitAll(el.children) || inside;
    if (inside || !isDrawn(el)) return inside;
    found.push(el);
    return true;
  };
  const visitAll = (children: ArrayLike<Element>): boolean => Array.from(children).map(visit).some(Boolean);
  visitAll(root instanceof Document ? root.body.children : root.children);
  return found;
}

function says(el: Element, wanted: string): boolean {
  return fold(textOf(el)).toLowerCase().includes(wanted);
}
