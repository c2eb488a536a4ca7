#![allow(clippy::unwrap_used)]

pub(super) mod fixture;

use serde_json::Value;

use super::*;
use fixture::brief;
use screen_agent_action::testing::click;

/// What is proposed in an answer that proposes something.
pub(super) fn proposed(topic: &Topic, answer: &str) -> Result<Proposal, String> {
    match read(topic, answer)? {
        Thought::Proposal(proposal) => Ok(*proposal),
        other => Err(format!("{other:?}")),
    }
}

/// What every topic's answer is held to, as it is sent.
#[test]
fn schemas_are_made_from_what_is_read() {
    let why = Some("the menu is gone".to_owned());
    let claim = Some("it is done".to_owned());
    let action = click("6");
    let topics = [
        Topic::Analyze,
        Topic::Evaluate,
        Topic::Complete { missing: vec![] },
        Topic::Plan { why },
        Topic::Health {
            change: String::new(),
        },
        Topic::Act,
        Topic::Correct,
        Topic::Glance,
        Topic::Judge { claim },
        Topic::Critique {
            action,
            why: String::new(),
        },
        Topic::Chat,
        Topic::Locate {
            lost: screen_agent_action::ask::LostControl {
                intent: String::new(),
                kept: String::new(),
            },
        },
    ];
    let mut sent = BTreeMap::new();
    for topic in topics {
        let mut brief = brief(topic);
        let word = brief.topic.word();
        sent.insert(word.to_owned(), schema(&brief));
        (brief.plan, brief.can_chain) = (Some(Plan::default()), true);
        sent.insert(format!("{word}, with a plan"), schema(&brief));
        if let Some(grammar) = grammar(&brief) {
            sent.insert(format!("{word}, narrowed"), grammar);
        }
    }
    sent.values_mut().for_each(a_line_a_form);
    insta::assert_snapshot!(serde_json::to_string_pretty(&sent).unwrap());
}

/// A schema is read more easily where each of its forms is on one line.
fn a_line_a_form(schema: &mut Value) {
    for (name, value) in schema.as_object_mut().into_iter().flatten() {
        match value {
            Value::Array(forms) if name == "anyOf" => {
                forms
                    .iter_mut()
                    .for_each(|form| *form = form.to_string().into());
            }
            Value::Array(_) | Value::Object(_) => a_line_a_form(value),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}
