//! A tree out of Markdown, as much of it as models are asked for: headings, paragraphs, lists, quotations, code, tables.
//!
//! A table is lines of cells parted by `|`; the line of dashes beneath its head may be left out. Marks that the tree has
//! no node for, such as bold, are taken off their words. What is no mark stays a word: nothing that was said is lost.

use super::inline;
use crate::limits::DEPTH;
use screen_agent_wire::packet::tree::{Block, Doc, Inline, ListItem, TableCell, TableRow};

/// A tree out of Markdown.
pub fn from_markdown(text: &str) -> Doc {
    let lines: Vec<&str> = text.lines().collect();
    Doc::new(blocks(&lines, 1))
}

fn blocks(lines: &[&str], level: usize) -> Vec<Block> {
    let mut reader = Reader::default();
    let mut at = 0;
    while at < lines.len() {
        let rest = &lines[at..];
        let taken = match kind(rest, level) {
            Kind::Blank | Kind::Rule => {
                reader.end_paragraph();
                1
            }
            Kind::Words => {
                reader.paragraph.push(lines[at]);
                1
            }
            Kind::Heading(level) => {
                let words = rest[0].trim().trim_start_matches('#');
                let words = words.trim().trim_end_matches('#').trim_end();
                let children = inline::read(words);
                reader.push(Block::Heading { level, children });
                1
            }
            Kind::Code(ticks) => reader.code(rest, ticks),
            Kind::Quote => reader.quote(rest, level),
            Kind::Entry(mark) => reader.list(rest, &mark, level),
            Kind::Table(rows) => {
                reader.table(&rest[..rows]);
                rows
            }
        };
        at += taken;
    }
    reader.end_paragraph();
    reader.blocks
}

/// What begins at a line.
enum Kind {
    Blank,
    /// A line across: nothing of it is kept.
    Rule,
    Heading(u8),
    /// A fence of so many ticks.
    Code(usize),
    Quote,
    Entry(Mark),
    /// So many lines of cells.
    Table(usize),
    Words,
}

fn kind(lines: &[&str], level: usize) -> Kind {
    let line = lines[0].trim();
    if line.is_empty() {
        return Kind::Blank;
    }
    // Blocks within blocks end somewhere; what is deeper is words.
    if level + 3 >= DEPTH {
        return Kind::Words;
    }
    let ticks = line.bytes().take_while(|byte| *byte == b'`').count();
    if ticks >= 3 && !line[ticks..].contains('`') {
        return Kind::Code(ticks);
    }
    let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
    if (1..=6).contains(&hashes) && line[hashes..].starts_with([' ', '\t']) {
        return Kind::Heading(u8::try_from(hashes).unwrap_or(6));
    }
    if line.starts_with('>') {
        return Kind::Quote;
    }
    if is_rule(line) {
        return Kind::Rule;
    }
    if let Some(mark) = Mark::of(lines[0]) {
        return Kind::Entry(mark);
    }
    match rows(lines) {
        0 => Kind::Words,
        rows => Kind::Table(rows),
    }
}

fn is_rule(line: &str) -> bool {
    let first = line.chars().next();
    first.is_some_and(|first| matches!(first, '-' | '*' | '_'))
        && line.chars().filter(|c| !c.is_whitespace()).count() >= 3
        && line.chars().all(|c| Some(c) == first || c.is_whitespace())
}

/// What stands before an entry of a list.
#[derive(Clone, Copy, PartialEq)]
struct Mark {
    ordered: bool,
    /// What it ends with: another sign is another list.
    sign: char,
    /// Blanks before it, and where its words begin.
    indent: usize,
    inside: usize,
}

impl Mark {
    fn of(line: &str) -> Option<Self> {
        let outer = indent(line);
        let rest = &line[outer..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let sign = rest[digits..].chars().next()?;
        let (ordered, length) = match sign {
            '.' | ')' if (1..=9).contains(&digits) => (true, digits + 1),
            '-' | '*' | '+' | '•' if digits == 0 => (false, sign.len_utf8()),
            _ => return None,
        };
        let after = &rest[length..];
        let blanks = indent(after);
        (blanks > 0 && blanks < after.len()).then_some(Self {
            ordered,
            sign,
            indent: outer,
            inside: outer + length + blanks,
        })
    }

    /// Another entry of the same list.
    fn goes_on(&self, line: &str) -> Option<Self> {
        Self::of(line).filter(|next| next.sign == self.sign && next.indent <= self.indent + 1)
    }
}

/// Bytes of blanks at the beginning of a line.
fn indent(line: &str) -> usize {
    line.bytes()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count()
}

/// A line without at most so many of its first blanks.
fn dedented(line: &str, most: usize) -> &str {
    &line[indent(line).min(most)..]
}

/// What was read so far.
#[derive(Default)]
struct Reader<'t> {
    blocks: Vec<Block>,
    paragraph: Vec<&'t str>,
}

impl<'t> Reader<'t> {
    fn push(&mut self, block: Block) {
        self.end_paragraph();
        self.blocks.push(block);
    }

    /// Lines of a paragraph stay lines: who writes an answer ends them on purpose.
    fn end_paragraph(&mut self) {
        let lines = std::mem::take(&mut self.paragraph);
        let last = lines.len().saturating_sub(1);
        let lines = lines.iter().enumerate().map(|(at, line)| {
            let line = line.trim();
            match line.strip_suffix('\\') {
                Some(line) if at < last => line.trim_end(),
                _ => line,
            }
        });
        let children = inline::read(&lines.collect::<Vec<_>>().join("\n"));
        if !children.is_empty() {
            self.blocks.push(Block::Paragraph { children });
        }
    }

    fn code(&mut self, lines: &[&str], ticks: usize) -> usize {
        let closes = |line: &&str| {
            let line = line.trim();
            line.len() >= ticks && line.bytes().all(|byte| byte == b'`')
        };
        let end = lines[1..].iter().position(closes);
        let inside = end.map_or(lines.len(), |end| end + 1);
        let outer = indent(lines[0]);
        let text: Vec<&str> = lines[1..inside]
            .iter()
            .map(|line| dedented(line, outer))
            .collect();
        let language = lines[0].trim()[ticks..].split_whitespace().next();
        self.push(Block::CodeBlock {
            language: language.map(str::to_owned),
            text: text.join("\n"),
        });
        (inside + 1).min(lines.len())
    }

    fn quote(&mut self, lines: &[&str], level: usize) -> usize {
        let inside: Vec<&str> = lines
            .iter()
            .map_while(|line| line.trim_start().strip_prefix('>'))
            .map(|line| line.strip_prefix(' ').unwrap_or(line))
            .collect();
        let children = blocks(&inside, level + 1);
        if !children.is_empty() {
            self.push(Block::Blockquote { children });
        }
        inside.len()
    }

    /// The first row is the head, with or without the line of dashes beneath; an empty one heads nothing.
    fn table(&mut self, lines: &[&str]) {
        let written = lines.iter().map(|line| cells(line));
        let mut rows: Vec<Vec<Vec<Inline>>> = written
            .filter(|cells| !cells.iter().all(|cell| is_dashes(cell)))
            .map(|cells| cells.into_iter().map(inline::read).collect())
            .collect();
        let headless = rows
            .first()
            .is_some_and(|head| head.iter().all(Vec::is_empty));
        if headless {
            rows.remove(0);
        }
        let row = |(at, cells): (usize, Vec<Vec<Inline>>)| {
            let header = at == 0 && !headless;
            let cells = cells.into_iter();
            let cells = cells.map(|children| TableCell::TableCell { header, children });
            TableRow::TableRow {
                cells: cells.collect(),
            }
        };
        if !rows.is_empty() {
            self.push(Block::Table {
                rows: rows.into_iter().enumerate().map(row).collect(),
            });
        }
    }

    fn list(&mut self, lines: &[&str], mark: &Mark, level: usize) -> usize {
        let mut entries: Vec<Vec<&str>> = Vec::new();
        let mut open = *mark;
        let mut at = 0;
        let mut blank = 0;
        while let Some(line) = lines.get(at) {
            if line.trim().is_empty() {
                blank += 1;
            } else if let Some(next) = mark.goes_on(line) {
                blank = 0;
                open = next;
                entries.push(vec![&line[next.inside..]]);
            } else if indent(line) > open.indent {
                let Some(entry) = entries.last_mut() else {
                    break;
                };
                entry.extend(std::iter::repeat_n("", std::mem::take(&mut blank).min(1)));
                entry.push(dedented(line, open.inside));
            } else {
                break;
            }
            at += 1;
        }
        let items = entries
            .iter()
            .map(|entry| blocks(entry, level + 2))
            .filter(|children| !children.is_empty())
            .map(|children| ListItem::ListItem { children });
        let items: Vec<ListItem> = items.collect();
        if !items.is_empty() {
            self.push(Block::List {
                ordered: mark.ordered,
                items,
            });
        }
        at - blank
    }
}

/// How many lines from here are rows of one table; 0 where none begins. One row alone is words, unless it is fenced by
/// bars on both sides.
fn rows(lines: &[&str]) -> usize {
    let count = lines.iter().take_while(|line| is_row(line)).count();
    match count {
        1 if !is_fenced(lines[0]) => 0,
        count => count,
    }
}

fn is_row(line: &str) -> bool {
    is_fenced(line) || (line.contains(" | ") && Mark::of(line).is_none())
}

fn is_fenced(line: &str) -> bool {
    let line = line.trim();
    line.len() > 2 && line.starts_with('|') && line.ends_with('|')
}

fn is_dashes(cell: &str) -> bool {
    let dashes = cell.trim_matches(':');
    dashes.len() >= 3 && dashes.bytes().all(|byte| byte == b'-')
}

/// The cells of a row. A bar behind a backslash is a bar.
fn cells(line: &str) -> Vec<&str> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let mut cells = Vec::new();
    let (mut from, mut escaped) = (0, false);
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b'|' if !escaped => {
                cells.push(line[from..at].trim());
                from = at + 1;
                escaped = false;
            }
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    if from < line.len() {
        cells.push(line[from..].trim());
    }
    cells
}
