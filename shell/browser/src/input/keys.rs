//! Keys of a US keyboard, as the protocol wants them described.

/// What a key event carries.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Deserialize))]
pub(crate) struct Key {
    /// `KeyboardEvent.key`.
    pub key: String,
    /// `KeyboardEvent.code`.
    pub code: String,
    /// `keyCode`.
    pub number: u32,
    /// What it writes; empty when it writes nothing.
    pub text: String,
    /// Shift must be held for it.
    pub shifted: bool,
}

/// Keys with names: the name, other spellings, the number, and what it writes.
const NAMED: [(&str, &[&str], u32, &str); 33] = [
    ("Enter", &["return"], 13, "\r"),
    ("Tab", &[], 9, ""),
    ("Escape", &["esc"], 27, ""),
    ("Backspace", &[], 8, ""),
    ("Delete", &["del"], 46, ""),
    ("Insert", &["ins"], 45, ""),
    ("Home", &[], 36, ""),
    ("End", &[], 35, ""),
    ("PageUp", &["page up", "pgup"], 33, ""),
    ("PageDown", &["page down", "pgdn", "pgdown"], 34, ""),
    ("ArrowLeft", &["left", "arrow left"], 37, ""),
    ("ArrowUp", &["up", "arrow up"], 38, ""),
    ("ArrowRight", &["right", "arrow right"], 39, ""),
    ("ArrowDown", &["down", "arrow down"], 40, ""),
    ("CapsLock", &["caps lock"], 20, ""),
    ("ContextMenu", &["menu"], 93, ""),
    ("Pause", &[], 19, ""),
    ("Shift", &[], 16, ""),
    ("Control", &["ctrl"], 17, ""),
    ("Alt", &["option"], 18, ""),
    ("Meta", &["cmd", "command", "win", "super"], 91, ""),
    ("F1", &[], 112, ""),
    ("F2", &[], 113, ""),
    ("F3", &[], 114, ""),
    ("F4", &[], 115, ""),
    ("F5", &[], 116, ""),
    ("F6", &[], 117, ""),
    ("F7", &[], 118, ""),
    ("F8", &[], 119, ""),
    ("F9", &[], 120, ""),
    ("F10", &[], 121, ""),
    ("F11", &[], 122, ""),
    ("F12", &[], 123, ""),
];

/// Keys that write a sign: the sign, the sign with Shift, the code, the number.
const SIGNS: [(char, char, &str, u32); 22] = [
    (' ', ' ', "Space", 32),
    ('1', '!', "Digit1", 49),
    ('2', '@', "Digit2", 50),
    ('3', '#', "Digit3", 51),
    ('4', '$', "Digit4", 52),
    ('5', '%', "Digit5", 53),
    ('6', '^', "Digit6", 54),
    ('7', '&', "Digit7", 55),
    ('8', '*', "Digit8", 56),
    ('9', '(', "Digit9", 57),
    ('0', ')', "Digit0", 48),
    ('-', '_', "Minus", 189),
    ('=', '+', "Equal", 187),
    ('[', '{', "BracketLeft", 219),
    (']', '}', "BracketRight", 221),
    ('\\', '|', "Backslash", 220),
    (';', ':', "Semicolon", 186),
    ('\'', '"', "Quote", 222),
    ('`', '~', "Backquote", 192),
    (',', '<', "Comma", 188),
    ('.', '>', "Period", 190),
    ('/', '?', "Slash", 191),
];

/// The key that a name or a single sign stands for; `None` when no such key exists.
pub(crate) fn key_named(name: &str) -> Option<Key> {
    let mut signs = name.chars();
    if let (Some(sign), None) = (signs.next(), signs.next()) {
        return key_for(sign);
    }
    let asked = name.trim().to_ascii_lowercase();
    if asked == "space" || asked == "spacebar" {
        return key_for(' ');
    }
    let same = |named: &str| named.to_ascii_lowercase() == asked;
    let (key, _, number, text) = NAMED
        .iter()
        .find(|(key, others, ..)| same(key) || others.contains(&asked.as_str()))?;
    Some(Key {
        key: (*key).to_owned(),
        code: code_of(key),
        number: *number,
        text: (*text).to_owned(),
        shifted: false,
    })
}

/// Keys that are there twice are the left ones.
fn code_of(key: &str) -> String {
    match key {
        "Shift" | "Control" | "Alt" | "Meta" => format!("{key}Left"),
        _ => key.to_owned(),
    }
}

/// The key that writes a character; `None` when a US keyboard has none.
pub(crate) fn key_for(sign: char) -> Option<Key> {
    if sign == '\n' || sign == '\r' {
        return key_named("Enter");
    }
    if sign.is_ascii_alphabetic() {
        let upper = sign.to_ascii_uppercase();
        return Some(Key {
            key: sign.to_string(),
            code: format!("Key{upper}"),
            number: u32::from(upper),
            text: sign.to_string(),
            shifted: sign.is_ascii_uppercase(),
        });
    }
    let (plain, _, code, number) = SIGNS
        .iter()
        .find(|(plain, with_shift, ..)| sign == *plain || sign == *with_shift)?;
    Some(Key {
        key: sign.to_string(),
        code: (*code).to_owned(),
        number: *number,
        text: sign.to_string(),
        shifted: sign != *plain,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// A case of `fixtures/client/keys.json`.
    #[derive(serde::Deserialize)]
    struct Case {
        name: String,
        is: Option<Key>,
    }

    #[test]
    fn keys_are_what_the_extension_takes_them_for() {
        let cases = include_str!("../../../../fixtures/client/keys.json");
        let cases: Vec<Case> = serde_json::from_str(cases).unwrap();
        for Case { name, is } in cases {
            assert_eq!(key_named(&name), is, "{name}");
        }
        assert_eq!(key_for('é'), None);
    }

    #[test]
    fn keys_are_found_by_any_usual_spelling() {
        for (name, key) in [
            ("enter", "Enter"),
            ("Esc", "Escape"),
            ("down", "ArrowDown"),
            ("ctrl", "Control"),
        ] {
            assert_eq!(key_named(name).unwrap().key, key);
        }
    }
}
