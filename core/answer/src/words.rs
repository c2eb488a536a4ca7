//! Letters that hide something are taken out of every text.

/// Cleans the words of a line: what is not seen is dropped, every kind of line break becomes `\n`,
/// and a tab a space.
pub fn clean(raw: &str) -> String {
    code(raw).replace('\t', " ")
}

/// The same for code, where tabs mean something.
pub fn code(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut letters = raw.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\r' if letters.peek() == Some(&'\n') => {}
            '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push('\n'),
            '\u{b}' | '\u{c}' => out.push(' '),
            _ if is_hidden(letter) => {}
            _ => out.push(letter),
        }
    }
    out
}

/// True when there is nothing to clean.
pub(super) fn are_clean(words: &str) -> bool {
    !words.contains('\t') && is_clean_code(words)
}

/// True when there is nothing to clean in code.
pub(super) fn is_clean_code(text: &str) -> bool {
    !text
        .chars()
        .any(|c| is_hidden(c) || matches!(c, '\u{2028}' | '\u{2029}'))
}

/// Controls, marks that turn the direction of text, and signs that take no place. Joiners stay:
/// they shape words of several scripts, and emoji.
pub(super) fn is_hidden(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Words of a stranger in one line, made safe for a terminal.
pub fn shown(raw: &str) -> String {
    one_line(&clean(raw))
}

/// In one line, with single spaces.
pub(super) fn one_line(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for word in words.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_something_is_dropped() {
        for (raw, expected) in [
            ("plain – text", "plain – text"),
            ("a\u{202e}b\u{2066}c\u{200f}d\u{61c}e", "abcde"),
            ("a\0\u{1b}[31mb\u{9b}c\u{7f}d", "a[31mbcd"),
            (
                "one\r\ntwo\rthree\u{2028}four\u{85}five",
                "one\ntwo\nthree\nfour\nfive",
            ),
            ("a\tb\u{b}c", "a b c"),
            ("\u{feff}a\u{200b}b\u{ad}c\u{e0041}", "abc"),
            (
                "می\u{200c}خواهم 👩\u{200d}🔬",
                "می\u{200c}خواهم 👩\u{200d}🔬",
            ),
        ] {
            assert_eq!(clean(raw), expected, "{raw:?}");
            assert!(are_clean(expected), "{expected:?}");
        }
        assert_eq!(code("\tif\r\n"), "\tif\n");
        assert!(is_clean_code("\tif\n"));
        assert!(!are_clean("\tif"));
    }

    #[test]
    fn whitespace_of_any_kind_becomes_one_space() {
        assert_eq!(one_line("  a\n\n b\u{a0}c\t"), "a b c");
    }
}
