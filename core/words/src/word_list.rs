//! Named lists of exact words, read once from the data files.
//!
//! "@ name" begins a list, commas part its entries, "<name>" stands for the entries of another list, and
//! "key = entries" says what its entries mean.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{LazyLock, OnceLock};

use serde::de::value::{Error, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer};

use crate::data::LISTS;

/// The words of one list, in the order of the file.
#[derive(Debug, Default)]
struct Entries {
    words: Vec<&'static str>,
    /// What each word means, where the list says so.
    keys: Vec<&'static str>,
    places: HashMap<&'static str, usize>,
    /// Where each line of the file begins.
    lines: Vec<usize>,
}

impl Entries {
    fn add(&mut self, key: &'static str, word: &'static str) {
        self.places.entry(word).or_insert(self.words.len());
        self.words.push(word);
        self.keys.push(key);
    }
}

static FILES: LazyLock<HashMap<&'static str, Entries>> = LazyLock::new(|| {
    let mut lists: HashMap<&'static str, Entries> = HashMap::new();
    LISTS.iter().for_each(|text| read(text, &mut lists));
    lists
});

fn read(text: &'static str, lists: &mut HashMap<&'static str, Entries>) {
    let mut name = "";
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(begun) = line.strip_prefix("@ ") {
            name = begun;
            lists.entry(name).or_default();
            continue;
        }
        let (key, words) = line.split_once(" = ").unwrap_or(("", line));
        let list = lists.entry(name).or_default();
        list.lines.push(list.words.len());
        let words = words.split(',').map(str::trim);
        for word in words.filter(|word| !word.is_empty()) {
            let named = word
                .strip_prefix('<')
                .and_then(|word| word.strip_suffix('>'));
            let others = match named {
                Some(other) => lists
                    .get(other)
                    .map_or_else(Vec::new, |other| other.words.clone()),
                None => vec![word],
            };
            let list = lists.entry(name).or_default();
            others.into_iter().for_each(|word| list.add(key, word));
        }
    }
}

fn entries(name: &str) -> &'static Entries {
    static NONE: LazyLock<Entries> = LazyLock::new(Entries::default);
    let found = FILES.get(name);
    debug_assert!(found.is_some(), "there is no list {name}");
    found.unwrap_or(&NONE)
}

/// A list of words, compared letter for letter.
#[derive(Debug)]
pub struct WordList {
    name: &'static str,
    entries: OnceLock<&'static Entries>,
}

impl WordList {
    /// The list of this name.
    pub const fn named(name: &'static str) -> Self {
        Self {
            name,
            entries: OnceLock::new(),
        }
    }

    fn entries(&self) -> &'static Entries {
        self.entries.get_or_init(|| entries(self.name))
    }

    /// True when it holds exactly this.
    pub fn contains(&self, word: &str) -> bool {
        self.place(word).is_some()
    }

    /// Where this stands in it, from zero.
    pub fn place(&self, word: &str) -> Option<usize> {
        self.entries().places.get(word).copied()
    }

    /// What the list says that this means.
    pub fn meaning(&self, word: &str) -> Option<&'static str> {
        self.entries().keys.get(self.place(word)?).copied()
    }

    /// Its lines, each a group of words.
    pub fn groups(&self) -> impl Iterator<Item = &'static [&'static str]> {
        let entries = self.entries();
        let ends = entries.lines.iter().skip(1).copied();
        let ends = ends.chain(std::iter::once(entries.words.len()));
        let lines = entries.lines.iter().copied().zip(ends);
        lines.map(|(from, to)| entries.words.get(from..to).unwrap_or_default())
    }

    /// Its words, each with what it means.
    pub fn meanings(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let entries = self.entries();
        entries
            .words
            .iter()
            .copied()
            .zip(entries.keys.iter().copied())
    }
}

impl Deref for WordList {
    type Target = [&'static str];

    fn deref(&self) -> &Self::Target {
        &self.entries().words
    }
}

/// Phrases with what each means, found by their first word.
#[derive(Debug)]
pub struct PhraseTable<T> {
    by_first: HashMap<&'static str, Vec<(Vec<&'static str>, T)>>,
}

impl<T: DeserializeOwned> PhraseTable<T> {
    /// The list of this name, whose keys are the names of `T`.
    pub fn named(name: &str) -> Self {
        let mut by_first: HashMap<_, Vec<_>> = HashMap::new();
        let entries = entries(name);
        for (phrase, key) in entries.words.iter().zip(&entries.keys) {
            let key: StrDeserializer<'_, Error> = key.into_deserializer();
            let meaning = T::deserialize(key);
            debug_assert!(
                meaning.is_ok(),
                "{name}: {meaning:?}",
                meaning = meaning.as_ref().err()
            );
            let words: Vec<&str> = phrase.split(' ').collect();
            if let (Some(first), Ok(meaning)) = (words.first(), meaning) {
                by_first.entry(*first).or_default().push((words, meaning));
            }
        }
        for phrases in by_first.values_mut() {
            phrases.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        }
        Self { by_first }
    }
}

impl<T> PhraseTable<T> {
    /// The phrases that begin with this word, longest first.
    pub fn beginning(&self, first: &str) -> &[(Vec<&'static str>, T)] {
        self.by_first.get(first).map_or(&[], Vec::as_slice)
    }

    /// True when a phrase begins with this word.
    pub fn has_first(&self, first: &str) -> bool {
        self.by_first.contains_key(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_that_is_named_in_another_exists_and_holds_words() {
        for text in LISTS {
            let words = text.lines().flat_map(|line| line.split(',')).map(str::trim);
            for word in words.filter(|word| word.len() > 2) {
                if let Some(name) = word
                    .strip_prefix('<')
                    .and_then(|word| word.strip_suffix('>'))
                {
                    assert!(FILES.contains_key(name), "{name}");
                }
            }
        }
        for text in LISTS {
            let heads = text.lines().filter(|line| line.starts_with("@ "));
            let names: std::collections::HashSet<&str> = heads.clone().collect();
            assert_eq!(heads.count(), names.len(), "a name stands twice");
        }
        for (name, list) in FILES.iter() {
            assert!(!list.words.is_empty(), "{name}");
        }
    }

    #[test]
    fn a_word_has_its_place_and_its_meaning() {
        let months = WordList::named("months");
        assert_eq!(months.place("march"), Some(2));
        assert_eq!(months.len(), 12);
        let colors = WordList::named("color families");
        assert_eq!(colors.meaning("navy"), Some("blue"));
        assert_eq!(colors.meaning("the"), None);
    }
}
