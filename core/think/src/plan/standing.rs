//! Where a plan stands, and how it goes on.

use screen_agent_page::{Node, Observation, State};

use super::words::{Token, quoted, tokens};
use super::{Looks, Plan, PlannedStep, StepStatus, verify};
use screen_agent_action::expect::NextGoal;
use screen_agent_words::WordList;
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
        while !self.is_last() && self.is_completed(self.current) {
            self.current += 1;
        }
        self.activate();
        self.leave_sub_task();
    }

    /// These of its steps are done. One ahead of the present step is passed over once its turn comes; the look at the end
    /// never is.
    pub fn done(&mut self, steps: &[usize], screen: &Observation) {
        let last = self.steps.len().saturating_sub(1);
        for at in steps.iter().filter(|at| (self.current..last).contains(at)) {
            self.steps[*at].status = StepStatus::Completed;
        }
        if !self.is_last() && self.is_completed(self.current) {
            self.carried_out(screen);
        }
    }

    /// Goes on to the first step whose control is in view, where that of the present one is not: the page has got past it. Only
    /// steps that bring a page on are passed over so, none that fills something in.
    pub fn got_past(&mut self, screen: &Observation) -> bool {
        let passed = self.steps.iter().skip(self.current);
        let passed = passed.take_while(|step| brings_on(step) && !in_view(step, screen));
        let next = self.current + passed.count();
        let goes_on = next > self.current && next + 1 < self.steps.len();
        let there = goes_on
            && self
                .steps
                .get(next)
                .is_some_and(|step| in_view(step, screen));
        if there {
            let passed: Vec<usize> = (self.current..next).collect();
            self.done(&passed, screen);
        }
        there
    }

    fn is_completed(&self, at: usize) -> bool {
        let step = self.steps.get(at);
        step.is_some_and(|step| step.status == StepStatus::Completed)
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

impl PlannedStep {
    /// What it says should be so; nothing where it asks for words to the person.
    pub fn claim(&self) -> Option<String> {
        let said = || Some(self.description.clone()).filter(|said| !verify::tells(said));
        self.expected.clone().or_else(said)
    }
}

/// True for a step whose work is that another page, form or menu comes up.
fn brings_on(step: &PlannedStep) -> bool {
    const BRINGING: &[&str] = &["click", "open", "go", "close", "expand", "show"];
    let said = tokens(&step.description);
    said.first().is_some_and(|word| word.is_one_of(BRINGING)) && named(&step.description).is_some()
}

/// True when one control alone bears the name that the step quotes, and can be used.
fn in_view(step: &PlannedStep, screen: &Observation) -> bool {
    let Some(name) = named(&step.description) else {
        return false;
    };
    let bears = |node: &&Node| node.name.trim().eq_ignore_ascii_case(name.trim());
    let mut bearing = screen.nodes.iter().filter(bears);
    let only = bearing.next().filter(|_| bearing.next().is_none());
    only.is_some_and(|node| !node.covered && !node.is(State::Disabled))
}

/// The control that a step names: the first piece in quotation marks that is no value to be typed,
/// chosen or gone to.
fn named(step: &str) -> Option<String> {
    static VALUE: WordList = WordList::named("step giving a value");
    const NOWHERE: &[&str] = &["go", "navigate", "visit", "wait", "press"];
    let said = tokens(step);
    let first = said.first()?;
    if first.is_one_of(NOWHERE) {
        return None;
    }
    let mut quoted = said.iter().enumerate().filter(|(_, token)| token.quoted);
    let mut name = quoted.find(|(at, _)| !first.is_one_of(&VALUE) || follows_place(&said, *at))?;
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
