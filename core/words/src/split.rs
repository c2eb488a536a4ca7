//! Words of labels and names. They are whole: "shipping" holds no pin, and "headphones" no phone.

/// Splits prose, `snake_case`, `kebab-case` and `camelCase` alike, in small letters.
pub fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut was_lower = false;
    for c in text.chars().filter(|c| !is_joined(*c)) {
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

/// Signs that stand inside a word, seen or not, and do not end it.
fn is_joined(c: char) -> bool {
    matches!(c, '\'' | '’') || crate::fold::is_invisible(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole() {
        for (text, words) in [
            ("Shipping address", &["shipping", "address"][..]),
            ("cardNumber", &["card", "number"]),
            ("card_number", &["card", "number"]),
            ("Card's number", &["cards", "number"]),
            ("p\u{200b}in", &["pin"]),
            ("", &[]),
        ] {
            assert_eq!(split(text), words, "{text}");
        }
    }
}
