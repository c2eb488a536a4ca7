//! From what a person did themselves, as their browser noted it down, to a workflow.
//!
//! A client's word counts for what was done alone. What a control is, how it is described and whether it takes a secret is
//! read from the screens; what comes of it is checked like any file.

use screen_agent_action::Action;
use screen_agent_page::{Observation, Screen, is_secret};
use screen_agent_words::quote::{cut, quote};

use super::parameters::{Parameters, Varies};
use super::{Author, INTENT, LearnFault, Moment};
use crate::file::{ControlDescription, Workflow, WorkflowStep};
use crate::values::{escaped, placeholders};

/// Longest value that is told in the words for its step, in characters.
const TOLD: usize = 60;

/// Something that a person did.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// What, with the id of its control on that screen.
    pub action: Action,
    /// The screen that it was done on.
    pub screen: Observation,
    /// What was seen once it was done; absent where something else was done at once.
    pub after: Option<Observation>,
    /// What was entered is a secret, and not told.
    pub secret: bool,
    /// What was entered is asked for each time.
    pub varies: bool,
}

/// Makes a workflow of what a person did.
pub fn recorded(steps: &[Recorded], maker: &Author) -> Result<Workflow, LearnFault> {
    let first = steps.first().ok_or(LearnFault::NoSteps)?;
    let moments: Vec<Moment<'_>> = (1..).zip(steps).map(Moment::from).collect();
    let mut parameters = Parameters::new(Varies::Entered(false));
    let mut kept = Vec::new();
    for (moment, step) in moments.iter().zip(steps) {
        let secret = moment.checked(step)?;
        parameters.varies = Varies::Entered(step.varies);
        kept.push(moment.step(&mut parameters, secret)?);
    }
    let steps = kept.into_iter().map(|step| parameters.named_in(step));
    let steps = steps.map(|step| WorkflowStep {
        intent: intent(&step),
        ..step
    });
    let steps = steps.collect();
    let name = maker.name.as_deref().unwrap_or(&first.screen.title);
    let start = first.screen.url.clone();
    let workflow = Moment::workflow(&moments, start, (name, maker), steps, parameters.all());
    workflow.check()?;
    Ok(workflow)
}

impl<'a> From<(usize, &'a Recorded)> for Moment<'a> {
    fn from((number, step): (usize, &'a Recorded)) -> Self {
        Self {
            number,
            action: &step.action,
            screen: &step.screen,
            after: step.after.as_ref(),
        }
    }
}

impl Moment<'_> {
    /// Whether it enters a secret; refused where it is nothing that people are recorded doing, or tells one.
    fn checked(&self, step: &Recorded) -> Result<bool, LearnFault> {
        let screen = Screen::new(self.screen);
        let node = self.action.target().and_then(|id| screen.node(id));
        let secret = step.secret || node.is_some_and(is_secret);
        let told = match self.action {
            Action::SetValue { text, .. } => !text.is_empty(),
            Action::SelectDropdown { choice, .. } => {
                choice.value.is_some() || choice.text.is_some() || !choice.several.is_empty()
            }
            Action::Press { key, modifiers } if key == "Enter" && modifiers.is_empty() => false,
            Action::Navigate { new_tab: false, .. }
            | Action::Click { .. }
            | Action::DoubleClick { .. }
            | Action::Check { .. }
            | Action::Uncheck { .. }
            | Action::Focus { .. } => false,
            _ => return Err(LearnFault::NotRecorded { step: self.number }),
        };
        if secret && told {
            return Err(LearnFault::TellsSecret { step: self.number });
        }
        Ok(secret)
    }
}

/// Words for a step, such as the command engine reads. Names stand in them as in the step itself.
pub(super) fn intent(step: &WorkflowStep) -> String {
    let name = step.control.as_ref().map_or("it", called);
    let short = |text: &str| match text.chars().count() {
        0..=TOLD => text.to_owned(),
        _ => "the text".to_owned(),
    };
    let value = |text: &str| match placeholders(text).as_slice() {
        [Ok(one)] if text.len() == one.len() + 2 => text.to_owned(),
        _ => quote(&short(text)),
    };
    // What is left of a brace after a cut would be no name any more.
    let name = match name.chars().count() {
        0..=TOLD => quote(name),
        _ => quote(&escaped(&cut(&name.replace(['{', '}'], ""), TOLD))),
    };
    let words = match step.grammar() {
        Some(Action::SetValue { text, .. }) if text.is_empty() => format!("Clear {name}"),
        Some(Action::SetValue { text, .. }) => format!("Enter {} into {name}", value(&text)),
        Some(Action::SelectDropdown { choice, .. }) => {
            let chosen = choice.text.or(choice.value);
            let chosen = chosen.unwrap_or_else(|| choice.several.join(", "));
            format!("Choose {} in {name}", value(&chosen))
        }
        Some(Action::Press { key, .. }) => format!("Press the key {key}"),
        Some(Action::Navigate { url, .. }) => format!("Go to {}", quote(&short(&url))),
        Some(Action::DoubleClick { .. }) => format!("Press {name} twice"),
        Some(Action::Check { .. }) => format!("Tick {name}"),
        Some(Action::Uncheck { .. }) => format!("Untick {name}"),
        Some(Action::Focus { .. }) => format!("Go to {name}"),
        _ => format!("Press {name}"),
    };
    cut(&words, INTENT)
}

/// What tells a control best.
fn called(control: &ControlDescription) -> &str {
    let names = [&control.name, &control.hint, &control.before, &control.row];
    let known = names.into_iter().find(|name| !name.is_empty());
    known.map_or(control.role.as_str(), String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use screen_agent_action::parse;

    fn step(action: &str, name: &str) -> WorkflowStep {
        WorkflowStep {
            action: action.to_owned(),
            control: Some(ControlDescription {
                name: name.to_owned(),
                ..ControlDescription::default()
            }),
            ..WorkflowStep::default()
        }
    }

    #[test]
    fn steps_are_named_in_words_that_hold_no_half_of_a_name() {
        let long = "x".repeat(100);
        for (action, name, words) in [
            (
                "setValue(\"it\", \"{city}\")",
                "City",
                "Enter {city} into \"City\"",
            ),
            (
                "setValue(\"it\", \"Bern\")",
                "City",
                "Enter \"Bern\" into \"City\"",
            ),
            ("setValue(\"it\", \"\")", "City", "Clear \"City\""),
            ("click(\"it\")", "Save {{all}}", "Press \"Save {{all}}\""),
            ("check(\"it\")", "Member", "Tick \"Member\""),
        ] {
            assert!(parse(action).is_ok(), "{action}");
            assert_eq!(intent(&step(action, name)), words);
        }
        let told = intent(&step(
            &format!("setValue(\"it\", \"{long}{{{{\")"),
            &format!("{long}{{{{"),
        ));
        assert!(placeholders(&told).iter().all(Result::is_ok), "{told}");
        assert!(told.starts_with("Enter \"the text\" into"), "{told}");
    }
}
