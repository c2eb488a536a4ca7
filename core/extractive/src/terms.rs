//! Words as they are compared here: by their stem.

use std::collections::HashMap;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};
use screen_agent_words::{WordList, fold};

use super::spaced::{is_grammar, spaced};

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));
static CYRILLIC: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::Russian));
/// Endings that are joined on to Korean words.
static ENDINGS: WordList = WordList::named("endings that are joined on");
/// What French and Italian words run into: `l'entrée`.
const ELISIONS: [&str; 10] = ["l", "d", "j", "n", "m", "t", "c", "qu", "dell", "all"];

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
    if is_grammar(&word) {
        return String::new();
    }
    match word.chars().next() {
        Some('\u{400}'..='\u{4ff}') => CYRILLIC.stem(&word).into_owned(),
        Some('\u{ac00}'..='\u{d7a3}') => without_ending(&word).to_owned(),
        _ => STEMMER.stem(&word).into_owned(),
    }
}

/// What of a word stays when it is inflected; none where that is too little to know it by.
pub(crate) fn beginning(word: &str) -> Option<String> {
    static ENDINGS: WordList = WordList::named("endings of an inflected language");
    const SHORTEST: usize = 4;
    let word = fold::word(word);
    let bare = ENDINGS.iter().filter_map(|end| word.strip_suffix(end));
    let long = bare.filter(|bare| bare.chars().count() >= SHORTEST);
    let bare = long.min_by_key(|bare| bare.len()).unwrap_or(&word);
    (bare.chars().count() >= SHORTEST).then(|| bare.to_owned())
}

/// A word as lists hold it: a Korean one without what is joined on to it.
pub(crate) fn listed(word: &str) -> &str {
    match word.chars().next() {
        Some('\u{ac00}'..='\u{d7a3}') => without_ending(word),
        _ => word,
    }
}

/// A Korean word without the longest ending that leaves something of it.
fn without_ending(word: &str) -> &str {
    let bare = ENDINGS
        .iter()
        .filter_map(|ending| word.strip_suffix(ending));
    bare.filter(|bare| !bare.is_empty())
        .min_by_key(|bare| bare.len())
        .unwrap_or(word)
}

/// The stems of a text, in its order. A number keeps its point and its sign of a unit: `4.50` is one.
pub(crate) fn terms(text: &str) -> Vec<String> {
    words(&spaced(text))
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
        without_elision(word)
            .split(at)
            .filter(|word| !word.is_empty())
    })
}

fn without_elision(word: &str) -> &str {
    let parted = word.split_once(['\'', '’']);
    let elided =
        |(before, _): &(&str, &str)| ELISIONS.iter().any(|one| before.eq_ignore_ascii_case(one));
    parted.filter(elided).map_or(word, |(_, after)| after)
}

/// True where other words mean the same.
pub(crate) fn has_like(term: &str) -> bool {
    ALIKE.contains_key(term)
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
