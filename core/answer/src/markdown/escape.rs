//! Words as Markdown, so that they stay words.

/// Escapes words that stand in a line. Lone marks in them are markup nowhere; what is markup at the
/// beginning of a line is for [`escape_start`].
pub(crate) fn escape(words: &str) -> String {
    let mut out = String::with_capacity(words.len() + 8);
    for (at, letter) in words.char_indices() {
        if is_mark(letter) || is_address(words, at, letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// Signs that begin or end something wherever they stand.
fn is_mark(letter: char) -> bool {
    matches!(
        letter,
        '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '|' | '~' | '$' | '^' | '{' | '}'
    )
}

/// True where readers make a link of bare words: the colon of `://`, and the dot of `www.`.
fn is_address(words: &str, at: usize, letter: char) -> bool {
    match letter {
        ':' => words[at..].starts_with("://"),
        '.' => words[..at]
            .get(at.saturating_sub(3)..)
            .is_some_and(|before| before.eq_ignore_ascii_case("www")),
        _ => false,
    }
}

/// Escapes what would begin a block at the beginning of a line: a heading, an entry, a rule, the
/// underline of a heading or of a table, a definition.
pub(crate) fn escape_start(line: &str) -> String {
    if line.starts_with(['#', '+', '-', '=', ':']) {
        return format!("\\{line}");
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    match line[digits..].chars().next() {
        Some('.' | ')') if digits > 0 => format!("{}\\{}", &line[..digits], &line[digits..]),
        _ => line.to_owned(),
    }
}

/// A cleaned address between the parentheses of a link.
pub(crate) fn address(href: &str) -> String {
    let mut out = String::with_capacity(href.len() + 2);
    for (at, letter) in href.char_indices() {
        let is_mark = matches!(letter, '\\' | '<' | '>' | '|' | '*' | '_' | '`' | '~' | '$');
        if is_mark || letter == '&' && is_entity(&href[at + 1..]) {
            out.push('\\');
        }
        out.push(letter);
    }
    match href.contains(['(', ')']) {
        true => format!("<{out}>"),
        false => out,
    }
}

/// True where an ampersand before it would begin a character reference.
fn is_entity(rest: &str) -> bool {
    rest.split_once(';').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'#')
    })
}
