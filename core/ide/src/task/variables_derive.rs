//! Symbols as variables: those that are given, or those of the screen.

use std::collections::BTreeMap;

use screen_agent_wire::Invalid;
use screen_agent_wire::ide::request::VariablePolicy;
use screen_agent_wire::invalid::count;
use serde::Deserialize;
use serde_json::json;

use super::{Asked, TaskOutcome, counted};
use crate::model::{AnswerWords as _, Question, as_it_is, list, object, one_of, text};
use crate::toast::NothingFound;
use crate::ui::symbols;
use crate::ui::variables::{DataType, DerivedVariable, Deriving, derive, given_symbols};

#[derive(Debug)]
pub struct VariablesOutput {
    pub variables: Vec<DerivedVariable>,
}

pub fn compute(asked: &Asked<'_>) -> Result<VariablesOutput, Invalid> {
    let policy = asked.request.given(|part| part.policy.as_ref());
    by_policy(asked, &policy.cloned().unwrap_or_default())
}

fn by_policy(asked: &Asked<'_>, policy: &VariablePolicy) -> Result<VariablesOutput, Invalid> {
    let given = asked.request.given(|part| part.symbols.as_ref());
    count("symbols", given.map_or(0, Vec::len), symbols::SYMBOLS)?;
    let found = match (given, &asked.screen) {
        (Some(given), _) if !given.is_empty() => given_symbols(given),
        (_, Some(screen)) => symbols::identify(screen),
        _ => Vec::new(),
    };
    let bound = asked
        .screen
        .as_ref()
        .map(symbols::bindings)
        .unwrap_or_default();
    let deriving = Deriving {
        page: &asked.page,
        policy,
        bound: &bound,
    };
    let variables = derive(&found, &deriving);
    asked.done("variables", variables.len(), variables.len());
    Ok(VariablesOutput { variables })
}

pub fn told(output: &VariablesOutput, asked: &Asked<'_>) -> TaskOutcome {
    let variables = &output.variables;
    let mapping: BTreeMap<&str, &str> = variables
        .iter()
        .map(|one| (one.symbol.as_str(), one.key.as_str()))
        .collect();
    let types: BTreeMap<&str, DataType> = variables
        .iter()
        .map(|one| (one.key.as_str(), one.data_type))
        .collect();
    let missing = variables.is_empty().then_some(NothingFound::Variables);
    let response = format!(
        "Mapped {} to variables.",
        counted(mapping.len(), "symbol", "symbols")
    );
    let mut outcome = TaskOutcome::new(format!("Variables Mapping{}", asked.of_page()), response)
        .showing("mapping", &mapping)
        .showing("types", &types)
        .showing_some("variables", variables);
    if missing.is_some() && !asked.request.no_fallback() {
        let page = if asked.page.is_empty() {
            "page"
        } else {
            &asked.page
        };
        let examples = json!({ "mapping_examples": {
            "#userName": format!("#_appData.{page}.userName"),
            "#isLoading": format!("#_uiState.{page}.isLoading"),
        } });
        outcome = outcome.showing("suggestions", &examples);
    }
    TaskOutcome { missing, ..outcome }
}

const SCOPES: [&str; 2] = ["appData", "uiState"];
const TYPES: [&str; 5] = ["string", "number", "boolean", "object", "array"];

pub(crate) fn question() -> Question {
    let variable = [
        ("symbol", text()),
        ("scope", one_of(&SCOPES)),
        ("type", one_of(&TYPES)),
        ("why", text()),
    ];
    Question {
        topic: "variables_derive",
        system: include_str!("variables_derive.md"),
        schema: object([("variables", list(object(variable)))]),
        draft: |result| result.get("variables").cloned().unwrap_or_default(),
        shown: as_it_is,
    }
}

/// Where a model would keep values.
#[derive(Debug, Deserialize)]
pub struct VariablesAnswer {
    variables: Vec<AnsweredVariable>,
}

#[derive(Debug, Deserialize)]
struct AnsweredVariable {
    symbol: String,
    scope: String,
    #[serde(rename = "type")]
    data_type: String,
    #[serde(default)]
    why: String,
}

/// The model's word counts as a policy does, where the person's own says nothing.
pub fn proposed(asked: &Asked<'_>, answer: &VariablesAnswer) -> Result<VariablesOutput, Invalid> {
    let before = compute(asked)?;
    count("variables", answer.variables.len(), symbols::SYMBOLS)?;
    let policy = asked.request.given(|part| part.policy.as_ref());
    let mut policy = policy.cloned().unwrap_or_default();
    let (scopes, types) = (
        policy.scopes.get_or_insert_default(),
        policy.types.get_or_insert_default(),
    );
    for (one, at) in answer.variables.iter().zip(0..) {
        let wrong = |field: &str, reason: &str| {
            Err(Invalid::new(format!("variables[{at}].{field}"), reason))
        };
        if !before
            .variables
            .iter()
            .any(|known| known.symbol == one.symbol)
        {
            return wrong("symbol", "is none of the symbols");
        }
        if !SCOPES.contains(&one.scope.as_str()) {
            return wrong("scope", "is neither appData nor uiState");
        }
        if !TYPES.contains(&one.data_type.as_str()) {
            return wrong("type", "is no type of variables");
        }
        scopes
            .entry(one.symbol.clone())
            .or_insert_with(|| json!(one.scope));
        types
            .entry(one.symbol.clone())
            .or_insert_with(|| json!(one.data_type));
    }
    let mut output = by_policy(asked, &policy)?;
    let known = before.variables.iter();
    for (variable, before) in output.variables.iter_mut().zip(known) {
        let changed = variable.key != before.key || variable.data_type != before.data_type;
        let why = answer
            .variables
            .iter()
            .find(|one| one.symbol == variable.symbol);
        if let (true, Some(one)) = (changed, why) {
            variable.rationale = one.why.why();
        }
    }
    Ok(output)
}
