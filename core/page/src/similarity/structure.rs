//! The build of a page, and whether it is still the same.

use screen_agent_words::WordList;
use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Serialize};

use crate::digest::Fingerprint;
use crate::html::{Dom, NodeRef, Visit, control, is_hidden};
use crate::observation::Observation;

/// Classes that style and say nothing: the short words of utility style sheets.
static UTILITIES: WordList = WordList::named("structure utilities");

/// How many of the parts that make a page what it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Landmarks {
    /// Forms.
    pub forms: usize,
    /// Navigations.
    pub navs: usize,
    /// Dialogs.
    pub dialogs: usize,
    /// Tables.
    pub tables: usize,
    /// Main parts.
    pub mains: usize,
}

/// The build of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Structure {
    elements: BTreeSet<u64>,
    controls: BTreeSet<u64>,
    /// How many of the parts that make a page what it is.
    pub landmarks: Landmarks,
}

/// Whether plans made for one page still hold on another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StructureChange {
    /// 0 for nothing in common, 1 for the same build.
    pub similarity: f64,
    /// Forms, navigations, dialogs, tables or main parts came or went.
    pub landmarks_changed: bool,
    /// Share of the earlier controls that are still there.
    pub retained: f64,
}

impl StructureChange {
    /// True when a plan made for the earlier page should be made anew.
    pub fn breaks_plan(&self) -> bool {
        self.similarity < 0.7 || self.landmarks_changed || self.retained < 0.5
    }
}

impl Structure {
    /// The build of an HTML page, what is hidden left out.
    pub fn of_html(html: &str) -> Self {
        let dom = Dom::parse(html);
        let mut structure = Self::default();
        let mut walk = dom.walk(NodeRef::ROOT);
        while let Some(visit) = walk.next() {
            let Visit::Enter(at) = visit else { continue };
            if dom.tag(at).is_none() {
                continue;
            }
            if is_hidden(&dom, at) {
                walk.pass_over(at);
            } else {
                structure.add(&dom, at);
            }
        }
        structure
    }

    /// The build of a screen, as far as its controls tell.
    pub fn of_observation(observation: &Observation) -> Self {
        let mut structure = Self::default();
        let mut forms = HashSet::new();
        for node in &observation.nodes {
            let tag = node.facts.tag.as_deref().unwrap_or_default();
            let kind = node.facts.input_type.as_deref().unwrap_or_default();
            let signature = Fingerprint::default()
                .field(tag)
                .field(node.role.code())
                .field(kind)
                .field(&node.name);
            structure.elements.insert(signature.value());
            structure.controls.insert(signature.value());
            forms.extend(node.facts.form.map(|form| (node.frame, form)));
        }
        structure.landmarks.forms = forms.len();
        structure
    }

    fn add(&mut self, dom: &Dom, at: NodeRef) {
        let signature = signature(dom, at);
        self.elements.insert(signature);
        if control::role_of(dom, at).is_some() {
            self.controls.insert(signature);
        }
        let role = dom.attr(at, "role").unwrap_or_default();
        let landmarks = &mut self.landmarks;
        match (dom.tag(at).unwrap_or_default(), role) {
            ("form", _) | (_, "form" | "search") => landmarks.forms += 1,
            ("nav", _) | (_, "navigation") => landmarks.navs += 1,
            ("dialog", _) | (_, "dialog" | "alertdialog") => landmarks.dialogs += 1,
            ("table", _) | (_, "table" | "grid") => landmarks.tables += 1,
            ("main", _) | (_, "main") => landmarks.mains += 1,
            _ => {}
        }
    }

    /// What became of this page in a later one.
    pub fn change_to(&self, later: &Self) -> StructureChange {
        let retained = share(&self.controls, &later.controls);
        StructureChange {
            similarity: 0.6 * jaccard(&self.elements, &later.elements) + 0.4 * retained,
            landmarks_changed: self.landmarks != later.landmarks,
            retained,
        }
    }
}

fn signature(dom: &Dom, at: NodeRef) -> u64 {
    let mut print = Fingerprint::default().field(dom.tag(at).unwrap_or_default());
    for name in ["id", "role", "type", "name"] {
        print = print.field(dom.attr(at, name).unwrap_or_default());
    }
    let classes = dom.attr(at, "class").unwrap_or_default();
    let telling = classes
        .split_ascii_whitespace()
        .filter(|class| !is_utility(class))
        .take(3);
    telling.fold(print, Fingerprint::field).value()
}

fn is_utility(class: &str) -> bool {
    let word = class.split('-').next().unwrap_or_default();
    class.contains([':', '[', '/']) || UTILITIES.contains(word)
}

/// What two sets have in common, of all that is in either; two empty ones are the same.
fn jaccard(a: &BTreeSet<u64>, b: &BTreeSet<u64>) -> f64 {
    let common = a.intersection(b).count();
    ratio(common, a.len() + b.len() - common)
}

/// How much of one set is in another.
fn share(of: &BTreeSet<u64>, within: &BTreeSet<u64>) -> f64 {
    ratio(of.intersection(within).count(), of.len())
}

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
