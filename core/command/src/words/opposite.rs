//! Words of which one is the contrary of the other: what says one never means what says the other.

use screen_agent_words::WordList;

static OPPOSITES: WordList = WordList::named("opposites");

/// True when one says a word where the other says its contrary, and neither says both.
pub(crate) fn are_opposed(these: &[String], those: &[String]) -> bool {
    let says = |words: &[String], word: &str| words.iter().any(|said| said == word);
    let only = |words: &[String], word: &str, other: &str| says(words, word) && !says(words, other);
    OPPOSITES.meanings().any(|(one, other)| {
        (only(these, one, other) && only(those, other, one))
            || (only(these, other, one) && only(those, one, other))
    })
}
