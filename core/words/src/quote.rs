//! Strings from a page or a model, made fit for a sentence of ours.

use crate::fold::is_invisible;

/// Longest piece that is quoted, in characters.
const LONGEST: usize = 80;

/// In quotes, on one line, cut, and without characters that hide or reorder what follows.
pub fn quote(text: &str) -> String {
    format!("\"{}\"", cut(&plain(text), LONGEST))
}

/// At most `most` characters, with an ellipsis where something was cut.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}

/// With a capital first.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// With a capital and a full stop: what an error says becomes a sentence.
pub fn sentence(text: &str) -> String {
    match text.is_empty() {
        true => String::new(),
        false => format!("{}.", capitalised(text)),
    }
}

/// White space folded; control characters and whatever cannot be seen gone.
pub fn plain(text: &str) -> String {
    let spaced: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control() && !is_invisible(*c))
        .collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Lines as they stand, for a terminal or a window: control characters other than the line's end, and whatever
/// hides or reorders what follows, gone.
pub fn lines(text: &str) -> String {
    text.chars()
        .filter(|c| *c == '\n' || !c.is_control() && !is_invisible(*c))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_stays_on_one_short_line() {
        for (text, expected) in [
            ("Save", "\"Save\""),
            ("two\nlines", "\"two lines\""),
            ("\u{202e}evil\u{0}", "\"evil\""),
            ("pa\u{ad}y\u{61c} \u{2028}now\u{e0041}", "\"pay now\""),
        ] {
            assert_eq!(quote(text), expected, "{text:?}");
        }
        assert_eq!(
            lines("a\u{1b}[2J\r\u{8}\u{202e}b\n\u{e0041}c\u{7}"),
            "a[2Jb\nc"
        );
        assert_eq!(quote(&"x".repeat(200)).chars().count(), LONGEST + 3);
    }
}
