//! Scenarios of events, the good course and those in which something is missing or fails.

use screen_agent_wire::Invalid;
use serde::Serialize;
use serde_json::json;

use super::{Asked, TaskOutcome, counted, events};
use crate::gherkin::generate::scenarios;
use crate::gherkin::print::print;
use crate::gherkin::{Course, GherkinFeature, GherkinScenario};
use crate::toast::NothingFound;
use crate::ui::tokens::replaced;

#[derive(Debug)]
pub struct BddOutput {
    /// What the text is called.
    pub name: String,
    pub feature: GherkinFeature,
    pub scenarios: Vec<DescribedScenario>,
}

/// A scenario, with what it is about and why it is there.
#[derive(Debug, Serialize)]
pub struct DescribedScenario {
    pub event_id: String,
    pub name: String,
    pub course: Course,
    pub steps: Vec<String>,
    pub rationale: String,
}

pub fn compute(asked: &Asked<'_>) -> Result<BddOutput, Invalid> {
    let events = events::wanted(asked);
    let screen = events::screen(asked);
    let mappings = events::mappings(asked);
    let name = match (events.as_slice(), asked.page.is_empty()) {
        ([event], _) => event.clone(),
        (_, false) => asked.page.clone(),
        (_, true) => "Screen".to_owned(),
    };
    let mut feature = GherkinFeature {
        name: name.trim_start_matches('#').to_owned(),
        ..GherkinFeature::default()
    };
    let mut described = Vec::new();
    for (event, nth) in events.iter().zip(1..) {
        let (made, why) = scenarios(event, &screen);
        for mut scenario in made {
            for step in &mut scenario.steps {
                step.text = replaced(&step.text, |symbol| mappings.get(symbol).cloned());
            }
            described.push(description(event, &scenario, &why));
            feature.scenarios.push(scenario);
        }
        asked.done("events", nth, events.len());
    }
    Ok(BddOutput {
        name,
        feature,
        scenarios: described,
    })
}

fn description(event: &str, scenario: &GherkinScenario, why: &str) -> DescribedScenario {
    let step = |step: &crate::gherkin::GherkinStep| format!("{:?} {}", step.keyword, step.text);
    DescribedScenario {
        event_id: event.to_owned(),
        name: scenario.name.clone(),
        course: scenario.course(),
        steps: scenario.steps.iter().map(step).collect(),
        rationale: why.to_owned(),
    }
}

pub fn told(output: &BddOutput) -> TaskOutcome {
    let missing = output.scenarios.is_empty().then_some(NothingFound::Events);
    let text = match missing {
        Some(_) => String::new(),
        None => print(&output.feature),
    };
    let response = match missing {
        Some(_) => "There is no event to describe.".to_owned(),
        None => short(
            &text,
            &format!(
                "Wrote {}.",
                counted(output.scenarios.len(), "scenario", "scenarios")
            ),
        ),
    };
    let bdd = json!({ "name": output.feature.name, "gherkin_text": text });
    let outcome = TaskOutcome::new(format!("BDD Draft - {}", output.name), response)
        .with("text", &text)
        .with("bdd", &bdd)
        .showing_some("scenarios", &output.scenarios);
    TaskOutcome { missing, ..outcome }
}

/// The text itself where a reply holds it, or a sentence on it.
pub(super) fn short(text: &str, otherwise: &str) -> String {
    match text.len() <= 2_048 {
        true => text.to_owned(),
        false => otherwise.to_owned(),
    }
}
