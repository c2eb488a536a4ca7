//! An answer at a terminal: wrapped to its width, tables aligned, addresses shown.
//!
//! The only control characters in what comes out are ours: words are cleaned before they are
//! painted.

use screen_agent_answer::limits::DEPTH;
use screen_agent_answer::{
    clean_code, clean_text, column_count, is_head, link, marker, said, shown_citations, shows,
};
use screen_agent_wire::packet::Citation;
use screen_agent_wire::packet::tree::{Block, Doc, Inline, ListItem, TableCell, TableRow};
use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// A terminal narrower than that counts as that wide.
const NARROWEST: usize = 20;
/// Fewest columns of the screen that a column of a table is shown in.
const NARROWEST_COLUMN: usize = 8;
/// What stands between two columns.
const GAP: usize = 2;

const PLAIN: &str = "";
const BOLD: &str = "\u{1b}[1m";
const DIM: &str = "\u{1b}[2m";
const LINK: &str = "\u{1b}[4m";
const CODE: &str = "\u{1b}[36m";
const RESET: &str = "\u{1b}[0m";

/// An answer for a terminal of so many columns, ending with a line break. Without `colour` nothing
/// but letters is written.
pub fn answer(doc: &Doc, width: usize, colour: bool) -> String {
    printed(&Painter { colour }.blocks(doc.children(), width.max(NARROWEST), 1))
}

/// The citations after it; empty without any.
pub fn citations(citations: &[Citation], width: usize, colour: bool) -> String {
    let painter = Painter { colour };
    let mut lines = Vec::new();
    for shown in shown_citations(citations) {
        let mark = painter.styled(&format!("[{}] ", shown.number), BOLD);
        let mut words = shown.words();
        if let Some((href, _)) = shown.source.as_ref().filter(|_| !shown.goes_on) {
            words.push_str(&painter.styled(&format!(" <{href}>"), DIM));
        }
        if let Some(doubt) = shown.doubt {
            words.push_str(&painter.styled(&format!(" — {doubt}"), BOLD));
        }
        let room = width.max(NARROWEST) - display_width(&mark);
        lines.extend(hung(&mark, wrapped(&words, room)));
    }
    printed(&lines)
}

fn printed(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Breaks lines between words where it can be, and inside a word that is wider than a line. What is
/// dressed across a break is dressed on both sides of it.
fn wrapped(words: &str, width: usize) -> Vec<String> {
    let options = Options::new(width.max(1))
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let mut lines = Vec::new();
    let mut dress = String::new();
    for paragraph in words.split('\n') {
        let single = paragraph.split(' ').filter(|word| !word.is_empty());
        for line in textwrap::wrap(&single.collect::<Vec<_>>().join(" "), &options) {
            let mut line = format!("{dress}{line}");
            dress = line.rfind('\u{1b}').map_or_else(String::new, |last| {
                let end = line[last..]
                    .find('m')
                    .map_or(line.len(), |end| last + end + 1);
                line[last..end].replace(RESET, "")
            });
            if !dress.is_empty() {
                line.push_str(RESET);
            }
            lines.push(line);
        }
    }
    lines
}

/// Puts a mark before the first line, and as much room before all others.
fn hung(mark: &str, lines: Vec<String>) -> Vec<String> {
    let room = " ".repeat(display_width(mark));
    let hung = lines.into_iter().enumerate().map(|(at, line)| match at {
        0 => format!("{mark}{line}"),
        _ if line.is_empty() => line,
        _ => format!("{room}{line}"),
    });
    hung.collect()
}

#[derive(Clone, Copy)]
struct Painter {
    colour: bool,
}

impl Painter {
    /// Words in one style; the blanks at their ends are left bare.
    fn styled(self, words: &str, style: &str) -> String {
        let bare = words.trim_matches(' ');
        if !self.colour || style.is_empty() || bare.is_empty() {
            return words.to_owned();
        }
        words.replacen(bare, &format!("{style}{bare}{RESET}"), 1)
    }

    fn blocks(self, children: &[Block], width: usize, level: usize) -> Vec<String> {
        // What is nested deeper than the screen is wide is not shown by a letter a line.
        if level > DEPTH || width < 8 {
            return vec!["…".to_owned()];
        }
        let mut lines = Vec::new();
        for (index, child) in children.iter().enumerate() {
            if index > 0 && (level == 1 || !matches!(child, Block::List { .. })) {
                lines.push(String::new());
            }
            lines.extend(self.block(child, width, level));
        }
        lines
    }

    fn block(self, block: &Block, width: usize, level: usize) -> Vec<String> {
        match block {
            Block::Heading { level: _, children } => wrapped(&self.inlines(children, BOLD), width),
            Block::Paragraph { children } => wrapped(&self.inlines(children, PLAIN), width),
            Block::List { ordered, items } => {
                let entry = |(index, ListItem::ListItem { children }): (usize, &ListItem)| {
                    let mark = marker(*ordered, index);
                    let room = width.saturating_sub(mark.len());
                    hung(&mark, self.blocks(children, room, level + 1))
                };
                items.iter().enumerate().flat_map(entry).collect()
            }
            Block::Blockquote { children } => {
                let bar = self.styled("│ ", DIM);
                let inside = self.blocks(children, width.saturating_sub(2), level + 1);
                inside.iter().map(|line| format!("{bar}{line}")).collect()
            }
            // Code is not wrapped: where a line of it ends means something.
            Block::CodeBlock { language: _, text } => clean_code(text)
                .lines()
                .map(|line| self.styled(&format!("    {}", line.replace('\t', "    ")), CODE))
                .collect(),
            Block::Table { rows } => self.table(rows, width),
        }
    }

    fn inlines(self, children: &[Inline], style: &str) -> String {
        children
            .iter()
            .map(|child| self.inline(child, style))
            .collect()
    }

    fn inline(self, inline: &Inline, style: &str) -> String {
        match inline {
            Inline::Text { text } => self.styled(&clean_text(text), style),
            Inline::Link { href, children } => {
                let words = clean_text(&said(children));
                match link::clean(href) {
                    None => self.styled(&words, style),
                    Some(href) if words.trim().is_empty() || shows(&words, &href) => {
                        self.styled(&href, LINK)
                    }
                    Some(href) => {
                        let to = self.styled(&format!(" <{href}>"), DIM);
                        format!("{}{to}", self.styled(&words, LINK))
                    }
                }
            }
        }
    }

    /// A table in columns; as a list of records where the screen is too narrow for them.
    fn table(self, rows: &[TableRow], width: usize) -> Vec<String> {
        let cell = |TableCell::TableCell { header, children }: &TableCell| {
            let style = if *header { BOLD } else { PLAIN };
            self.inlines(children, style).replace('\n', " ")
        };
        let cells: Vec<Vec<String>> = rows
            .iter()
            .map(|TableRow::TableRow { cells }| cells.iter().map(cell).collect())
            .collect();
        let heads = rows.iter().take_while(|row| is_head(row)).count();
        match widths(&cells, column_count(rows), width) {
            Some(widths) => self.in_columns(&cells, heads, &widths),
            None => as_records(&cells, heads, width),
        }
    }

    fn in_columns(self, rows: &[Vec<String>], heads: usize, widths: &[usize]) -> Vec<String> {
        let mut lines = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            if index == heads && index > 0 {
                let rules: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
                lines.push(self.styled(&rules.join(&" ".repeat(GAP)), DIM));
            }
            let cells = row.iter().zip(widths);
            let cells: Vec<_> = cells.map(|(cell, width)| wrapped(cell, *width)).collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or_default();
            lines.extend((0..height).map(|at| across(&cells, widths, at)));
        }
        lines
    }
}

/// How wide each column is: as wide as its widest cell, the widest ones narrowed until all fit.
/// Nothing where they cannot.
fn widths(rows: &[Vec<String>], count: usize, width: usize) -> Option<Vec<usize>> {
    let room = width.checked_sub(GAP * count.saturating_sub(1))?;
    let mut widths = vec![1; count];
    for row in rows {
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = display_width(cell).max(*widest);
        }
    }
    if widths.iter().sum::<usize>() <= room {
        return Some(widths);
    }
    let most = narrowed(&widths, room);
    (most >= NARROWEST_COLUMN).then(|| widths.into_iter().map(|width| width.min(most)).collect())
}

/// The width that columns are narrowed to so that all of them fit.
fn narrowed(widths: &[usize], room: usize) -> usize {
    let mut sorted = widths.to_vec();
    sorted.sort_unstable();
    let mut left = room;
    for (index, width) in sorted.iter().enumerate() {
        let share = left / (sorted.len() - index);
        if *width > share {
            return share;
        }
        left -= width;
    }
    room
}

/// One line of a row, through all of its cells.
fn across(cells: &[Vec<String>], widths: &[usize], at: usize) -> String {
    let mut line = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        let part = cell.get(at).map(String::as_str).unwrap_or_default();
        line.push_str(part);
        let left = (width + GAP).saturating_sub(display_width(part));
        line.push_str(&" ".repeat(left));
    }
    line.truncate(line.trim_end().len());
    line
}

/// Each row as its cells one below the other, with the head of the column before it.
fn as_records(rows: &[Vec<String>], heads: usize, width: usize) -> Vec<String> {
    let head = rows.get(..heads).and_then(<[_]>::last);
    let mut lines = Vec::new();
    for row in rows.iter().skip(heads.min(rows.len().saturating_sub(1))) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        for (index, cell) in row.iter().enumerate() {
            let head = head.and_then(|head| head.get(index));
            let words = match head.filter(|head| !head.is_empty()) {
                Some(head) => format!("{head}: {cell}"),
                None => cell.clone(),
            };
            lines.extend(hung("  ", wrapped(&words, width.saturating_sub(2))));
        }
    }
    lines
}

#[cfg(test)]
mod tests;
