//! Fields whose value is nobody's business but the person's.

use crate::node::{Node, State};
use crate::role::Role;

/// Words of a name, one after the other, that make a field secret.
const NAMES: [&[&str]; 30] = [
    &["password"],
    &["passwd"],
    &["passphrase"],
    &["passcode"],
    &["pwd"],
    &["pin"],
    &["cvv"],
    &["cvv2"],
    &["cvc"],
    &["cvc2"],
    &["csc"],
    &["otp"],
    &["mfa"],
    &["2fa"],
    &["card", "number"],
    &["card", "num"],
    &["card", "no"],
    &["card", "code"],
    &["cardnumber"],
    &["cc", "number"],
    &["cc", "num"],
    &["cc", "exp"],
    &["cc", "csc"],
    &["ccnumber"],
    &["ccnum"],
    &["security", "code"],
    &["verification", "code"],
    &["authentication", "code"],
    &["one", "time"],
    &["onetime"],
];

/// True when the field takes a password, card data or a one-time code: by its type, its
/// autocomplete tokens, or the words of its name.
///
/// Names count only where text can be typed; a button named "Forgot password" holds no secret.
pub fn is_secret(node: &Node) -> bool {
    if node.is(State::Filled) {
        return true;
    }
    let kind = node.facts.input_type.as_deref().unwrap_or_default();
    let tokens = node.facts.autocomplete.as_deref().unwrap_or_default();
    if is_secret_field(kind, tokens) {
        return true;
    }
    let typed = node.role.takes_text() || node.role == Role::Select;
    typed && is_secret_name(&node.name)
}

/// True when the input type or an autocomplete token says that the value is secret.
pub fn is_secret_field(input_type: &str, autocomplete: &str) -> bool {
    input_type.eq_ignore_ascii_case("password")
        || autocomplete
            .split_ascii_whitespace()
            .any(|token| is_secret_token(&token.to_ascii_lowercase()))
}

fn is_secret_token(token: &str) -> bool {
    token.starts_with("cc-")
        || matches!(token, "one-time-code" | "current-password" | "new-password")
}

/// True when the words of a name or identifier say that the value is secret. Words are whole:
/// "spinner" holds no pin.
pub fn is_secret_name(name: &str) -> bool {
    let words = words(name);
    NAMES.iter().any(|wanted| {
        words
            .windows(wanted.len())
            .any(|part| part.iter().zip(*wanted).all(|(a, b)| a == b))
    })
}

/// Splits prose, `snake_case`, `kebab-case` and `camelCase` alike.
fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut was_lower = false;
    for c in name.chars() {
        let camel = was_lower && c.is_uppercase();
        if (camel || !c.is_alphanumeric()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase();
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    #[test]
    fn names_are_read_by_whole_words() {
        for (name, expected) in [
            ("Password", true),
            ("newPassword", true),
            ("user_pwd", true),
            ("card-number", true),
            ("Security code", true),
            ("Enter the one-time code", true),
            ("PIN", true),
            ("Spinner", false),
            ("Opinion", false),
            ("Business card", false),
            ("Account number", false),
            ("", false),
        ] {
            assert_eq!(is_secret_name(name), expected, "{name:?}");
        }
    }

    #[test]
    fn tokens_and_types_decide_before_names() {
        for (kind, tokens, expected) in [
            ("password", "", true),
            ("PASSWORD", "", true),
            ("text", "section-a cc-number", true),
            ("text", "one-time-code", true),
            ("text", "username", false),
            ("email", "", false),
        ] {
            assert_eq!(is_secret_field(kind, tokens), expected, "{kind} {tokens}");
        }
    }
}
