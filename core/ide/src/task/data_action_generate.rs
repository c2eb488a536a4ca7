//! A call of an API, described and bound.

use screen_agent_wire::Invalid;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::design::in_english;
use super::{Asked, TaskOutcome};
use crate::flow::data_action::{DataAction, define};
use crate::model::{AnswerWords as _, Question, as_it_is, list, object, text};
use crate::ui::tokens::symbol;

pub fn compute(asked: &Asked<'_>) -> Result<DataAction, Invalid> {
    let said = given(asked);
    if said.is_none() && asked.request.words().is_empty() {
        return Err(Invalid::new("api", "is required"));
    }
    let words = asked.request.words();
    // An address is written as it is meant.
    let words = match words.is_ascii() || words.contains('/') {
        true => words.to_owned(),
        false => in_english(words),
    };
    define(&said.unwrap_or_default(), &words, &asked.page, asked.hosts)
}

/// What the request says of the call.
fn given(asked: &Asked<'_>) -> Option<Map<String, Value>> {
    let api = asked.request.given(|part| part.api.as_ref());
    let action = asked.request.given(|part| part.action.as_ref());
    // An action that is a step already says it all in its parameters.
    let inner = action
        .and_then(|action| action.get("params"))
        .and_then(Value::as_object);
    api.or(inner).or(action).cloned()
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

pub(crate) fn question() -> Question {
    let field = || list(object([("field", text()), ("symbol", text())]));
    Question {
        topic: "data_action_generate",
        system: include_str!("data_action_generate.md"),
        schema: object([
            ("name", text()),
            ("method", text()),
            ("path", text()),
            ("body", field()),
            ("query", field()),
            ("saveTo", text()),
            ("why", text()),
        ]),
        draft: |result| result.get("action").cloned().unwrap_or_default(),
        shown: as_it_is,
    }
}

/// A call, as a model answers it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DataActionAnswer {
    name: String,
    method: String,
    path: String,
    #[serde(default)]
    body: Vec<AnsweredField>,
    #[serde(default)]
    query: Vec<AnsweredField>,
    save_to: String,
    #[serde(default)]
    why: String,
}

#[derive(Debug, Deserialize)]
struct AnsweredField {
    field: String,
    symbol: String,
}

/// What the request says of the call counts more than what the model does.
pub fn proposed(asked: &Asked<'_>, answer: &DataActionAnswer) -> Result<DataAction, Invalid> {
    let mut call = Map::new();
    for (name, value) in [
        ("name", &answer.name),
        ("method", &answer.method),
        ("path", &answer.path),
        ("saveTo", &answer.save_to),
    ] {
        if !value.is_empty() {
            call.insert(name.to_owned(), json!(value));
        }
    }
    for (name, fields) in [("body", &answer.body), ("queryParams", &answer.query)] {
        let taken = fields
            .iter()
            .enumerate()
            .map(|(at, one)| match symbol(&one.symbol) {
                Some(_) => Ok((one.field.clone(), json!(one.symbol))),
                None => Err(Invalid::new(format!("{name}[{at}].symbol"), "is no symbol")),
            });
        let taken: Map<String, Value> = taken.collect::<Result<_, _>>()?;
        if !taken.is_empty() {
            call.insert(name.to_owned(), Value::Object(taken));
        }
    }
    call.extend(given(asked).unwrap_or_default());
    let mut made = define(&call, asked.request.words(), &asked.page, asked.hosts)?;
    made.rationale = vec![answer.why.why()];
    Ok(made)
}
