//! Scenarios of events, the good course and those in which something is missing or fails.

use screen_agent_wire::Invalid;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Asked, TaskOutcome, counted, events};
use crate::flow::compile::compile;
use crate::flow::lint::{Severity, lint};
use crate::gherkin::generate::scenarios;
use crate::gherkin::parse::parse;
use crate::gherkin::print::print;
use crate::gherkin::{Course, GherkinFeature, GherkinScenario};
use crate::model::{AnswerWords as _, Question, as_it_is, object, text};
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

pub(crate) fn question() -> Question {
    Question {
        topic: "bdd_generate",
        system: include_str!("bdd_generate.md"),
        schema: scenarios_schema(),
        draft: |result| result.get("text").cloned().unwrap_or_default(),
        shown: as_it_is,
    }
}

pub(super) fn scenarios_schema() -> serde_json::Value {
    object([("gherkin", text()), ("why", text())])
}

/// Scenarios, as a model answers them.
#[derive(Debug, Deserialize)]
pub struct ScenariosAnswer {
    gherkin: String,
    #[serde(default)]
    pub(super) why: String,
}

pub fn proposed(asked: &Asked<'_>, answer: &ScenariosAnswer) -> Result<BddOutput, Invalid> {
    let mut output = compute(asked)?;
    let mut feature = answer.feature()?;
    let wanted = output
        .scenarios
        .iter()
        .map(|scenario| scenario.event_id.as_str());
    complete(&feature, wanted)?;
    if feature.name.is_empty() {
        feature.name.clone_from(&output.feature.name);
    }
    let why = answer.why.why();
    let described = feature
        .scenarios
        .iter()
        .map(|scenario| description(&scenario.event().unwrap_or_default(), scenario, &why));
    output.scenarios = described.collect();
    output.feature = feature;
    Ok(output)
}

impl ScenariosAnswer {
    /// The scenarios, if they can be read, each has its event, and they can be compiled to flows that work.
    pub(super) fn feature(&self) -> Result<GherkinFeature, Invalid> {
        let wrong = |reason: String| Invalid::new("gherkin", reason);
        let feature = parse(&self.gherkin).map_err(|fault| wrong(fault.reason))?;
        if feature
            .scenarios
            .iter()
            .any(|scenario| scenario.event().is_none())
        {
            return Err(wrong("has a scenario without an event".to_owned()));
        }
        let flows = compile(&feature, &[]);
        let mut faults = flows.iter().flat_map(lint);
        match faults.find(|fault| fault.severity == Severity::Error) {
            Some(fault) => Err(wrong(format!("does not compile: {}", fault.message))),
            None => Ok(feature),
        }
    }
}

/// Each of the events has a good course, and one that is not.
pub(super) fn complete<'a>(
    feature: &GherkinFeature,
    events: impl Iterator<Item = &'a str>,
) -> Result<(), Invalid> {
    for event in events {
        let of_event = feature
            .scenarios
            .iter()
            .filter(|it| it.event().as_deref() == Some(event));
        let courses: Vec<Course> = of_event.map(GherkinScenario::course).collect();
        let (good, bad): (Vec<Course>, Vec<Course>) = courses
            .into_iter()
            .partition(|course| *course == Course::Success);
        if good.is_empty() || bad.is_empty() {
            let reason =
                "an event is without a scenario in which all goes well, or one in which it fails";
            return Err(Invalid::new("gherkin", reason));
        }
    }
    Ok(())
}
