//! Symbols as variables: those that are given, or those of the screen.

use std::collections::BTreeMap;

use screen_agent_wire::Invalid;
use screen_agent_wire::invalid::count;
use serde_json::json;

use super::{Asked, TaskOutcome, counted};
use crate::toast::NothingFound;
use crate::ui::symbols;
use crate::ui::variables::{DataType, DerivedVariable, Deriving, derive, given_symbols};

#[derive(Debug)]
pub struct VariablesOutput {
    pub variables: Vec<DerivedVariable>,
}

pub fn compute(asked: &Asked<'_>) -> Result<VariablesOutput, Invalid> {
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
    let policy = asked.request.given(|part| part.policy.as_ref());
    let deriving = Deriving {
        page: &asked.page,
        policy: &policy.cloned().unwrap_or_default(),
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
