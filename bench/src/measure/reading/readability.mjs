// The text that Readability finds in each page of a folder.
//
// node readability.mjs FOLDER OUT: writes OUT/NAME.txt; says how many milliseconds it took.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

const BLOCKS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BR CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'.split(' '),
);

/** The words of an element, blocks apart from one another. */
function words(element) {
  const said = [];
  const visit = (node) => {
    for (const child of node.childNodes) {
      if (child.nodeType === 3) said.push(child.textContent);
      if (child.nodeType !== 1) continue;
      const gap = BLOCKS.has(child.nodeName.toUpperCase()) ? '\n' : '';
      said.push(gap);
      visit(child);
      said.push(gap);
    }
  };
  visit(element);
  return said.join('');
}

const [folder, out] = process.argv.slice(2);
let spent = 0;
for (const file of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
  const html = readFileSync(join(folder, file), 'utf8');
  const began = performance.now();
  let text = '';
  try {
    const article = new Readability(parseHTML(html).document).parse();
    if (article) {
      const { document } = parseHTML(`<html><body>${article.content}</body></html>`);
      text = `${article.title ?? ''}\n${words(document.body)}`;
    }
  } catch {
    // What it cannot read it has not read.
  }
  spent += performance.now() - began;
  writeFileSync(join(out, file.replace(/\.html$/, '.txt')), text);
}
process.stdout.write(String(spent));
