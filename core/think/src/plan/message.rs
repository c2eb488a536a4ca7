//! A plan in words, for the person. Spec 001 §3.5.

use std::fmt::Write;

use super::{Plan, StepStatus};
use screen_agent_words::quote::plain;

impl Plan {
    /// The message that shows it: as a first plan, or as one that was made anew.
    pub fn in_words(&self, renewed: bool) -> String {
        let head = if renewed {
            "The plan has changed. This is how I go on:"
        } else {
            "This is how I will go about it:"
        };
        let mut words = format!("{head}\n");
        for (index, step) in self.steps.iter().enumerate() {
            let done = match step.status {
                StepStatus::Completed => " (done)",
                StepStatus::Pending | StepStatus::Active | StepStatus::Failed => "",
            };
            let _ = write!(words, "\n{}. {}{done}", index + 1, plain(&step.description));
        }
        words
    }
}
