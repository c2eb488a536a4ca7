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

/// What people fill in, and what else they say of screens.
static FIELDS: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    lines(include_str!("../../../lexicon/fields.txt"))
        .map(|line| line.split(' ').collect())
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

/// A text in lower case in which words of other writing are the English ones, for which they need not be apart from each
/// other, and names of several words are one.
pub(in crate::task) fn in_english(text: &str) -> String {
    let mut text = text.to_lowercase();
    let components = COMPONENTS.iter().map(|known| &known.words);
    let pages = PAGES.iter().map(|known| &known.words);
    let all = components.chain(pages).chain(FIELDS.iter());
    let mut others: Vec<(String, String)> = Vec::new();
    for words in all {
        for word in words {
            match word {
                word if word.contains('_') => {
                    others.push((word.replace('_', " "), format!("{word} ")));
                }
                word if !word.is_ascii() || word.contains('-') => {
                    others.push(((*word).to_owned(), format!(" {} ", words[0])));
                }
                _ => {}
            }
        }
    }
    others.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
    for (word, english) in others {
        let mut from = 0;
        while let Some(at) = text[from..].find(&word).map(|at| from + at) {
            let before = text[..at].chars().next_back();
            let inside = word.is_ascii() && before.is_some_and(char::is_alphanumeric);
            from = at + word.len();
            if !inside {
                // Behind it may stand the sign of the plural.
                let english = match text[from..].starts_with('s') {
                    true => english.trim_end(),
                    false => &english,
                };
                text.replace_range(at..from, english);
                from = at + english.len();
            }
        }
    }
    text
}
