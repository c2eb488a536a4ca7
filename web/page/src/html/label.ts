/** What a control is called by words that people do not see: labels for screen readers. */
import { attribute, byId, contentText, cut, fold, isDrawn, labelsOf, rectOf } from "../lending.ts";

const LONGEST = 100;

/** The label of a field, where it stands nowhere in sight; else the capture holds it where it stands. */
export function hiddenLabel(el: Element): string {
  const ids = attribute(el, "aria-labelledby");
  const named = ids
    ? ids
        .split(/\s+/)
        .slice(0, 8)
        .flatMap((id) => (id && byId(el, id)) || [])
    : [];
  const labels = named.length > 0 ? named : labelsOf(el);
  return labels.every(isSeen) ? "" : said(labels.map((label) => contentText(label, el)).join(" "));
}

/** The words in a control that shows none. */
export function hiddenWords(el: Element): string {
  return hiddenLabel(el) || said(contentText(el));
}

function said(words: string): string {
  return cut(fold(words), LONGEST);
}

function isSeen(label: Element): boolean {
  if (!isDrawn(label)) return false;
  const { width, height } = rectOf(label);
  return width >= 2 && height >= 2;
}
