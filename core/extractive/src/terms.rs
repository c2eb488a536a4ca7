//! Words as they are compared here: by their stem.

use std::collections::HashMap;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};
use screen_agent_words::{WordList, fold};

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

/// Which words mean the same here: by their stem, the stem that stands for all of them.
static ALIKE: LazyLock<HashMap<String, Vec<usize>>> = LazyLock::new(|| {
    static GROUPS: WordList = WordList::named("asked alike");
    let mut groups: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, words) in GROUPS.groups().enumerate() {
        for word in words {
            let known = groups.entry(stem(word)).or_default();
            if !known.contains(&at) {
                known.push(at);
            }
        }
    }
    groups
});

/// The stem of one word.
pub(crate) fn stem(word: &str) -> String {
    let word = fold::word(word);
    let word: String = word.chars().filter(|c| c.is_alphanumeric()).collect();
    STEMMER.stem(&word).into_owned()
}

/// The stems of a text, in its order. A number keeps its point and its sign of a unit: `4.50` is one.
pub(crate) fn terms(text: &str) -> Vec<String> {
    words(text)
        .map(stem)
        .filter(|term| !term.is_empty())
        .collect()
}

/// The words of a text as they stand there.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts =
        |c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’' | '.' | ',' | '-' | '\u{ad}'));
    let edge = |c: char| matches!(c, '\'' | '’' | '.' | ',' | '-');
    // A hyphen joins digits (dates, numbers of telephones) and parts words.
    let joined = text.split(parts).map(move |word| word.trim_matches(edge));
    joined.filter(|word| !word.is_empty()).flat_map(|word| {
        let is_figure = word.chars().any(|c| c.is_ascii_digit());
        let at = move |c: char| !is_figure && matches!(c, '-' | '.' | ',');
        word.split(at).filter(|word| !word.is_empty())
    })
}

/// How well a term is met by others: 1 where it stands there, less where a word for the same does.
pub(crate) fn met(term: &str, others: &[String]) -> f64 {
    if others.iter().any(|other| other == term) {
        return 1.0;
    }
    let Some(groups) = ALIKE.get(term) else {
        return 0.0;
    };
    let alike = |other: &String| {
        ALIKE
            .get(other)
            .is_some_and(|own| own.iter().any(|group| groups.contains(group)))
    };
    if others.iter().any(alike) { 0.9 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_by_stem_and_meaning() {
        assert_eq!(
            terms("The long-lost ferry's tickets, costs!"),
            ["the", "long", "lost", "ferri", "ticket", "cost"]
        );
        assert!(met(&stem("cost"), &terms("Price of it")) > 0.5);
        assert!(met(&stem("child"), &terms("Children pay nothing")) > 0.5);
        assert!(met(&stem("boat"), &terms("Price of it")) < 0.1);
    }
}
