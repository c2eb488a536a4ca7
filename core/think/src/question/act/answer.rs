//! What a model said is to be done next: JSON, `<Thought>` and `<Action>` tags, or a bare action.

use schemars::JsonSchema;
use screen_agent_page::Role;
use serde::Deserialize;
use serde_json::Value;

use super::LINKS;
use crate::question::lenient::{Confidence, Each, Entry, Lax, List, Text, optional};
use crate::question::{Thought, reply};
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

/// Only what decides anything is held to its type.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Answer {
    #[schemars(with = "String")]
    thought: Option<String>,
    #[schemars(with = "Value")]
    action: Option<Said>,
    #[schemars(with = "Confidence")]
    confidence: Option<Confidence>,
    prepares: Lax<bool>,
    step_done: Lax<bool>,
    #[schemars(with = "String")]
    question: Option<String>,
    #[schemars(with = "Vec<String>")]
    missing: Each<Entry<Fact>>,
    expect: Lax<Outcome>,
    #[schemars(extend("maxItems" = LINKS))]
    actions: List<Entry<Link>>,
}

/// An action as it was written: an object, or in the form in which it is printed.
#[derive(Default, Deserialize)]
#[serde(from = "Value")]
struct Said(String);

impl From<Value> for Said {
    fn from(said: Value) -> Self {
        Self(match said {
            Value::String(text) => text,
            Value::Null => String::new(),
            said @ (Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
                said.to_string()
            }
        })
    }
}

impl Said {
    fn is_nothing(&self) -> bool {
        self.0.trim().is_empty()
    }

    fn read(&self) -> Result<Action, String> {
        screen_agent_action::parse(self.0.trim()).map_err(|error| error.to_string())
    }
}

#[derive(Deserialize)]
struct Fact {
    field: String,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
struct Outcome {
    description: Text<WORDS>,
    #[schemars(skip_serializing_if = "optional")]
    text: Text<WORDS>,
    #[schemars(skip_serializing_if = "optional")]
    role: Text<WORDS>,
    #[schemars(with = "bool", skip_serializing_if = "optional")]
    url_change: Lax<Option<bool>>,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
struct Link {
    #[schemars(with = "Value")]
    action: Said,
    description: Text<WORDS>,
}

/// Reads an answer in any of its three forms, or that nothing is to be done.
pub(crate) fn thought(answer: &str) -> Result<Thought, String> {
    let answer = reply::after_thinking(answer).trim();
    if let Some(action) = bare(answer) {
        let proposal = proposal(String::new(), Decision::Act { action });
        return Ok(Thought::Proposal(Box::new(proposal)));
    }
    let said = match tags(answer) {
        Some(said) => said,
        None => reply::object(answer)?,
    };
    let acts = said.action.as_ref().is_some_and(|said| !said.is_nothing());
    let asks = (said.question.as_ref()).is_some_and(|said| !said.trim().is_empty());
    if said.step_done.0 && !acts && !asks {
        return Ok(Thought::StepDone(sentence(
            &said.thought.unwrap_or_default(),
        )));
    }
    Ok(Thought::Proposal(Box::new(decide(said)?)))
}

fn decide(said: Answer) -> Result<Proposal, String> {
    let links = links(said.actions);
    let some = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let action = said.action.filter(|said| !said.is_nothing());
    let action = match (action, links.first()) {
        (Some(action), _) => Some(action.read()?),
        (None, Some(first)) => Some(first.action.clone()),
        (None, None) => None,
    };
    let decision = match (action, some(said.question)) {
        (Some(action), None) => Decision::Act { action },
        (None, Some(question)) => Decision::Question {
            question: sentence(&question),
            missing: names(said.missing),
        },
        (Some(_), Some(_)) => return Err("the reply holds both an action and a question".into()),
        (None, None) => return Err("the reply holds no action".into()),
    };
    let chain = decision.action().map(|action| following(action, links));
    let thought = sentence(&said.thought.unwrap_or_default());
    Ok(Proposal {
        confidence: said.confidence.map(|figure| figure.0),
        expected: expected(said.expect.0),
        prepares: said.prepares.0,
        chain: chain.unwrap_or_default(),
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

fn tags(answer: &str) -> Option<Answer> {
    if answer.starts_with('{') {
        return None;
    }
    let thought = reply::between(answer, "<Thought>", "</Thought>").unwrap_or_default();
    Some(Answer {
        thought: Some(thought.to_owned()),
        action: Some(Said(
            reply::between(answer, "<Action>", "</Action>")?.to_owned(),
        )),
        ..Answer::default()
    })
}

/// The actions that can be read, up to the first that cannot: what follows it may build on it.
fn links(said: List<Entry<Link>>) -> Vec<ChainLink> {
    let said = said.0.into_iter().flatten().take(LINKS);
    said.map_while(|link| link?.0.read()).collect()
}

impl Link {
    fn read(self) -> Option<ChainLink> {
        Some(ChainLink {
            action: self.action.read().ok()?,
            description: self.description.0,
        })
    }
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

fn expected(said: Outcome) -> Option<Expectation> {
    let some = |text: Text<WORDS>| Some(text.0).filter(|words| !words.is_empty());
    let role = some(said.role).map(|role| Role::parse(&role).code().to_owned());
    let (roles, text) = (Vec::from_iter(role), some(said.text));
    let seen = (text.is_some() || !roles.is_empty()).then_some(Appearance { roles, text });
    let expected = Expectation {
        description: said.description.0,
        url_change: said.url_change.0,
        appear: Vec::from_iter(seen),
        ..Expectation::default()
    };
    (expected != Expectation::default()).then_some(expected)
}

fn names(said: Each<Entry<Fact>>) -> Vec<String> {
    let names = said.0.iter().map(|fact| cut(&plain(&fact.0.field), WORDS));
    names.filter(|name| !name.is_empty()).take(FACTS).collect()
}

fn sentence(text: &str) -> String {
    cut(&plain(text), SENTENCE)
}
