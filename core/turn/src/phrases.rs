//! The words of a text, and phrases among them.

/// Its words, lower case: letters and digits, and these besides.
pub(crate) fn words(text: &str, besides: &[char]) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric() && !besides.contains(&c))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// True when the words of one of the phrases stand in these, one after the other.
pub(crate) fn says(words: &[String], phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| {
        let wanted: Vec<&str> = phrase.split(' ').collect();
        words
            .windows(wanted.len())
            .any(|part| part == wanted.as_slice())
    })
}
