//! What looks like a secret, wherever it stands.

use screen_agent_page::secret::is_secret_name;
use screen_agent_words::HIDDEN;
use serde_json::Value;

/// Marks that credentials of well-known services begin with.
const STARTS: [&str; 13] = [
    "eyJ",
    "sk-",
    "sk_live_",
    "rk_live_",
    "ghp_",
    "gho_",
    "ghs_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "AKIA",
    "AIza",
];
/// Shortest credential with such a mark, in bytes.
const CREDENTIAL: usize = 16;
/// Words before a credential.
const SCHEMES: [&str; 2] = ["bearer", "basic"];
/// Digits of payment cards.
const CARD: std::ops::RangeInclusive<usize> = 13..=19;

/// A person's words without the secrets that they tell.
pub(super) fn told(words: &str) -> String {
    hidden(&screen_agent_words::secret::hide_named(words))
}

/// Any text without what looks like a secret: credentials by their form, numbers of payment cards,
/// and values that stand after the name of a secret.
pub fn hidden(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut before = "";
    for piece in text.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end();
        let blank = &piece[word.len()..];
        kept.push_str(&hidden_word(word, before));
        kept.push_str(blank);
        if !word.is_empty() {
            before = word;
        }
    }
    without_cards(&kept)
}

/// A word without blanks, and the one before it.
fn hidden_word(word: &str, before: &str) -> String {
    if SCHEMES
        .iter()
        .any(|scheme| before.eq_ignore_ascii_case(scheme))
        && word.len() >= CREDENTIAL
    {
        return HIDDEN.to_owned();
    }
    let is_end =
        |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '+' | '='));
    let mut kept = String::new();
    for piece in word.split_inclusive(is_end) {
        let value = piece.trim_end_matches(is_end).trim_end_matches('.');
        let after_name = kept
            .strip_suffix([':', '"', '\''])
            .is_some_and(is_secret_name);
        if is_credential(value) || (after_name && !value.is_empty()) {
            kept.push_str(HIDDEN);
        } else if let Some((name, value)) = value.split_once('=')
            && is_secret_name(name)
            && !value.is_empty()
        {
            kept.push_str(name);
            kept.push('=');
            kept.push_str(HIDDEN);
        } else {
            kept.push_str(value);
        }
        kept.push_str(&piece[value.len()..]);
    }
    kept
}

fn is_credential(word: &str) -> bool {
    word.len() >= CREDENTIAL && STARTS.iter().any(|start| word.starts_with(start))
}

/// The text without numbers of payment cards: 13 to 19 digits, in groups or not, that add up as the
/// number of a card does.
fn without_cards(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut run = String::new();
    for c in text.chars() {
        if c.is_ascii_digit() || (matches!(c, ' ' | '-') && !run.is_empty()) {
            run.push(c);
            continue;
        }
        flush(&mut kept, &mut run);
        kept.push(c);
    }
    flush(&mut kept, &mut run);
    kept
}

fn flush(kept: &mut String, run: &mut String) {
    let number = run.trim_end_matches([' ', '-']);
    if is_card(number) {
        kept.push_str(HIDDEN);
        kept.push_str(&run[number.len()..]);
    } else {
        kept.push_str(run);
    }
    run.clear();
}

fn is_card(text: &str) -> bool {
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(10)).collect();
    if !CARD.contains(&digits.len()) {
        return false;
    }
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, digit)| match (at % 2, digit * 2) {
            (0, _) => *digit,
            (_, double) if double > 9 => double - 9,
            (_, double) => double,
        })
        .sum();
    sum.is_multiple_of(10) && digits.iter().any(|digit| *digit != 0)
}

/// A value without what looks like a secret in any of its texts, and without what stands under the
/// name of one.
pub(super) fn masked(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(hidden(&text)),
        Value::Array(items) => items.into_iter().map(masked).collect(),
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .map(|(name, field)| {
                    let secret = is_secret_name(&name) && !field.is_null();
                    let field = if secret { HIDDEN.into() } else { masked(field) };
                    (name, field)
                })
                .collect(),
        ),
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_secret_is_hidden_and_nothing_else() {
        for (text, expected) in [
            (
                "log in with password Hunter2 now",
                "log in with password ••• now",
            ),
            (
                "pay with 4111 1111 1111 1111, please",
                "pay with •••, please",
            ),
            ("call 4111 1111 1111 1112", "call 4111 1111 1111 1112"),
            ("key sk-abcdefghijklmnop1234.", "key •••."),
            (
                "Authorization: Bearer abcdefghijklmnop1234",
                "Authorization: Bearer •••",
            ),
            ("two  blanks\nstay", "two  blanks\nstay"),
            (
                "it opened on 2026-01-24 at 12:34",
                "it opened on 2026-01-24 at 12:34",
            ),
            ("", ""),
        ] {
            assert_eq!(told(text), expected, "{text:?}");
        }
    }

    #[test]
    fn values_after_the_name_of_a_secret_are_hidden() {
        for (text, expected) in [
            (
                "https://a.test/?password=letmein&x=1",
                "https://a.test/?password=•••&x=1",
            ),
            ("{\"pin\":\"x9\"}", "{\"pin\":\"•••\"}"),
            ("the pin: x", "the pin: x"),
        ] {
            assert_eq!(hidden(text), expected, "{text:?}");
        }
    }

    #[test]
    fn values_under_the_name_of_a_secret_are_hidden() {
        let value = serde_json::json!({ "fields": { "password": "a", "name": "b", "otp": 1 } });
        let expected =
            serde_json::json!({ "fields": { "password": "•••", "name": "b", "otp": "•••" } });
        assert_eq!(masked(value), expected);
    }
}
