//! Text of a page in blocks that can be read on their own.

use crate::from_html::text_lines;
use crate::text::{Line, LineKind, Run};

/// A block is closed when it has grown to this many characters.
const FULL: usize = 1_000;

/// Lines that belong together, under the headings that they stand under.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The headings above it, outermost first.
    pub under: Vec<String>,
    /// Its lines, each with a mark of what it is: `- item`, `a | b`, `> message`.
    pub text: String,
}

/// The text of a page in blocks, in document order. A heading always begins a new one.
pub fn blocks(html: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut under: Vec<(u8, String)> = Vec::new();
    let mut text = String::new();
    let close = |text: &mut String, under: &[(u8, String)], blocks: &mut Vec<Block>| {
        if !text.is_empty() {
            blocks.push(Block {
                under: under.iter().map(|(_, words)| words.clone()).collect(),
                text: std::mem::take(text),
            });
        }
    };
    for line in text_lines(html) {
        if let LineKind::Heading(level) = line.kind {
            close(&mut text, &under, &mut blocks);
            under.retain(|&(above, _)| above < level);
            under.push((level, line.words()));
            continue;
        }
        if text.len() >= FULL {
            close(&mut text, &under, &mut blocks);
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&marked(&line));
    }
    close(&mut text, &under, &mut blocks);
    blocks
}

fn marked(line: &Line) -> String {
    match line.kind {
        LineKind::Item => {
            let indent = " ".repeat(usize::from(line.depth.min(12)));
            format!("{indent}- {}", line.words())
        }
        LineKind::Row | LineKind::HeaderRow => row(line),
        LineKind::Alert | LineKind::Status => format!("> {}", line.words()),
        LineKind::Term => format!("{}:", line.words().trim_end_matches(':')),
        LineKind::Plain
        | LineKind::Heading(_)
        | LineKind::Label
        | LineKind::Caption
        | LineKind::Dialog
        | LineKind::Code => line.words(),
    }
}

fn row(line: &Line) -> String {
    let mut cells = vec![String::new()];
    for run in &line.runs {
        match (run, cells.last_mut()) {
            (Run::Cell, _) => cells.push(String::new()),
            (Run::Text(text), Some(cell)) if cell.is_empty() => cell.push_str(text),
            (Run::Text(text), Some(cell)) => {
                cell.push(' ');
                cell.push_str(text);
            }
            (Run::Text(_), None) | (Run::Node(_), _) => {}
        }
    }
    if cells.last().is_some_and(String::is_empty) {
        cells.pop();
    }
    cells.join(" | ")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    fn block(under: &[&str], text: &str) -> Block {
        Block {
            under: under.iter().map(|&words| words.to_owned()).collect(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn blocks_know_the_headings_above_them() {
        let html = "<p>intro <a href=/>link</a></p><h1>A</h1><p>one</p><ul><li>x<ul><li>y</ul></ul>\
            <h2>B</h2><table><tr><th>k<th>v<tr><td>1<td></table><h2>C</h2><div role=alert>no</div>\
            <h1>D</h1><dl><dt>t<dd>d</dl>";
        assert_eq!(
            blocks(html),
            [
                block(&[], "intro link"),
                block(&["A"], "one\n- x\n - y"),
                block(&["A", "B"], "k | v\n1 | "),
                block(&["A", "C"], "> no"),
                block(&["D"], "t:\nd"),
            ]
        );
    }

    #[test]
    fn a_long_text_is_cut_between_lines() {
        let html = "<p>seventeen letters</p>".repeat(200);
        let blocks = blocks(&html);
        assert!(blocks.len() > 2);
        assert!(blocks.iter().all(|block| block.text.len() < FULL + 20));
        let lines: usize = blocks.iter().map(|block| block.text.lines().count()).sum();
        assert_eq!(lines, 200);
    }
}
