//! Parameters: what was given is checked against its type, and put where its name stands.

use std::collections::BTreeMap;

use screen_agent_action::Action;
use screen_agent_page::NodeId;
use screen_agent_words::fold::words;
use serde_json::Value;

use crate::fault::WorkflowFault;
use crate::file::{ControlDescription, Parameter, ParameterType, Workflow};

/// Values by the names of their parameters.
pub type Values = BTreeMap<String, String>;

/// Longest name of a parameter, and longest value, in characters.
const NAME: usize = 40;
const VALUE: usize = 10_000;

pub(crate) fn is_name(name: &str) -> bool {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.len() <= NAME
        && name.chars().all(good)
}

/// A name by what something is called, that is not taken yet.
pub(crate) fn name_for(called: &str, taken: impl Fn(&str) -> bool) -> String {
    let called = words(called).into_iter().take(3);
    let mut name = called.collect::<Vec<_>>().join("_");
    name.retain(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if !is_name(&name) {
        "value".clone_into(&mut name);
    }
    let mut numbered = (2..).map(|number| format!("{name}_{number}"));
    match taken(&name) {
        true => numbered.find(|name| !taken(name)).unwrap_or(name),
        false => name,
    }
}

pub(crate) fn check(index: usize, parameter: &Parameter) -> Result<(), WorkflowFault> {
    let fault = |key, wrong: &str, expected: &str| {
        Err(WorkflowFault::parameter(index, key, wrong, expected))
    };
    let name = &parameter.name;
    if !is_name(name) {
        let wrong = format!("{name:?} is no name");
        return fault("name", &wrong, "small letters, digits and underscores");
    }
    if parameter.is_secret() && (parameter.default.is_some() || parameter.example.is_some()) {
        let wrong = format!("{name} is secret, and the file tells it");
        return fault("name", &wrong, "a secret by its name alone");
    }
    if (parameter.kind == ParameterType::Choice) == parameter.choices.is_empty() {
        let wrong = format!("the choices of {name} do not fit its type");
        return fault(
            "choices",
            &wrong,
            "choices of a choice, and of nothing else",
        );
    }
    if let Some(value) = &parameter.default
        && let Err(expected) = fits(parameter, value)
    {
        let wrong = format!("{value:?} does not fit {name}");
        return fault("default", &wrong, &expected);
    }
    Ok(())
}

/// What is expected instead, where a value does not fit.
fn fits(parameter: &Parameter, value: &str) -> Result<(), String> {
    let good = match parameter.kind {
        ParameterType::Text | ParameterType::Secret => value.chars().count() <= VALUE,
        ParameterType::Number => value.parse::<f64>().is_ok_and(f64::is_finite),
        ParameterType::Date => value.len() == 10 && value.parse::<jiff::civil::Date>().is_ok(),
        ParameterType::Choice => parameter.choices.iter().any(|choice| choice == value),
    };
    if good {
        return Ok(());
    }
    Err(match parameter.kind {
        ParameterType::Text | ParameterType::Secret => format!("at most {VALUE} characters"),
        ParameterType::Number => "a number".to_owned(),
        ParameterType::Date => "a day as YYYY-MM-DD".to_owned(),
        ParameterType::Choice => format!("one of {}", parameter.choices.join(", ")),
    })
}

/// What was given, with what is taken where nothing was; or what is wrong with it, in one sentence without the value.
pub fn values(workflow: &Workflow, given: &Values) -> Result<Values, String> {
    let known = |name: &str| workflow.parameters.iter().any(|one| one.name == name);
    if let Some(name) = given.keys().find(|name| !known(name)) {
        let names: Vec<&str> = workflow
            .parameters
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        return Err(match names.as_slice() {
            [] => format!("there is no parameter {name}; this workflow has none"),
            names => format!(
                "there is no parameter {name}; there are {}",
                names.join(", ")
            ),
        });
    }
    let mut values = Values::new();
    let mut missing: Vec<&str> = Vec::new();
    for parameter in &workflow.parameters {
        let name = &parameter.name;
        let Some(value) = given.get(name).or(parameter.default.as_ref()) else {
            missing.push(name);
            continue;
        };
        fits(parameter, value).map_err(|expected| format!("{name} has to be {expected}"))?;
        values.insert(name.clone(), value.clone());
    }
    match missing.as_slice() {
        [] => Ok(values),
        [one] => Err(format!("the parameter {one} is missing")),
        all => Err(format!("the parameters {} are missing", all.join(", "))),
    }
}

/// A value for each parameter of what is not carried out: what it was when it was learned, or its name where that is not
/// known.
pub fn examples(workflow: &Workflow) -> Values {
    let value = |one: &Parameter| {
        let known = one.example.as_ref().or(one.default.as_ref());
        known.cloned().unwrap_or_else(|| format!("<{}>", one.name))
    };
    let parameters = workflow.parameters.iter();
    parameters
        .map(|one| (one.name.clone(), value(one)))
        .collect()
}

/// The values as they may be shown, in one line.
pub fn label(workflow: &Workflow, values: &Values) -> String {
    let parameters = workflow.parameters.iter();
    let told = parameters.filter(|one| !one.is_secret());
    let pairs = told.filter_map(|one| Some(format!("{}={}", one.name, values.get(&one.name)?)));
    pairs.collect::<Vec<_>>().join(" · ")
}

/// The names that stand in braces, or what is wrong with the braces.
pub(crate) fn placeholders(text: &str) -> Vec<Result<&str, String>> {
    pieces(text)
        .into_iter()
        .filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Name(name) => Some(Ok(name)),
            Piece::Broken => Some(Err("a brace stands alone".to_owned())),
        })
        .collect()
}

#[derive(Debug)]
enum Piece<'a> {
    Text(&'a str),
    Name(&'a str),
    Broken,
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (plain, braced) = rest.split_at(at);
        pieces.push(Piece::Text(plain));
        let doubled = braced.starts_with("{{") || braced.starts_with("}}");
        if doubled {
            pieces.push(Piece::Text(&braced[..1]));
            rest = &braced[2..];
            continue;
        }
        let name = braced[1..].find('}').map(|end| &braced[1..=end]);
        match name.filter(|name| braced.starts_with('{') && is_name(name)) {
            Some(name) => {
                pieces.push(Piece::Name(name));
                rest = &braced[name.len() + 2..];
            }
            None => {
                pieces.push(Piece::Broken);
                rest = &braced[1..];
            }
        }
    }
    pieces.push(Piece::Text(rest));
    pieces
}

/// A text that means itself.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// The text with values where names stand.
pub fn filled(text: &str, values: &Values) -> String {
    let mut whole = String::new();
    for piece in pieces(text) {
        match piece {
            Piece::Text(text) => whole.push_str(text),
            Piece::Name(name) => whole.push_str(values.get(name).map_or("", String::as_str)),
            Piece::Broken => {}
        }
    }
    whole
}

/// The action with values in its texts and controls in their places. Values are put into what was read, so that none of
/// them can become grammar.
pub(crate) fn action_of(
    action: &Action,
    values: &Values,
    ends: &[(&str, &NodeId)],
) -> Option<Action> {
    with_texts(action, &|text| filled(text, values), ends)
}

/// The action with each of its texts made another, and controls in their places.
pub(crate) fn with_texts(
    action: &Action,
    change: &dyn Fn(&str) -> String,
    ends: &[(&str, &NodeId)],
) -> Option<Action> {
    let mut value = serde_json::to_value(action).ok()?;
    put(&mut value, "", change, ends);
    serde_json::from_value(value).ok()
}

fn put(value: &mut Value, key: &str, change: &dyn Fn(&str) -> String, ends: &[(&str, &NodeId)]) {
    match value {
        Value::String(text) if matches!(key, "id" | "from" | "to") => {
            if let Some((_, id)) = ends.iter().find(|(word, _)| word == text) {
                id.as_str().clone_into(text);
            }
        }
        Value::String(text) if key != "name" => *text = change(text),
        Value::Array(items) => {
            for item in items {
                put(item, key, change, ends);
            }
        }
        Value::Object(fields) => {
            for (key, value) in fields.iter_mut() {
                put(value, key, change, ends);
            }
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The description with values in it.
pub(crate) fn control_of(described: &ControlDescription, values: &Values) -> ControlDescription {
    described.with_texts(|text| filled(text, values))
}
