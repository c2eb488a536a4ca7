//! Is a model shown enough to decide well? Rules of the facts file, §3, "Negotiation".
//!
//! Asked only when a model is about to be asked, and answered at most once a step: a client that
//! could not send more is believed. The whole document is wanted only where nothing that is said on
//! the page was sent.

mod cues;

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use screen_agent_page::{DomMode, Node, Observation, Screen};

use crate::event::Seen;
use crate::task::Task;
use cues::Cues;
use screen_agent_action::step::Step;

/// Of so many controls one must say where it stands, for words of place to be understood.
const PLACED: usize = 4;

/// What more is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Want {
    /// How much of the page.
    pub mode: DomMode,
    /// A picture of it.
    pub screenshot: bool,
    /// HTML of the controls.
    pub skeleton: bool,
    /// Why, in one safe sentence.
    pub reason: String,
}

impl Want {
    pub(crate) fn of(mode: DomMode, reason: impl Into<String>) -> Self {
        Self {
            mode,
            screenshot: mode == DomMode::Hybrid,
            skeleton: mode != DomMode::Full,
            reason: reason.into(),
        }
    }
}

/// Says what a model would have to guess without. `None` when it sees enough, when the client
/// cannot send more, and when it was asked already.
pub fn wants(task: &Task, seen: &Seen) -> Option<Want> {
    let screen = &seen.screen;
    let may_ask = seen.client.negotiate
        && !screen.url.is_empty()
        && screen.mode == DomMode::Semantic
        && task.thinking.asked_more != Some(task.steps.len());
    if !may_ask {
        return None;
    }
    let cues = Cues::of(&task.query);
    let heavy = &screen.heavy;
    if screen.is_mute() && cues.reads() {
        let why = "what is said on the page is asked for, and none of it was sent";
        return heavy.dom.is_none().then(|| Want::of(DomMode::Full, why));
    }
    if let Some(want) = lost(task, screen) {
        return Some(want);
    }
    let cues = Cues::of(&now(task));
    let alike = alike(screen, &cues);
    let sees = seen.models.as_ref().is_some_and(|models| models.pictures);
    if sees && (looks_matter(&cues, screen) || alike.is_some()) {
        let why = || "how something looks, or where it stands, decides what is meant".to_owned();
        let why = alike.unwrap_or_else(why);
        return heavy
            .screenshot
            .is_none()
            .then(|| Want::of(DomMode::Hybrid, why));
    }
    let why = alike.filter(|_| heavy.skeleton.is_none())?;
    Some(Want::of(DomMode::Skeleton, why))
}

/// The client did not find what it was to work: the controls as the document has them are wanted, and the whole document
/// where those were sent and it happened again. Spec 001 §6.
fn lost(task: &Task, screen: &Observation) -> Option<Want> {
    let not_found = |step: &&Step| {
        let code = step.report.code.as_deref().unwrap_or_default();
        step.missed() && code.eq_ignore_ascii_case("ELEMENT_NOT_FOUND")
    };
    let times = task.steps.iter().rev().take_while(not_found).count();
    let heavy = &screen.heavy;
    match times {
        0 => None,
        1 => heavy.skeleton.is_none().then(|| {
            let why = "the control was not found where it was seen";
            Want::of(DomMode::Skeleton, why)
        }),
        _ => heavy.dom.is_none().then(|| {
            let why = "controls were not found again and again";
            Want::of(DomMode::Full, why)
        }),
    }
}

/// What is to be done now: the plan's present step, or else the person's words, the latest last.
fn now(task: &Task) -> String {
    let plan = task.thinking.plan.as_ref();
    if let Some(step) = plan.and_then(|plan| plan.steps.get(plan.current)) {
        return step.description.clone();
    }
    task.words()
}

/// True when the words go by looks that the page's text does not tell.
fn looks_matter(cues: &Cues, screen: &Observation) -> bool {
    let tells = |node: &Node, word: &str| {
        cues::names(&node.name, word) || node.color.as_deref() == Some(word)
    };
    let told = |word: &str| screen.nodes.iter().any(|node| tells(node, word));
    let colors = screen.nodes.iter().any(|node| node.color.is_some());
    let visual = cues.visual().any(|word| !told(word));
    let colored = cues.colors().any(|word| !told(word)) && !colors;
    visual || colored || (cues.places() && !is_placed(screen))
}

fn is_placed(screen: &Observation) -> bool {
    let placed = screen.nodes.iter().filter(|node| node.point().is_some());
    placed.count() * PLACED >= screen.nodes.len()
}

/// Says that controls are meant which nothing tells apart: of one role and name, no two boxes known, and no text
/// around them.
fn alike(screen: &Observation, cues: &Cues) -> Option<String> {
    let index = Screen::new(screen);
    let mut alike: HashMap<(&str, &str), usize> = HashMap::new();
    let meant = |node: &&Node| !node.covered && cues.mean(&node.name);
    let bare = |node: &&Node| node.point().is_none() && index.place(&node.id).is_none();
    for node in screen.nodes.iter().filter(meant).filter(bare) {
        *alike
            .entry((node.role.code(), node.name.as_str()))
            .or_default() += 1;
    }
    let count = alike.into_values().max().filter(|count| *count > 1)?;
    Some(format!(
        "{count} controls have the same name, and nothing tells them apart"
    ))
}
