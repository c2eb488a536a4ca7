//! Steps that are done only where something is so.

use screen_agent_action::ledger::Standing;
use screen_agent_words::quote::quote;

use super::{Course, Way, name_of, says};
use crate::file::WorkflowStep;
use crate::ground::{Grounded, ground};
use crate::values::{control_of, filled};

impl Course<'_> {
    /// Whether the step is done. What is not there yet is given its time, once.
    pub(super) fn condition(&mut self, step: &WorkflowStep) -> Way {
        if step.when.is_empty() || self.memory.under.is_some() {
            return Way::Holds;
        }
        let Some(why) = self.fails(step) else {
            return Way::Holds;
        };
        let comes = !step.when.as_before || !self.memory.passed;
        if comes && let Some(wait) = self.give_time() {
            return Way::Moves(wait);
        }
        let number = self.memory.at + 1;
        let intent = quote(&self.shown(&step.intent));
        let told = format!("Step {number}, {intent}, was passed over: {why}.");
        self.memory.told.push(told);
        self.memory
            .settle((Standing::Verified, format!("passed over: {why}")));
        self.go_on();
        self.memory.passed = true;
        Way::GoesOn
    }

    /// Why it is passed over, if it is.
    fn fails(&self, step: &WorkflowStep) -> Option<String> {
        let when = &step.when;
        if when.as_before && self.memory.passed {
            return Some("so was the step before".to_owned());
        }
        let is_said = |said: &String| says(&self.ask.seen, &filled(said, &self.values));
        if !when.says.is_empty() && !when.says.iter().any(is_said) {
            let words: Vec<String> = when
                .says
                .iter()
                .map(|said| quote(&self.shown(said)))
                .collect();
            return Some(format!("the page does not say {}", words.join(" or ")));
        }
        let control = step.control.as_ref().filter(|_| when.there)?;
        let described = control_of(control, &self.values);
        match ground(&described, &self.screen) {
            // Which of several is meant is not for a condition to say.
            Grounded::Found { .. } | Grounded::Several { .. } => None,
            Grounded::Likely { .. } | Grounded::NotFound => {
                Some(format!("{} is not there", quote(name_of(&described))))
            }
        }
    }
}
