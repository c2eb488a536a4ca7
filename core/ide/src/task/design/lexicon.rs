//! The words of components and pages, as data.

use std::sync::LazyLock;

/// A component, and what it is called.
pub(in crate::task) struct KnownComponent {
    pub(in crate::task) kind: &'static str,
    pub(in crate::task) prefix: &'static str,
    pub(super) words: Vec<&'static str>,
}

/// A kind of page, what it is called, and its parts as they are written.
pub(super) struct KnownPage {
    pub(super) name: &'static str,
    pub(super) words: Vec<&'static str>,
    pub(super) parts: Vec<&'static str>,
}

pub(super) static COMPONENTS: LazyLock<Vec<KnownComponent>> = LazyLock::new(|| {
    let line = |line: &'static str| {
        let mut words = line.split(' ');
        Some(KnownComponent {
            kind: words.next()?,
            prefix: words.next()?,
            words: words.collect(),
        })
    };
    lines(include_str!("../../../lexicon/components.txt"))
        .filter_map(line)
        .collect()
});

pub(super) static PAGES: LazyLock<Vec<KnownPage>> = LazyLock::new(|| {
    let line = |line: &'static str| {
        let mut parts = line.split(" | ");
        Some(KnownPage {
            name: parts.next()?,
            words: parts.next()?.split(' ').collect(),
            parts: parts.next()?.split("; ").collect(),
        })
    };
    lines(include_str!("../../../lexicon/pages.txt"))
        .filter_map(line)
        .collect()
});

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// What a word is the name of, in the singular or the plural.
pub(super) fn component(word: &str) -> Option<&'static KnownComponent> {
    let of = |word: &str| COMPONENTS.iter().find(|known| known.words.contains(&word));
    of(word)
        .or_else(|| of(word.strip_suffix('s')?))
        .or_else(|| of(word.strip_suffix("es")?))
}

/// The component of a type.
pub(in crate::task) fn of_kind(kind: &str) -> Option<&'static KnownComponent> {
    COMPONENTS.iter().find(|known| known.kind == kind)
}

/// Every type.
pub(in crate::task) fn kinds() -> Vec<&'static str> {
    COMPONENTS.iter().map(|known| known.kind).collect()
}

pub(super) fn page(word: &str) -> Option<&'static KnownPage> {
    PAGES.iter().find(|known| known.words.contains(&word))
}

/// A text in which words of other writing are the English ones: they need not be apart from each other.
pub(in crate::task) fn in_english(text: &str) -> String {
    let mut text = text.to_lowercase();
    if text.is_ascii() {
        return text;
    }
    let components = COMPONENTS
        .iter()
        .map(|known| (&known.words, known.words[0]));
    let pages = PAGES.iter().map(|known| (&known.words, known.words[0]));
    let mut others: Vec<(&str, &str)> = components
        .chain(pages)
        .flat_map(|(words, english)| words.iter().map(move |word| (*word, english)))
        .filter(|(word, _)| !word.is_ascii())
        .collect();
    others.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
    for (word, english) in others {
        text = text.replace(word, &format!(" {english} "));
    }
    text
}
