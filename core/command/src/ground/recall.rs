//! Listed things that were seen before the view was moved on, kept in the notes as text.

use std::collections::HashSet;

use super::rows::{Entry, Listing, Part};

/// What is remembered of a listing that is longer than the view.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Recalled {
    kinds: Vec<String>,
    columns: Vec<String>,
    entries: Vec<(String, Vec<Part>)>,
}

/// Between the fields of an entry, and between a label and what it says.
const FIELD: char = '\u{1f}';
const LABEL: char = '\u{1e}';
/// Most that is remembered, in characters.
const MOST: usize = 24_000;

impl Recalled {
    /// Reads what [`Recalled::lines`] wrote.
    pub fn read(lines: &[String]) -> Option<Self> {
        // A word stands first in these two lines, so that they are never empty.
        let list = |line: &String| line.split(FIELD).skip(1).map(str::to_owned).collect();
        let [kinds, columns, entries @ ..] = lines else {
            return None;
        };
        Some(Self {
            kinds: list(kinds),
            columns: list(columns),
            entries: entries.iter().map(|line| entry(line)).collect(),
        })
    }

    /// A listing as lines of text. `None` when it is too long to be kept.
    pub fn lines(listing: &Listing<'_>) -> Option<Vec<String>> {
        let mut kinds: Vec<&str> = listing.kinds.iter().map(String::as_str).collect();
        kinds.sort_unstable();
        let field = FIELD.to_string();
        let headed = |word: &str, texts: Vec<&str>| [vec![word], texts].concat().join(&field);
        let columns = listing.columns.iter().map(String::as_str).collect();
        let mut lines = vec![headed("kinds", kinds), headed("columns", columns)];
        lines.extend(listing.entries.iter().map(|entry| {
            let parts: Vec<String> = entry
                .parts
                .iter()
                .map(|part| format!("{}{LABEL}{}", part.label, part.text))
                .collect();
            format!("{}{FIELD}{}", entry.title, parts.join(&field))
        }));
        let length: usize = lines.iter().map(|line| line.chars().count() + 1).sum();
        (length <= MOST).then_some(lines)
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

fn entry(line: &str) -> (String, Vec<Part>) {
    let mut fields = line.split(FIELD);
    let title = fields.next().unwrap_or_default().to_owned();
    let parts = fields.map(|field| {
        let (label, text) = field.split_once(LABEL).unwrap_or(("", field));
        Part {
            label: label.to_owned(),
            text: text.to_owned(),
        }
    });
    (title, parts.collect())
}
