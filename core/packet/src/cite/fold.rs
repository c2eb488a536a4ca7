//! Words as they are compared: the same to a reader means the same here.

/// Folds text: small letters, one space for any white space, plain quotes and dashes, nothing that
/// cannot be seen. Close to compatibility decomposition for what pages hold.
pub(super) fn fold(text: &str, folded: &mut String) {
    for c in text.chars() {
        match c {
            // Cells of a table are set apart by bars.
            '|' => space(folded),
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
