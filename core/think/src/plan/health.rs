//! What is done about a plan that may not fit the page any more.

use super::make::{MOST_STEPS, apart};
use super::words::{Token, tokens};
use super::{Plan, PlannedStep, StepStatus, verify};
use screen_agent_words::quote::{cut, plain};
use serde::{Deserialize, Serialize};

/// Whether the rest of a plan still fits the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Health {
    /// It does.
    pub valid: bool,
    /// Why, or why not.
    pub reason: String,
    /// What to change in it.
    pub suggested_changes: Vec<String>,
    /// It has to be made anew.
    pub needs_full_replan: bool,
}

/// What became of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Healing {
    /// It still fits.
    Keep,
    /// Some steps were left out or worded anew.
    Edited,
    /// It has to be made anew, and why.
    Replan(String),
}

/// Longest reason, in characters.
const REASON: usize = 200;

impl Plan {
    /// Follows what a model says of it. Only leaving steps out and wording them anew is done to
    /// the plan itself; anything else makes it anew, and so does what cannot be read.
    pub fn heal(&mut self, health: &Health) -> Healing {
        if health.valid && !health.needs_full_replan {
            return Healing::Keep;
        }
        let mut edited = self.clone();
        let changes = &health.suggested_changes;
        let small = !health.needs_full_replan && !changes.is_empty();
        if small && edited.change(changes).is_some() {
            *self = edited;
            return Healing::Edited;
        }
        let reason = cut(&plain(&health.reason), REASON);
        Healing::Replan(if reason.is_empty() {
            "the rest of it does not fit the page".to_owned()
        } else {
            reason
        })
    }

    /// Makes every change, or says that one cannot be made. Numbers are those of the plan as it
    /// was shown, so the changes are made from its end.
    fn change(&mut self, changes: &[String]) -> Option<()> {
        let mut read: Vec<(usize, Change)> = changes
            .iter()
            .map(|change| self.read(change))
            .collect::<Option<_>>()?;
        read.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        if read.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return None;
        }
        for (at, change) in read {
            match change {
                Change::Skip => {
                    self.steps.remove(at);
                }
                Change::Reword(steps) => {
                    self.steps.splice(at..=at, steps);
                }
            }
        }
        if self.steps.len() > MOST_STEPS {
            return None;
        }
        self.activate();
        self.divide();
        Some(())
    }

    fn read(&self, change: &str) -> Option<(usize, Change)> {
        let said = tokens(change);
        let at = self.meant(change)?;
        let step = self.steps.get(at)?;
        let last = at + 1 == self.steps.len();
        if said.first()?.is_one_of(&["skip"]) {
            return (!last && !names_more(&said)).then_some((at, Change::Skip));
        }
        if !said.first()?.is_one_of(&["adjust"]) {
            return None;
        }
        let words = new_words(change)?;
        let steps: Vec<PlannedStep> = apart(PlannedStep {
            description: words.to_owned(),
            expected: None,
            status: StepStatus::Pending,
            ..step.clone()
        });
        let looks = steps
            .last()
            .is_some_and(|step| verify::verifies(&step.description));
        (!steps.is_empty() && looks == last).then_some((at, Change::Reword(steps)))
    }

    /// The step that a change is about: by its number, or as the present or next one. One that is
    /// done is never meant.
    fn meant(&self, change: &str) -> Option<usize> {
        let said = tokens(change);
        let head = &said[..said.len().min(5)];
        let number = head
            .iter()
            .skip_while(|token| !token.is_one_of(&["step"]))
            .find_map(|token| token.text.trim_start_matches('#').parse::<usize>().ok());
        let present = head
            .iter()
            .any(|token| token.is_one_of(&["current", "present", "this"]));
        let next = head.iter().any(|token| token.is_one_of(&["next"]));
        let at = match number {
            Some(number) => number.checked_sub(1)?,
            None if present => self.current,
            None if next => self.current + 1,
            None => return None,
        };
        (self.current..self.steps.len()).contains(&at).then_some(at)
    }
}

enum Change {
    Skip,
    Reword(Vec<PlannedStep>),
}

/// "Skip step 3 and 4": more than one step is meant.
fn names_more(said: &[Token]) -> bool {
    let numbers = said.iter().filter(|token| {
        !token.quoted && token.text.trim_start_matches('#').parse::<usize>().is_ok()
    });
    numbers.count() > 1
}

/// What stands after the colon, or after "to".
fn new_words(change: &str) -> Option<&str> {
    let words = match change.split_once(": ") {
        Some((_, words)) => words,
        None => {
            let said = tokens(change);
            let to = said.iter().take(6).find(|token| token.is_one_of(&["to"]))?;
            &change[to.end..]
        }
    };
    let words = words.trim();
    (!words.is_empty()).then_some(words)
}
