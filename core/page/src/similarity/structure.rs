//! The build of a page, and whether it is still the same.

use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Serialize};

use crate::digest::Fingerprint;
use crate::observation::Observation;
use crate::text::LineKind;

/// The build of a screen, as far as its controls and lines tell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Structure {
    controls: BTreeSet<u64>,
    /// How many of the parts that make a page what it is.
    pub landmarks: Landmarks,
}

/// How many of the parts that make a page what it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Landmarks {
    /// Forms.
    pub forms: usize,
    /// Dialogs.
    pub dialogs: usize,
    /// Tables.
    pub tables: usize,
}

/// Whether plans made for one page still hold on another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StructureChange {
    /// 0 for nothing in common, 1 for the same build.
    pub similarity: f64,
    /// Forms, dialogs or tables came or went.
    pub landmarks_changed: bool,
    /// Share of the earlier controls that are still there.
    pub retained: f64,
}

impl Structure {
    /// The build of a screen.
    pub fn of(screen: &Observation) -> Self {
        let mut controls = BTreeSet::new();
        let mut forms = HashSet::new();
        for node in &screen.nodes {
            let tag = node.facts.tag.as_deref().unwrap_or_default();
            let kind = node.facts.input_type.as_deref().unwrap_or_default();
            let signature = Fingerprint::default()
                .field(tag)
                .field(node.role.code())
                .field(kind)
                .field(&node.name);
            controls.insert(signature.value());
            forms.extend(node.facts.form.map(|form| (node.frame, form)));
        }
        let lines = |kind| screen.lines.iter().filter(|line| line.kind == kind).count();
        let landmarks = Landmarks {
            forms: forms.len(),
            dialogs: lines(LineKind::Dialog),
            tables: lines(LineKind::HeaderRow),
        };
        Self {
            controls,
            landmarks,
        }
    }

    /// What became of this page in a later one.
    pub fn change_to(&self, later: &Self) -> StructureChange {
        let kept = self.controls.intersection(&later.controls).count();
        let either = self.controls.len() + later.controls.len() - kept;
        let retained = ratio(kept, self.controls.len());
        StructureChange {
            similarity: 0.6 * ratio(kept, either) + 0.4 * retained,
            landmarks_changed: self.landmarks != later.landmarks,
            retained,
        }
    }
}

/// Two that are empty are the same.
#[allow(
    clippy::cast_precision_loss,
    reason = "counts of elements are far below where that matters"
)]
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        return 1.0;
    }
    part as f64 / whole as f64
}
