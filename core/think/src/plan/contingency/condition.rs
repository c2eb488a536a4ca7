//! Whether a contingency is there.

use screen_agent_page::{LineKind, Observation, Screen, State};

use super::{Condition, Contingency, Situation};
use crate::plan::Looks;

impl Contingency {
    pub(super) fn holds(&self, situation: &Situation<'_>, looks: &Looks) -> bool {
        let screen = situation.screen;
        let named = || self.about.is_empty() || shows(screen, &self.about);
        match self.condition {
            Condition::ElementMissing if self.about.is_empty() => was_missing(situation),
            Condition::ElementMissing => !has_control(screen, &self.about),
            Condition::PopupDetected => popped_up(screen, looks) && named(),
            Condition::ErrorDisplayed => shows_error(situation) && named(),
            Condition::UrlChanged => {
                looks.moved(screen) && (self.about.is_empty() || screen.url.contains(&self.about))
            }
            Condition::FormValidation => {
                screen.nodes.iter().any(|node| node.is(State::Invalid)) && named()
            }
            Condition::Custom => !self.about.is_empty() && named(),
        }
    }
}

/// The client did not find what the last step aimed at.
fn was_missing(situation: &Situation<'_>) -> bool {
    let report = situation.step.map(|step| &step.report);
    let code = report.and_then(|report| report.code.as_deref());
    code.is_some_and(|code| code.contains("NOT_FOUND"))
        || report.and_then(|report| report.element_found) == Some(false)
}

fn has_control(screen: &Observation, name: &str) -> bool {
    let name = folded(name);
    screen
        .nodes
        .iter()
        .any(|node| folded(&node.name).contains(&name))
}

/// More dialogs than the plan counts on, or something that lies over the controls.
fn popped_up(screen: &Observation, looks: &Looks) -> bool {
    let expected = looks.structure.landmarks.dialogs;
    let dialogs = screen
        .lines
        .iter()
        .filter(|line| line.kind == LineKind::Dialog)
        .count();
    dialogs > expected || expected == 0 && screen.nodes.iter().any(|node| node.covered)
}

fn shows_error(situation: &Situation<'_>) -> bool {
    let told = situation
        .step
        .is_some_and(|step| !step.report.errors.is_empty());
    told || situation.screen.has_errors
}

/// These words are in view, in one line or in a control's name.
fn shows(screen: &Observation, words: &str) -> bool {
    let words = folded(words);
    let indexed = Screen::new(screen);
    let lines = screen.lines.iter().enumerate();
    let mut said = lines
        .filter(|(_, line)| !line.covered)
        .map(|(at, _)| indexed.said(at));
    let mut names = screen.nodes.iter().filter(|node| !node.covered);
    !words.trim().is_empty()
        && (said.any(|line| folded(&line).contains(&words))
            || names.any(|node| folded(&node.name).contains(&words)))
}

/// The words alone, in lower case, with a space on either side of each.
pub(super) fn folded(text: &str) -> String {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    format!(" {} ", words.join(" "))
}
