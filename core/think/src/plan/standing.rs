//! Where a plan stands, and how it goes on.

use screen_agent_page::Observation;

use super::words::{Token, quoted, tokens};
use super::{Looks, Plan, PlannedStep, StepStatus, verify};
use screen_agent_action::expect::NextGoal;
use screen_agent_words::quote::{cut, plain};

impl Plan {
    /// The step that is now.
    pub fn step(&self) -> Option<&PlannedStep> {
        self.steps.get(self.current)
    }

    /// True at the last step, and after it.
    pub fn is_last(&self) -> bool {
        self.current + 1 >= self.steps.len()
    }

    /// True when every step is done.
    pub fn is_done(&self) -> bool {
        self.current >= self.steps.len()
    }

    /// The present step is done; the next one is now, on this page.
    pub fn carried_out(&mut self, screen: &Observation) {
        self.looked_at(screen);
        let Some(step) = self.steps.get_mut(self.current) else {
            return;
        };
        step.status = StepStatus::Completed;
        self.current += 1;
        self.activate();
        self.leave_sub_task();
    }

    /// The present step did not work. It stays the present one until another way is found.
    pub fn failed(&mut self) {
        if let Some(step) = self.steps.get_mut(self.current) {
            step.status = StepStatus::Failed;
        }
    }

    /// The present step is left out: it is not needed. The look at the end never is.
    pub fn skip(&mut self) -> bool {
        let skips = !self.is_last();
        if skips {
            self.steps.remove(self.current);
            self.activate();
            self.divide();
        }
        skips
    }

    /// True where another step than the present one puts something in quotation marks that stands in this name, and the
    /// present one does not.
    pub fn names_elsewhere(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        let names = |step: &PlannedStep| {
            let said = quoted(&step.description);
            said.iter()
                .any(|said| !said.trim().is_empty() && name.contains(&said.to_lowercase()))
        };
        let present = self.step().is_some_and(names);
        !present && self.steps.iter().any(names)
    }

    /// From here on the plan counts on this page.
    pub fn looked_at(&mut self, screen: &Observation) {
        self.looks = Some(Looks::of(screen));
    }

    /// What the next step needs to see, where its words say so in quotation marks.
    pub fn next_goal(&self) -> Option<NextGoal> {
        let next = self.steps.get(self.current + 1)?;
        let name = named(&next.description)?;
        Some(NextGoal {
            description: cut(&plain(&next.description), 200),
            text: Some(name),
            required: next.required && !verify::verifies(&next.description),
            ..NextGoal::default()
        })
    }
}

/// The control that a step names: the first piece in quotation marks that is no value to be typed,
/// chosen or gone to.
fn named(step: &str) -> Option<String> {
    const VALUE: &[&str] = &[
        "type", "enter", "input", "write", "paste", "search", "set", "select", "choose", "pick",
    ];
    const NOWHERE: &[&str] = &["go", "navigate", "visit", "wait", "press"];
    let said = tokens(step);
    let first = said.first()?;
    if first.is_one_of(NOWHERE) {
        return None;
    }
    let mut quoted = said.iter().enumerate().filter(|(_, token)| token.quoted);
    let mut name = quoted.find(|(at, _)| !first.is_one_of(VALUE) || follows_place(&said, *at))?;
    if first.is_one_of(&["fill"])
        && said
            .get(name.0 + 1)
            .is_some_and(|token| token.is_one_of(&["in", "into"]))
    {
        name = quoted.next()?;
    }
    (!name.1.text.trim().is_empty()).then(|| name.1.text.clone())
}

/// "into the \"City\" field": a place, not a value.
fn follows_place(said: &[Token], at: usize) -> bool {
    let before = said[..at]
        .iter()
        .rev()
        .find(|token| !token.is_one_of(&["the", "a", "an", "field", "box"]));
    before.is_some_and(|token| {
        token.is_one_of(&["in", "into", "from", "as", "field", "labelled", "labeled"])
    })
}
