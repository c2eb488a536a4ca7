//! What is kept of a look, to compare the next one with.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

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
    /// Digest of all that was seen.
    pub hash: u64,
    /// Each control by id.
    pub controls: BTreeMap<String, Print>,
    /// Digests of the lines that have words.
    pub lines: Vec<String>,
    /// How far the page was scrolled.
    pub scroll: Option<String>,
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
