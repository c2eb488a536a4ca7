//! What differs between two looks at the screen.

mod address;
mod controls;
mod describe;
mod snapshot;

use crate::node::NodeId;
use crate::observation::Observation;
use crate::text::LineKind;

pub use address::AddressChange;
pub use controls::{Control, ControlChange};
pub use snapshot::{Snapshot, print_controls, print_lines, snapshot};

/// A line that was not there before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLine {
    /// What kind of line.
    pub kind: LineKind,
    /// Its words.
    pub words: String,
}

/// What differs between an earlier look and this one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// It is another document, in which ids and what is gone mean nothing.
    pub another_document: bool,
    /// The address changed in more than its hash.
    pub address: Option<AddressChange>,
    /// Controls that were not there before.
    pub created: Vec<Control>,
    /// Controls that are gone.
    pub removed: Vec<Control>,
    /// Controls whose name, value or states changed; the keyboard focus does not count.
    pub changed: Vec<ControlChange>,
    /// Controls that only have another id now.
    pub renumbered: usize,
    /// Lines that were not there before.
    pub lines_added: Vec<NewLine>,
    /// How many lines are gone.
    pub lines_removed: usize,
    /// The keyboard focus is elsewhere.
    pub focus: Option<FocusMove>,
    /// The page was scrolled.
    pub scrolled: bool,
}

/// From where to where the keyboard focus went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FocusMove {
    /// Where it was.
    pub from: Option<NodeId>,
    /// Where it is.
    pub to: Option<NodeId>,
}

impl Changes {
    /// True when nothing at all differs.
    pub fn is_empty(&self) -> bool {
        *self
            == Self {
                renumbered: self.renumbered,
                another_document: self.another_document,
                ..Self::default()
            }
    }

    /// True when something differs that a person would call a change of the page: more than focus
    /// and scrolling.
    pub fn is_meaningful(&self) -> bool {
        self.address.is_some()
            || !self.created.is_empty()
            || !self.removed.is_empty()
            || !self.changed.is_empty()
            || !self.lines_added.is_empty()
            || self.lines_removed > 0
    }

    /// Messages that were not there before: alerts, statuses and dialog titles.
    pub fn alerts(&self) -> impl Iterator<Item = &NewLine> {
        self.lines_added.iter().filter(|line| {
            matches!(
                line.kind,
                LineKind::Alert | LineKind::Status | LineKind::Dialog
            )
        })
    }

    /// What became of one control.
    pub fn of(&self, id: &NodeId) -> Option<&ControlChange> {
        self.changed.iter().find(|change| &change.id == id)
    }
}

/// What differs between a stored print and this look. Linear in the size of both.
pub fn changes(before: &Snapshot, now: &Observation) -> Changes {
    let now = snapshot::Look::of(now);
    let by_id = before.same_document(&now.snapshot);
    let mut changes = controls::compare(&before.controls, &now.snapshot.controls, by_id);
    changes.another_document = !by_id;
    changes.address = address::compare(&before.url, &now.snapshot.url);
    changes.scrolled = before.scroll != now.snapshot.scroll;
    compare_lines(before, &now, &mut changes);
    changes
}

// Lines are a multiset: the same words may stand twice, and may move without being news.
fn compare_lines(before: &Snapshot, now: &snapshot::Look<'_>, changes: &mut Changes) {
    let mut known: std::collections::HashMap<&str, usize> = std::collections::HashMap::new();
    for digest in &before.lines {
        *known.entry(digest).or_default() += 1;
    }
    let mut left = before.lines.len();
    for (digest, line) in now.snapshot.lines.iter().zip(&now.lines) {
        match known.get_mut(digest.as_str()) {
            Some(count) if *count > 0 => {
                *count -= 1;
                left -= 1;
            }
            _ => changes.lines_added.push(NewLine {
                kind: line.kind,
                words: line.words(),
            }),
        }
    }
    changes.lines_removed = left;
}

#[cfg(test)]
mod tests;
