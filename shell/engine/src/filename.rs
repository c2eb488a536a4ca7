//! Names of files: shown, and put into keys and headers, but never part of a path.

use std::fmt::Write as _;

/// What a file without a name is called.
const NAMELESS: &str = "file";
/// Longest part of a name in a key.
const IN_KEY: usize = 100;

/// The last part of whatever a client calls a file, without what cannot be seen.
pub fn shown(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let shown: String = last.chars().filter(|c| !hidden(*c)).collect();
    let shown = shown.trim().trim_matches('.').trim();
    if shown.is_empty() {
        return NAMELESS.to_owned();
    }
    shown.to_owned()
}

/// Control characters, and marks that turn or hide what follows.
pub(crate) fn hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A name in letters that every key may hold.
pub fn for_key(name: &str) -> String {
    let safe = |c: char| {
        if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') {
            c
        } else {
            '_'
        }
    };
    name.chars().take(IN_KEY).map(safe).collect()
}

/// Saves under this name, in both ways of writing it.
pub fn disposition(name: &str) -> String {
    let mut encoded = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    format!(
        "attachment; filename=\"{}\"; filename*=UTF-8''{encoded}",
        for_key(name)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_path() {
        for (given, expected) in [
            ("sales.csv", "sales.csv"),
            ("../../etc/passwd", "passwd"),
            ("C:\\Users\\ann\\notes.txt", "notes.txt"),
            ("/", "file"),
            ("..", "file"),
            ("", "file"),
            (" \u{202e}gpj.exe\0 ", "gpj.exe"),
            ("Zoë's plan.md", "Zoë's plan.md"),
        ] {
            assert_eq!(shown(given), expected, "{given:?}");
        }
    }

    #[test]
    fn keys_and_headers_hold_plain_letters() {
        assert_eq!(for_key("Zoë \"x\"\r\n.md"), "Zo___x___.md");
        assert_eq!(
            disposition("Zoë.md"),
            "attachment; filename=\"Zo_.md\"; filename*=UTF-8''Zo%C3%AB.md"
        );
    }
}
