//! Page text, made unable to pass for ours.

use crate::node::NodeId;
use crate::words::is_unseen;

/// Words that begin our own lines.
const OURS: [&str; 8] = [
    "page:",
    "url:",
    "event:",
    "other",
    "more above:",
    "more below:",
    "left out:",
    "left out by the client:",
];

/// Text of a line: whitespace folded, what cannot be seen removed, cell bars and whatever could
/// open a control altered. `[1]` and `[edit]` stay: a control always has a space inside.
pub(super) fn text(raw: &str) -> String {
    let folded = fold(raw);
    if !folded.contains(['[', '|']) {
        return folded;
    }
    let mut out = String::with_capacity(folded.len());
    for (at, c) in folded.char_indices() {
        match c {
            '[' if !closes_at_once(&folded[at + 1..]) => out.push('('),
            '|' => out.push('\u{a6}'),
            _ => out.push(c),
        }
    }
    out
}

/// Whether a bracket just opened is closed before any gap. A run may end in mid-word and be joined
/// with the next, so the end of the text is a gap.
fn closes_at_once(rest: &str) -> bool {
    rest.find(|c: char| c == ']' || c == '[' || c.is_whitespace())
        .is_some_and(|at| rest[at..].starts_with(']'))
}

/// A name or value inside a control's brackets: no brackets, braces, quotes or bars at all.
pub(super) fn inline(raw: &str) -> String {
    fold(raw)
        .chars()
        .map(|c| match c {
            '[' | '{' => '(',
            ']' | '}' => ')',
            '"' => '\'',
            '|' => '\u{a6}',
            _ => c,
        })
        .collect()
}

/// One word of a closed vocabulary, or an id: whatever else a client sent is dropped.
pub(super) fn word(raw: &str) -> String {
    raw.chars()
        .filter(|c| c.is_ascii_alphanumeric() || "-_.%:".contains(*c))
        .take(NodeId::MAX)
        .collect()
}

/// Marks a line of text that begins like one of ours.
pub(super) fn start(line: &mut String) {
    let marked = line.starts_with(['#', '-', '!', '=', '~', '\\'])
        || OURS.iter().any(|ours| line.starts_with(ours));
    if marked {
        line.insert(0, '\\');
    }
}

/// Folds whitespace and drops what cannot be seen: controls, direction marks, zero-width signs.
fn fold(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    for c in raw.chars() {
        if c.is_whitespace() {
            if !out.ends_with(' ') && !out.is_empty() {
                out.push(' ');
            }
        } else if !is_dropped(c) {
            out.push(c);
        }
    }
    if out.ends_with(' ') {
        out.pop();
    }
    out
}

// Joiners stay: they shape words of several scripts.
fn is_dropped(c: char) -> bool {
    c.is_control() || is_unseen(c) && !matches!(c, '\u{200c}' | '\u{200d}')
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    #[test]
    fn text_cannot_open_a_control() {
        for (raw, expected) in [
            ("see [1] and [edit]", "see [1] and [edit]"),
            ("[12 btn Save]", "(12 btn Save]"),
            ("cut here [12", "cut here (12"),
            ("[[12 btn]", "((12 btn]"),
            ("[[1]]", "([1]]"),
            ("a | b", "a \u{a6} b"),
            ("  two\n lines\t ", "two lines"),
            ("a\u{202e}b\u{0}c", "abc"),
        ] {
            assert_eq!(text(raw), expected, "{raw:?}");
        }
    }

    #[test]
    fn a_name_stays_in_its_brackets() {
        assert_eq!(inline("x] [2 btn \"y\" {z}"), "x) (2 btn 'y' (z)");
        assert_eq!(word("btn]\n[x 1"), "btnx1");
    }

    #[test]
    fn a_line_cannot_begin_like_ours() {
        for (raw, expected) in [
            ("# one", "\\# one"),
            ("url: x", "\\url: x"),
            ("\\! x", "\\\\! x"),
            ("plain - text", "plain - text"),
        ] {
            let mut line = raw.to_owned();
            start(&mut line);
            assert_eq!(line, expected);
        }
    }
}
