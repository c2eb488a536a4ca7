//! What is quoted from.

/// A text to quote from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Its title.
    pub title: String,
    /// Its lines, with prefixes that tell their structure: `H1: `, `- `, `> `, `Term: `, ` | ` between cells.
    pub lines: Vec<String>,
    /// Entries of a list that the lines do not tell.
    pub entries: Vec<ListedEntry>,
    /// What it says of itself for machines: names and values.
    pub facts: Vec<(String, String)>,
}

/// An entry of a list page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedEntry {
    /// Its title.
    pub title: String,
    /// What it says besides.
    pub snippet: String,
    /// Where it leads.
    pub url: String,
    /// How many comments it has.
    pub comments: Option<u64>,
}

/// What a line is, by its prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineKind {
    Heading(u8),
    Item,
    Quote,
    Code,
    Caption,
    Term,
    Definition,
    Row,
    Plain,
}

/// A line's kind and its words.
pub(crate) fn line(raw: &str) -> (LineKind, &str) {
    let line = raw.trim();
    if let [b'H', level @ b'1'..=b'6', b':', ..] = line.as_bytes() {
        return (LineKind::Heading(level - b'0'), line[3..].trim());
    }
    let prefixes = [
        ("- ", LineKind::Item),
        ("> ", LineKind::Quote),
        ("Code: ", LineKind::Code),
        ("Caption: ", LineKind::Caption),
        ("Summary: ", LineKind::Caption),
        ("Term: ", LineKind::Term),
        ("Definition: ", LineKind::Definition),
    ];
    for (prefix, kind) in prefixes {
        if let Some(words) = line.strip_prefix(prefix) {
            return (kind, words.trim());
        }
    }
    match line.contains(" | ") {
        true => (LineKind::Row, line),
        false => (LineKind::Plain, line),
    }
}

/// Sentences of a line. Where it is not certain that one ends, it does not.
pub(crate) fn sentences(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut from = 0;
    let mut letters = line.char_indices().peekable();
    while let Some((at, c)) = letters.next() {
        let is_full = matches!(c, '。' | '！' | '？');
        if !is_full && !matches!(c, '.' | '!' | '?') {
            continue;
        }
        // Quotation marks and brackets that close belong to the sentence.
        let mut end = at + c.len_utf8();
        while let Some((next, closing)) = letters.peek().copied()
            && matches!(
                closing,
                '"' | '”' | '’' | ')' | '\'' | '»' | '.' | '!' | '?' | '」' | '』' | '）'
            )
        {
            end = next + closing.len_utf8();
            letters.next();
        }
        if is_full || ends(line, at, end) {
            found.push(line[from..end].trim());
            from = end;
        }
    }
    found.push(line[from..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

fn ends(line: &str, stop: usize, end: usize) -> bool {
    let rest = &line[end..];
    let next = rest.trim_start().chars().next();
    let begins = rest.starts_with(char::is_whitespace)
        && next.is_some_and(|c| {
            c.is_uppercase()
                || c.is_numeric()
                || matches!(c, '“' | '"' | '‘' | '(' | '$' | '€' | '£')
        });
    if !begins {
        return false;
    }
    let before = line[..stop]
        .rsplit(|c: char| c.is_whitespace() || c == '(')
        .next();
    let before = before.unwrap_or_default().to_lowercase();
    let is_initial = before.chars().count() == 1 && before.chars().all(char::is_alphabetic);
    !is_initial && !ABBREVIATIONS.contains(&before)
}

static ABBREVIATIONS: screen_agent_words::WordList =
    screen_agent_words::WordList::named("abbreviations");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_another_begins() {
        for (line, expected) in [
            (
                "One. Two! “Three?” Four",
                vec!["One.", "Two!", "“Three?”", "Four"],
            ),
            (
                "It costs 4.50 EUR. Dr. A. Holm wrote it.",
                vec!["It costs 4.50 EUR.", "Dr. A. Holm wrote it."],
            ),
            (
                "See e.g. Norway, no. 4 and so on",
                vec!["See e.g. Norway, no. 4 and so on"],
            ),
            ("", vec![]),
        ] {
            assert_eq!(sentences(line), expected);
        }
    }

    #[test]
    fn prefixes_tell_what_a_line_is() {
        for (raw, kind, words) in [
            ("H2: Prices", LineKind::Heading(2), "Prices"),
            ("    - small", LineKind::Item, "small"),
            ("A | B", LineKind::Row, "A | B"),
            ("Term: Ferry", LineKind::Term, "Ferry"),
            ("plain", LineKind::Plain, "plain"),
        ] {
            assert_eq!(line(raw), (kind, words));
        }
    }
}
