//! A call of an API, described and bound.

use screen_agent_wire::Invalid;
use serde_json::{Map, Value};

use super::{Asked, TaskOutcome};
use crate::flow::data_action::{DataAction, define};

pub fn compute(asked: &Asked<'_>) -> Result<DataAction, Invalid> {
    let api = asked.request.given(|part| part.api.as_ref());
    let action = asked.request.given(|part| part.action.as_ref());
    // An action that is a step already says it all in its parameters.
    let inner = action
        .and_then(|action| action.get("params"))
        .and_then(Value::as_object);
    let said = api.or(inner).or(action).cloned();
    if said.is_none() && asked.request.words().is_empty() {
        return Err(Invalid::new("api", "is required"));
    }
    let said: Map<String, Value> = said.unwrap_or_default();
    define(&said, asked.request.words(), &asked.page, asked.hosts)
}

pub fn told(output: &DataAction) -> TaskOutcome {
    let step = &output.step;
    let response = format!(
        "Bound {} {}; what it gives is kept in {}.",
        step.text("method").unwrap_or_default(),
        step.text("path").unwrap_or_default(),
        step.text("saveTo").unwrap_or_default()
    );
    TaskOutcome::new(format!("Data Action - {}", output.name), response)
        .showing("action", step)
        .with("data_action", &output.row())
        .with("rationale", &output.rationale)
}
