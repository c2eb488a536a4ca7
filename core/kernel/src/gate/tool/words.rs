//! Words of labels and names, and whether phrases stand in them.
//!
//! Words are whole: "shipping" holds no pin, and "headphones" no phone.

/// Splits prose, `snake_case`, `kebab-case` and `camelCase` alike, in small letters.
pub(super) fn split(text: &str) -> Vec<String> {
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
    matches!(c, '\'' | '’') || crate::origin::is_invisible(c)
}

/// The phrases of a list, told apart by commas.
pub(super) fn phrases(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(',').map(str::trim)
}

/// Where a phrase of the list begins, and how many words it has.
pub(super) fn find(words: &[String], list: &'static str) -> Option<(usize, usize)> {
    phrases(list).find_map(|phrase| {
        let parts: Vec<&str> = phrase.split(' ').collect();
        let at = words
            .windows(parts.len())
            .position(|window| window.iter().zip(&parts).all(|(word, part)| word == part))?;
        Some((at, parts.len()))
    })
}

/// True when a phrase of the list stands anywhere in the words.
pub(super) fn hold(words: &[String], list: &'static str) -> bool {
    find(words, list).is_some()
}

/// True when the list holds exactly this word.
pub(super) fn lists(list: &'static str, word: &str) -> bool {
    phrases(list).any(|phrase| phrase == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole() {
        for (text, phrase, holds) in [
            ("Shipping address", "pin", false),
            ("PIN code", "pin", true),
            ("cardNumber", "card number", true),
            ("card_number", "card number", true),
            ("Card's number", "cards number", true),
            ("p\u{200b}in", "pin", true),
            ("", "pin", false),
        ] {
            assert_eq!(hold(&split(text), phrase), holds, "{text}");
        }
    }
}
