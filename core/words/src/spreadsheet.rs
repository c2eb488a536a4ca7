//! Texts that others wrote, as spreadsheets read them: none is a formula.

use std::borrow::Cow;

/// What begins a formula. Some fold wide letters first, and some pass over what is blank.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// A text that is shown as it is: before what would be computed stands a mark.
pub fn as_text(text: &str) -> Cow<'_, str> {
    let begins = text.trim_start();
    let (blank, _) = text.split_at(text.len() - begins.len());
    let computes = begins.starts_with(FORMULA) || blank.contains(['\t', '\r']);
    match computes && !is_number(text) {
        true => format!("'{text}").into(),
        false => text.into(),
    }
}

/// A field of CSV by RFC 4180, in quotes.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", as_text(text).replace('"', "\"\""))
}

/// The same, in quotes where it needs them.
pub fn field(text: &str) -> String {
    let needs = as_text(text).contains(['"', ',', ';', '\'', '\n', '\r']);
    if needs { quoted(text) } else { text.to_owned() }
}

/// True for a plain number with a sign, which is computed to itself.
fn is_number(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(['+', '-']) else {
        return false;
    };
    rest.starts_with(|c: char| c.is_ascii_digit())
        && rest
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '%'))
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn a_field_is_never_a_formula() {
        for (text, expected) in [
            ("click(\"14\")", "\"click(\"\"14\"\")\""),
            ("=1+1", "\"'=1+1\""),
            ("+1+1", "\"'+1+1\""),
            ("-A1", "\"'-A1\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            ("\t=1", "\"'\t=1\""),
            ("\r=1", "\"'\r=1\""),
            (" \n=1", "\"' \n=1\""),
            ("\u{a0}=1", "\"'\u{a0}=1\""),
            ("\u{3000}=1", "\"'\u{3000}=1\""),
            ("＝1", "\"'＝1\""),
            ("a=1", "a=1"),
            ("-12.5%", "-12.5%"),
            ("+1,234", "\"+1,234\""),
            ("", ""),
        ] {
            assert_eq!(field(text), expected, "{text:?}");
        }
    }
}
