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
    if screen.is_mute() && cues.reads() {
        return unless_sent(screen.heavy.dom.is_some(), whole);
    }
    let now = now(task);
    let cues = Cues::of(&now);
    let blurred = Blurred::find(screen, &cues);
    let sees = seen.mind.as_ref().is_some_and(|mind| mind.pictures);
    let needs_eyes = looks_matter(&cues, screen) || blurred.is_some();
    if sees && needs_eyes {
        return unless_sent(screen.heavy.screenshot.is_some(), || picture(blurred));
    }
    let skeleton = blurred.filter(|_| screen.is_mute())?;
    unless_sent(screen.heavy.skeleton.is_some(), || markup(&skeleton))
}

fn unless_sent(sent: bool, want: impl FnOnce() -> Want) -> Option<Want> {
    (!sent).then(want)
}

/// What is to be done now: the plan's present step, or else the person's words, the latest last.
fn now(task: &Task) -> String {
    let plan = task.thinking.plan.as_ref();
    if let Some(step) = plan.and_then(|plan| plan.steps.get(plan.current)) {
        return step.description.clone();
    }
    let mut words = task.query.to_string();
    for answer in &task.answers {
        words.push('\n');
        words.push_str(&answer.answer);
    }
    words
}

fn whole() -> Want {
    Want {
        mode: DomMode::Full,
        screenshot: false,
        skeleton: false,
        reason: "what is said on the page is asked for, and none of it was sent".to_owned(),
    }
}

fn picture(blurred: Option<Blurred>) -> Want {
    let reason = match blurred {
        Some(blurred) => blurred.why(),
        None => "how something looks, or where it stands, decides what is meant".to_owned(),
    };
    Want {
        mode: DomMode::Hybrid,
        screenshot: true,
        skeleton: true,
        reason,
    }
}

fn markup(blurred: &Blurred) -> Want {
    Want {
        mode: DomMode::Skeleton,
        screenshot: false,
        skeleton: true,
        reason: blurred.why(),
    }
}

/// True when the words go by looks that the page's text does not tell.
fn looks_matter(cues: &Cues, screen: &Observation) -> bool {
    let told = |word: &str| {
        let named = screen
            .nodes
            .iter()
            .any(|node| cues::names(&node.name, word));
        named
            || screen
                .nodes
                .iter()
                .any(|node| node.color.as_deref() == Some(word))
    };
    let colors = screen.nodes.iter().any(|node| node.color.is_some());
    let visual = cues.visual().any(|word| !told(word));
    let colored = cues.colors().any(|word| !told(word)) && !colors;
    visual || colored || (cues.places() && !is_placed(screen))
}

fn is_placed(screen: &Observation) -> bool {
    let placed = screen.nodes.iter().filter(|node| node.point().is_some());
    placed.count() * PLACED >= screen.nodes.len()
}

/// Controls that are meant and that nothing tells apart.
struct Blurred {
    count: usize,
}

impl Blurred {
    /// Of one role and name, no two boxes known, and no text around them.
    fn find(screen: &Observation, cues: &Cues) -> Option<Self> {
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
        Some(Self { count })
    }

    fn why(&self) -> String {
        format!(
            "{} controls have the same name, and nothing tells them apart",
            self.count
        )
    }
}
