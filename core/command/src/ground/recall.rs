//! Listed things that were seen before the view was moved on, kept in the notes.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::rows::{Entry, Listing, Part};

/// What is remembered of a listing that is longer than the view.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Recalled {
    kinds: Vec<String>,
    columns: Vec<String>,
    entries: Vec<(String, Vec<Part>)>,
}

/// Most that is remembered, in characters.
const MOST: usize = 24_000;

impl Recalled {
    /// A listing as it is kept. `None` when it is too long.
    pub fn of(listing: &Listing<'_>) -> Option<Self> {
        let mut kinds: Vec<String> = listing.kinds.iter().cloned().collect();
        kinds.sort_unstable();
        let entries = listing.entries.iter();
        let recalled = Self {
            kinds,
            columns: listing.columns.clone(),
            entries: entries
                .map(|entry| (entry.title.clone(), entry.parts.clone()))
                .collect(),
        };
        (recalled.length() <= MOST).then_some(recalled)
    }

    /// How many characters it has, with one between any two texts.
    fn length(&self) -> usize {
        let parts = self.entries.iter().flat_map(|(_, parts)| parts);
        let texts = parts.flat_map(|part| [&part.label, &part.text]);
        let titles = self.entries.iter().map(|(title, _)| title);
        let heads = self.kinds.iter().chain(&self.columns);
        let lengths = heads.chain(titles).chain(texts);
        lengths.map(|text| text.chars().count() + 1).sum()
    }

    /// Puts what was seen before in front of what is in view.
    pub fn join<'a>(&self, found: &mut Vec<Listing<'a>>) {
        let size = self.entries.first().map_or(0, |(_, parts)| parts.len());
        let alike = |listing: &&mut Listing<'a>| {
            listing
                .entries
                .iter()
                .any(|entry| entry.parts.len() == size)
        };
        match found.iter_mut().find(alike) {
            Some(listing) => self.extend(listing),
            None => found.insert(0, self.listing()),
        }
    }

    fn extend<'a>(&self, listing: &mut Listing<'a>) {
        listing.kinds.extend(self.kinds.iter().cloned());
        if listing.columns.is_empty() && !self.columns.is_empty() {
            listing.columns.clone_from(&self.columns);
            for entry in &mut listing.entries {
                for (part, label) in entry.parts.iter_mut().zip(&self.columns) {
                    part.label.clone_from(label);
                }
            }
        }
        let seen: Vec<String> = listing.entries.iter().map(Entry::text).collect();
        let before = self.listing().entries;
        let texts: Vec<String> = before.iter().map(Entry::text).collect();
        let overlap = (1..=seen.len().min(texts.len()))
            .rev()
            .find(|count| texts[texts.len() - count..] == seen[..*count]);
        let kept: Vec<Entry<'a>> = match overlap {
            Some(count) => before.into_iter().take(texts.len() - count).collect(),
            None => before
                .into_iter()
                .filter(|entry| !seen.contains(&entry.text()))
                .collect(),
        };
        listing.entries.splice(0..0, kept);
    }

    fn listing<'a>(&self) -> Listing<'a> {
        Listing {
            kinds: self.kinds.iter().cloned().collect::<HashSet<String>>(),
            columns: self.columns.clone(),
            entries: self
                .entries
                .iter()
                .map(|(title, parts)| Entry {
                    from: usize::MAX,
                    to: usize::MAX,
                    title: title.clone(),
                    parts: parts.clone(),
                    nodes: Vec::new(),
                })
                .collect(),
        }
    }
}
