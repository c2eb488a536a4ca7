//! What is kept of a look, to compare the next one with.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::address;
use crate::digest::{digest, line_digest};
use crate::observation::Observation;
use crate::print::{Print, print};
use crate::text::Line;

/// What is kept of a look.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Snapshot {
    /// Address.
    pub url: String,
    /// Which document it was; empty where that was not told.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub document: String,
    /// Digest of all that was seen.
    pub hash: u64,
    /// Each control by id.
    pub controls: BTreeMap<String, Print>,
    /// Digests of the lines that have words.
    pub lines: Vec<String>,
    /// How far the page was scrolled.
    pub scroll: Option<String>,
}

impl Snapshot {
    /// Whether both are of one document, as far as that is known: only then an id means the same control in both.
    pub(super) fn same_document(&self, other: &Self) -> bool {
        if !self.document.is_empty() && !other.document.is_empty() {
            return self.document == other.document;
        }
        let moved = address::compare(&self.url, &other.url);
        moved.is_none_or(|moved| !moved.origin && !moved.path)
    }
}

/// The print of every control, by id. Of two controls with one id the first counts.
pub fn print_controls(observation: &Observation) -> BTreeMap<String, Print> {
    let mut prints = BTreeMap::new();
    for node in &observation.nodes {
        prints
            .entry(node.id.as_str().to_owned())
            .or_insert_with(|| print(node));
    }
    prints
}

/// Digests of the lines that have words, in order.
pub fn print_lines(observation: &Observation) -> Vec<String> {
    worded(observation).map(line_digest).collect()
}

/// What is kept of a look.
pub fn snapshot(observation: &Observation) -> Snapshot {
    Snapshot {
        url: observation.url.clone(),
        document: observation.document.clone(),
        hash: digest(observation),
        controls: print_controls(observation),
        lines: print_lines(observation),
        scroll: observation.scroll_position.clone(),
    }
}

/// A look as it is compared: its print, and the lines that the print's digests stand for.
pub(super) struct Look<'a> {
    pub(super) snapshot: Snapshot,
    pub(super) lines: Vec<&'a Line>,
}

impl<'a> Look<'a> {
    pub(super) fn of(observation: &'a Observation) -> Self {
        Self {
            snapshot: snapshot(observation),
            lines: worded(observation).collect(),
        }
    }
}

fn worded(observation: &Observation) -> impl Iterator<Item = &Line> {
    observation
        .lines
        .iter()
        .filter(|line| !line.words().is_empty())
}
