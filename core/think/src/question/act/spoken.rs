//! What a model said is to be done next: JSON, `<Thought>` and `<Action>` tags, or a bare action.

use screen_agent_page::Role;
use serde::Deserialize;
use serde_json::Value;

use super::LINKS;
use crate::question::reply;
use screen_agent_action::Action;
use screen_agent_action::ask::{ChainLink, Decision, Proposal};
use screen_agent_action::expect::{Appearance, Expectation};
use screen_agent_action::step::Maker;
use screen_agent_words::quote::{cut, plain};

/// Longest thought or question that is kept, in characters.
const SENTENCE: usize = 500;
/// Longest words that are looked for, and description of a link.
const WORDS: usize = 200;
/// Most missing facts that are told.
const FACTS: usize = 10;

/// As it was said. Only what decides anything is held to its type.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Spoken {
    thought: Option<String>,
    action: Option<String>,
    question: Option<String>,
    missing: Value,
    confidence: Option<Value>,
    expect: Value,
    prepares: Value,
    actions: Value,
}

/// Reads an answer in any of its three forms.
pub(crate) fn read(answer: &str) -> Result<Proposal, String> {
    let answer = reply::after_thinking(answer).trim();
    if let Some(action) = bare(answer) {
        return Ok(proposal(String::new(), Decision::Act { action }));
    }
    let spoken = match tags(answer) {
        Some(spoken) => spoken,
        None => reply::object(answer)?,
    };
    decide(spoken)
}

fn decide(spoken: Spoken) -> Result<Proposal, String> {
    let links = links(&spoken.actions);
    let said = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let action = match (said(spoken.action), links.first()) {
        (Some(action), _) => Some(parse(&action)?),
        (None, Some(first)) => Some(first.action.clone()),
        (None, None) => None,
    };
    let decision = match (action, said(spoken.question)) {
        (Some(action), None) => Decision::Act { action },
        (None, Some(question)) => Decision::Question {
            question: sentence(&question),
            missing: names(&spoken.missing),
        },
        (Some(_), Some(_)) => return Err("the reply holds both an action and a question".into()),
        (None, None) => return Err("the reply holds no action".into()),
    };
    let chain = match &decision {
        Decision::Act { action } => following(action, links),
        Decision::Question { .. } | Decision::GiveUp { .. } => Vec::new(),
    };
    let thought = sentence(&spoken.thought.unwrap_or_default());
    Ok(Proposal {
        confidence: spoken
            .confidence
            .map(|figure| reply::confidence(Some(&figure))),
        expected: expected(&spoken.expect),
        prepares: spoken.prepares == Value::Bool(true),
        chain,
        ..proposal(thought, decision)
    })
}

fn proposal(thought: String, decision: Decision) -> Proposal {
    Proposal {
        by: Maker::Model,
        ..Proposal::new(thought, decision)
    }
}

/// An answer that is nothing but an action, perhaps set off as code. A lone word such as "Done" is
/// talk.
fn bare(answer: &str) -> Option<Action> {
    let code = answer.trim_matches('`').trim();
    code.ends_with(')')
        .then(|| screen_agent_action::parse(code).ok())?
}

fn tags(answer: &str) -> Option<Spoken> {
    if answer.starts_with('{') {
        return None;
    }
    let thought = reply::between(answer, "<Thought>", "</Thought>").unwrap_or_default();
    Some(Spoken {
        thought: Some(thought.to_owned()),
        action: Some(reply::between(answer, "<Action>", "</Action>")?.to_owned()),
        ..Spoken::default()
    })
}

fn parse(text: &str) -> Result<Action, String> {
    screen_agent_action::parse(text.trim()).map_err(|error| error.to_string())
}

/// The actions that can be read, up to the first that cannot: what follows it may build on it.
fn links(said: &Value) -> Vec<ChainLink> {
    said.as_array()
        .into_iter()
        .flatten()
        .take(LINKS)
        .map_while(link)
        .collect()
}

fn link(said: &Value) -> Option<ChainLink> {
    let text = said.as_str().or_else(|| said.get("action")?.as_str())?;
    let description = said.get("description").and_then(Value::as_str);
    Some(ChainLink {
        action: parse(text).ok()?,
        description: cut(&plain(description.unwrap_or_default()), WORDS),
    })
}

/// What comes after the action, when the list begins with it. A list that begins with something
/// else says two things at once; the action alone is believed.
fn following(action: &Action, mut links: Vec<ChainLink>) -> Vec<ChainLink> {
    if links.len() < 2 || links.first().is_none_or(|first| first.action != *action) {
        return Vec::new();
    }
    links.remove(0);
    links
}

fn expected(said: &Value) -> Option<Expectation> {
    let text = |field: &str| {
        let words = cut(&plain(said.get(field)?.as_str()?), WORDS);
        (!words.is_empty()).then_some(words)
    };
    let roles: Vec<String> = text("role")
        .map(|role| Role::parse(&role).code().to_owned())
        .into_iter()
        .collect();
    let words = text("text");
    let seen = (words.is_some() || !roles.is_empty()).then_some(Appearance { roles, text: words });
    let expected = Expectation {
        description: text("description").unwrap_or_default(),
        url_change: said.get("url_change").and_then(Value::as_bool),
        appear: seen.into_iter().collect(),
        ..Expectation::default()
    };
    (expected != Expectation::default()).then_some(expected)
}

fn names(said: &Value) -> Vec<String> {
    let list = match said {
        Value::Array(items) => items.as_slice(),
        single => std::slice::from_ref(single),
    };
    list.iter()
        .filter_map(|item| item.as_str().or_else(|| item.get("field")?.as_str()))
        .map(|name| cut(&plain(name), WORDS))
        .filter(|name| !name.is_empty())
        .take(FACTS)
        .collect()
}

fn sentence(text: &str) -> String {
    cut(&plain(text), SENTENCE)
}
