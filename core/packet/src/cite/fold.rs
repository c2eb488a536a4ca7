//! Words as they are compared: the same to a reader means the same here.

use std::iter::Peekable;
use std::str::Chars;

/// Folds text: small letters, one space for any white space, plain quotes and dashes, nothing that
/// cannot be seen. Close to compatibility decomposition for what pages hold.
pub(super) fn fold(text: &str, folded: &mut String) {
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        match c {
            // Cells and entries are set apart by bars, bullets, and dashes between blanks.
            '|' | '•' | '·' | '▪' | '‣' | '●' | '◦' => space(folded),
            '-' | '–' | '—' if is_apart(folded, &letters) => space(folded),
            // What is struck out is marked on both sides.
            '~' if letters.peek() == Some(&'~') => {
                letters.next();
            }
            _ if c.is_whitespace() => space(folded),
            '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'
            | '\u{feff}' => {}
            '‘' | '’' | '‚' | '‛' | '′' | '`' | '´' => folded.push('\''),
            '“' | '”' | '„' | '‟' | '″' | '«' | '»' => folded.push('"'),
            '\u{2010}'..='\u{2015}' | '−' | '﹣' => folded.push('-'),
            '…' => folded.push_str("..."),
            'ﬀ' => folded.push_str("ff"),
            'ﬁ' => folded.push_str("fi"),
            'ﬂ' => folded.push_str("fl"),
            'ﬃ' => folded.push_str("ffi"),
            'ﬄ' => folded.push_str("ffl"),
            // Full-width forms of ASCII.
            '\u{ff01}'..='\u{ff5e}' => {
                let plain = char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c);
                folded.extend(plain.to_lowercase());
            }
            _ if c.is_control() => {}
            _ => folded.extend(c.to_lowercase()),
        }
    }
}

/// Between blanks, where no sign of a number stands.
fn is_apart(folded: &str, behind: &Peekable<Chars<'_>>) -> bool {
    let blank = behind.clone().next().is_none_or(char::is_whitespace);
    (folded.is_empty() || folded.ends_with(' ')) && blank
}

fn space(folded: &mut String) {
    if !folded.is_empty() && !folded.ends_with(' ') {
        folded.push(' ');
    }
}

/// One text, folded.
pub(super) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    fold(text, &mut out);
    out.truncate(out.trim_end().len());
    out
}

/// The pieces of a quote between its ellipses, folded; without the prefix of a line, and without the
/// marks that a model sets around.
pub(super) fn parts(quote: &str) -> Vec<String> {
    let lines: Vec<&str> = quote.lines().map(without_prefix).collect();
    let folded = folded(&lines.join(" "));
    let edge = |c: char| c == ' ' || matches!(c, '"' | '\'' | '.' | ',' | ';' | ':');
    folded
        .split("...")
        .flat_map(|part| part.split("[…]"))
        .map(|part| part.trim_matches(edge).to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}

/// A line without the prefix that tells its structure.
pub(super) fn without_prefix(line: &str) -> &str {
    const WORDS: [&str; 5] = ["Code: ", "Summary: ", "Caption: ", "Term: ", "Definition: "];
    let line = line.trim_start();
    let heading = line.as_bytes();
    if matches!(heading, [b'H', b'1'..=b'6', b':', ..]) {
        return line[3..].trim_start();
    }
    let line = ["- ", "> "]
        .iter()
        .fold(line, |line, mark| line.strip_prefix(mark).unwrap_or(line));
    WORDS
        .iter()
        .find_map(|word| line.strip_prefix(word))
        .unwrap_or(line)
}

/// The same piece with commas and the like left out, which people set where a page has cells, bullets or line ends. None
/// beside a digit: they may be a part of a number.
pub(super) fn without_commas(part: &str) -> String {
    let bytes = part.as_bytes();
    let digit = |at: Option<usize>| {
        at.and_then(|at| bytes.get(at))
            .is_some_and(u8::is_ascii_digit)
    };
    let kept = part.char_indices().filter(|(at, c)| {
        let ends = bytes.get(at + 1).is_none_or(|next| *next == b' ');
        let numbers = digit(at.checked_sub(1)) && digit(Some(at + 2));
        !(matches!(c, ',' | ';' | ':') && ends && !numbers)
    });
    kept.map(|(_, c)| c).collect()
}
