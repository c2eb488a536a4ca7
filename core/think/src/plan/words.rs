//! The words of a step, and what stands in quotation marks apart from them: a name or a value is
//! never taken for an order.

/// A word, or a piece in quotation marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// Lower case; what is quoted, as it stands and without its marks.
    pub(super) text: String,
    /// Where it begins, in bytes, with its mark.
    pub(super) start: usize,
    /// Where it ends.
    pub(super) end: usize,
    /// It stands in quotation marks.
    pub(super) quoted: bool,
    /// It begins with a capital.
    pub(super) capital: bool,
    /// A comma, a full stop or the end of a line stands before it.
    pub(super) pause: bool,
}

impl Token {
    /// True for one of these words, outside of quotation marks.
    pub(super) fn is_one_of(&self, words: &[&str]) -> bool {
        !self.quoted && words.contains(&self.text.as_str())
    }
}

/// The tokens of a text, in order.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut pause = false;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if let Some(end) = closing(text, at) {
            let inner =
                at + c.len_utf8()..end - text[..end].chars().next_back().map_or(1, char::len_utf8);
            found.push(Token {
                text: text[inner].to_owned(),
                start: at,
                end,
                quoted: true,
                capital: false,
                pause: std::mem::take(&mut pause),
            });
            at = end;
        } else if is_word(c) {
            let end = word_end(text, at);
            let word = &text[at..end];
            found.push(Token {
                text: word.to_lowercase(),
                start: at,
                end,
                quoted: false,
                capital: c.is_uppercase(),
                pause: std::mem::take(&mut pause),
            });
            at = end;
        } else {
            pause |= matches!(c, ',' | ';' | '.' | '\n');
            at += c.len_utf8();
        }
    }
    found
}

/// The pieces in quotation marks, in order.
pub(super) fn quoted(text: &str) -> Vec<String> {
    let pieces = tokens(text).into_iter().filter(|token| token.quoted);
    pieces.map(|token| token.text).collect()
}

/// The words outside of quotation marks, in lower case.
pub(super) fn spoken(text: &str) -> Vec<String> {
    let words = tokens(text).into_iter().filter(|token| !token.quoted);
    words.map(|token| token.text).collect()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '&' | '@' | '#' | '$' | '/')
}

/// Where the word ends that begins here: addresses, numbers and the like are one word each.
fn word_end(text: &str, start: usize) -> usize {
    let mut end = start;
    for (offset, c) in text[start..].char_indices() {
        let at = start + offset;
        if c.is_whitespace() || closing(text, at).is_some() {
            break;
        }
        if is_word(c) {
            end = at + c.len_utf8();
        }
    }
    end
}

/// Where the quoted piece ends that begins here; nothing where none begins, or it never ends.
fn closing(text: &str, start: usize) -> Option<usize> {
    let open = text[start..].chars().next()?;
    let closers: &[char] = match open {
        '"' => &['"'],
        '\'' => &['\''],
        '`' => &['`'],
        '\u{201c}' | '\u{201e}' => &['\u{201d}', '\u{201c}'],
        '\u{2018}' => &['\u{2019}'],
        '\u{ab}' => &['\u{bb}'],
        _ => return None,
    };
    // An apostrophe, or the sign for inches.
    let before = text[..start].chars().next_back();
    if before.is_some_and(char::is_alphanumeric) {
        return None;
    }
    let inner = start + open.len_utf8();
    let mut escaped = false;
    for (offset, c) in text[inner..].char_indices() {
        let after = inner + offset + c.len_utf8();
        let ends = closers.contains(&c) && !escaped && !goes_on(open, &text[after..]);
        if ends {
            return Some(after);
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

/// A single mark within a word is an apostrophe.
fn goes_on(open: char, rest: &str) -> bool {
    matches!(open, '\'' | '\u{2018}') && rest.chars().next().is_some_and(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_kept_apart() {
        for (text, said, kept) in [
            (
                "Click \"Save and close\"",
                vec!["click"],
                vec!["Save and close"],
            ),
            ("Type 'it's' in x", vec!["type", "in", "x"], vec!["it's"]),
            (
                "Don't click Bob's link",
                vec!["don't", "click", "bob's", "link"],
                vec![],
            ),
            (
                "Open the 24\" one",
                vec!["open", "the", "24", "one"],
                vec![],
            ),
            (
                "Set name=\u{201c}A b\u{201d}, go",
                vec!["set", "name", "go"],
                vec!["A b"],
            ),
            ("Say \"a \\\"b\\\" c\"", vec!["say"], vec!["a \\\"b\\\" c"]),
            (
                "Go to https://a.test/b,c.",
                vec!["go", "to", "https://a.test/b,c"],
                vec![],
            ),
            ("Type \"open", vec!["type", "open"], vec![]),
            ("Type \"\"", vec!["type"], vec![""]),
        ] {
            assert_eq!(spoken(text), said, "{text}");
            assert_eq!(quoted(text), kept, "{text}");
        }
    }

    #[test]
    fn a_pause_is_told_of_the_token_after_it() {
        let pauses: Vec<bool> = tokens("one, \"two\" three. four\nfive: six")
            .iter()
            .map(|token| token.pause)
            .collect();
        assert_eq!(pauses, [false, true, false, true, true, false]);
    }
}
