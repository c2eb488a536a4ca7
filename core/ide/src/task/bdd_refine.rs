//! Scenarios, more complete.

use screen_agent_wire::Invalid;
use serde_json::json;

use super::bdd_generate::{ScenariosAnswer, scenarios_schema};
use super::{Asked, TaskOutcome};
use crate::flow::text::diff;
use crate::gherkin::parse::of_value;
use crate::gherkin::print::print;
use crate::gherkin::refine::{Refined, refine};
use crate::model::{AnswerWords as _, Question, as_it_is};

#[derive(Debug)]
pub struct BddRefineOutput {
    pub before: String,
    pub refined: Refined,
}

pub fn compute(asked: &Asked<'_>) -> Result<BddRefineOutput, Invalid> {
    let request = asked.request;
    let text = request
        .given(|part| part.current_bdd_text.as_ref())
        .or_else(|| request.given(|part| part.bdd_text.as_ref()));
    let current = match (request.given(|part| part.current_bdd.as_ref()), text) {
        (Some(current), _) => of_value(current)?,
        (None, Some(text)) => of_value(&json!(text))?,
        (None, None) => {
            let given = request.given(|part| part.bdd_struct.as_ref());
            of_value(given.ok_or_else(|| Invalid::new("current_bdd", "is required"))?)?
        }
    };
    let refined = refine(&current, asked.queries());
    let total = refined.feature.scenarios.len();
    asked.done("scenarios", total, total);
    Ok(BddRefineOutput {
        before: print(&current),
        refined,
    })
}

pub fn told(output: &BddRefineOutput) -> TaskOutcome {
    let text = print(&output.refined.feature);
    let response = summary(&output.refined.done, &output.refined.not_understood);
    let name = output.refined.feature.name.clone();
    let title = match name.is_empty() {
        true => "BDD Refined".to_owned(),
        false => format!("BDD Refined - {name}"),
    };
    TaskOutcome::new(title, response)
        .with("text", &text)
        .with("bdd", &json!({ "name": name, "gherkin_text": text }))
        .with("scenarios", &output.refined.feature.scenarios)
        .with("not_understood", &output.refined.not_understood)
        .showing("diff", &diff(&output.before, &text))
}

/// What was done, in at most 2 KB.
pub(super) fn summary(done: &[String], not_understood: &[String]) -> String {
    let mut said: Vec<String> = done.iter().take(12).cloned().collect();
    if done.len() > said.len() {
        said.push(format!("And {} more.", done.len() - said.len()));
    }
    if said.is_empty() {
        said.push("Nothing had to be changed.".to_owned());
    }
    if !not_understood.is_empty() {
        said.push(format!(
            "{} of the queries could not be carried out.",
            not_understood.len()
        ));
    }
    let mut text = said.join(" ");
    screen_agent_wire::invalid::cut(&mut text, 600);
    text
}

pub(crate) fn question() -> Question {
    Question {
        topic: "bdd_refine",
        system: include_str!("bdd_refine.md"),
        schema: scenarios_schema(),
        draft: |result| result.get("text").cloned().unwrap_or_default(),
        shown: as_it_is,
    }
}

pub fn proposed(asked: &Asked<'_>, answer: &ScenariosAnswer) -> Result<BddRefineOutput, Invalid> {
    let mut output = compute(asked)?;
    let mut feature = answer.feature()?;
    let before = &output.refined.feature;
    let has = |name: &str| {
        feature
            .scenarios
            .iter()
            .any(|scenario| scenario.name == name)
    };
    if before.scenarios.iter().any(|scenario| !has(&scenario.name)) {
        return Err(Invalid::new(
            "gherkin",
            "a scenario is missing that was there",
        ));
    }
    if feature.name.is_empty() {
        feature.name.clone_from(&before.name);
    }
    output.refined = Refined {
        feature,
        done: vec![answer.why.why()],
        not_understood: Vec::new(),
    };
    Ok(output)
}
