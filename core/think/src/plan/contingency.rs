//! What a plan provides for: when something comes in between, what helps. Offered by a model with
//! the plan, judged by rules. Facts §8.

mod condition;
mod remedy;
#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use screen_agent_page::Observation;
use serde::{Deserialize, Serialize};

use super::{Looks, Plan};
use screen_agent_action::Action;
use screen_agent_action::step::Step;

/// When a contingency is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Condition {
    /// A control is not on the screen.
    ElementMissing,
    /// Something came up over the page.
    PopupDetected,
    /// The page shows an error.
    ErrorDisplayed,
    /// The address is not the expected one.
    UrlChanged,
    /// A field says that its value is wrong.
    FormValidation,
    /// Certain words are on the screen.
    #[default]
    Custom,
}

/// One thing that helps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Measure {
    /// Click a control.
    Click { control: String },
    /// Wait.
    Wait {
        /// How long.
        seconds: f64,
    },
    /// Scroll by one view.
    Scroll {
        /// Towards the end.
        down: bool,
    },
    /// Go to an address.
    Navigate {
        /// The address.
        url: String,
    },
    /// Leave the present step out.
    SkipStep,
    /// Go on with the plan as it is.
    ResumeMain,
}

/// What helps when something comes in between.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Contingency {
    /// Tells it from the others of the plan.
    pub id: String,
    /// When it is there.
    pub condition: Condition,
    /// Words that belong to the condition: the name of what is missing, or what is shown.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// What helps, one after the other.
    pub actions: Vec<Measure>,
    /// The highest is tried first.
    pub priority: i32,
    /// How many of the actions have been tried. None is tried twice.
    pub taken: usize,
}

impl Contingency {
    /// The same, with nothing tried yet.
    pub(super) fn fresh(mut self) -> Self {
        self.taken = 0;
        self
    }
}

/// What there is when a contingency may be of use.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    pub screen: &'a Observation,
    /// The person's words, with what they answered since.
    pub words: &'a str,
    /// The last step, with what the client said of it.
    pub step: Option<&'a Step>,
}

/// What helps now.
#[derive(Clone, Debug, PartialEq)]
pub enum Remedy {
    /// Do this; it prepares for the present step.
    Act {
        /// What to do.
        action: Action,
        /// Why, in words for the person.
        thought: String,
    },
    /// Leave the present step out: [`Plan::skip`].
    SkipStep,
}

impl Plan {
    /// What helps now, if the plan provides for it. No part of a contingency helps twice, so this
    /// comes to an end whatever the page does.
    pub fn contingency(&mut self, situation: &Situation<'_>) -> Option<Remedy> {
        let looks = self.looks.clone().unwrap_or_default();
        let mut order: Vec<usize> = (0..self.contingencies.len()).collect();
        order.sort_by_key(|at| std::cmp::Reverse(self.contingencies[*at].priority));
        order
            .into_iter()
            .find_map(|at| self.contingencies[at].remedy(situation, &looks))
    }
}

impl Contingency {
    fn remedy(&mut self, situation: &Situation<'_>, looks: &Looks) -> Option<Remedy> {
        if !self.holds(situation, looks) {
            return None;
        }
        let measure = self.actions.get(self.taken)?;
        let remedy = remedy::remedy(measure, self.condition, situation, looks)?;
        self.taken += 1;
        Some(remedy)
    }
}
