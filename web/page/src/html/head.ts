/** What a document says of itself: its title, its language, and the few notes that readers use. */
import { cut, doc, fold } from "../lending.ts";
import { escaped } from "./write.ts";

const NOTES =
  /^(?:description|author|date|keywords|robots|article:[a-z_]+|og:(?:title|description|site_name|type|locale|published_time|updated_time)|datepublished|datemodified|pubdate|publish[-_]?date|dc\.(?:date|creator|title)[a-z.]*|citation_(?:title|author|publication_date|date))$/i;
const MOST_NOTES = 30;
const LONGEST = 300;

export function head(): string {
  const language = fold(doc.documentElement?.getAttribute("lang") ?? "").slice(0, 20);
  const notes: string[] = [];
  for (const meta of doc.querySelectorAll("head meta[content]")) {
    const name = ["name", "property", "itemprop"].find((each) => NOTES.test(meta.getAttribute(each) ?? ""));
    if (!name) continue;
    const content = cut(fold((meta.getAttribute("content") ?? "").slice(0, LONGEST * 2)), LONGEST);
    notes.push(`<meta ${name}="${escaped(meta.getAttribute(name) ?? "")}" content="${escaped(content)}">`);
    if (notes.length === MOST_NOTES) break;
  }
  const title = escaped(cut(fold(doc.title.slice(0, 2000)), 500));
  return `<!doctype html><html${language ? ` lang="${escaped(language)}"` : ""}><head><meta charset="utf-8"><title>${title}</title>${notes.join("")}</head>`;
}
