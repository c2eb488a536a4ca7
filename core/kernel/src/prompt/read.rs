//! Reading a model's reply. Nothing in it is trusted; what is not one well-formed action is refused.

use serde::Deserialize;

use crate::action;
use crate::ask::Decision;

/// What a model answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// Why, in words for the person.
    pub thought: String,
    /// What to do.
    pub decision: Decision,
}

#[derive(Deserialize)]
struct Spoken {
    #[serde(default)]
    thought: String,
    action: Option<String>,
    question: Option<String>,
}

/// Longest thought that is kept, in characters.
const THOUGHT: usize = 500;

/// Reads JSON, or `<Thought>` and `<Action>` tags. The error is a safe sentence that can be sent
/// back to the model.
pub fn read(reply: &str) -> Result<Reply, String> {
    let spoken = json(reply)
        .or_else(|| tags(reply))
        .ok_or("the reply holds no action")?;
    let thought: String = spoken.thought.chars().take(THOUGHT).collect();
    match (spoken.action, spoken.question) {
        (Some(action), None) => {
            let action = action::parse(action.trim()).map_err(|error| error.to_string())?;
            Ok(Reply {
                thought,
                decision: Decision::Act { action },
            })
        }
        (None, Some(question)) => Ok(Reply {
            thought,
            decision: Decision::Question {
                question,
                missing: Vec::new(),
            },
        }),
        (Some(_), Some(_)) => Err("the reply holds both an action and a question".into()),
        (None, None) => Err("the reply holds no action".into()),
    }
}

/// The outermost object; models like to wrap it in a code fence.
fn json(reply: &str) -> Option<Spoken> {
    let start = reply.find('{')?;
    let end = reply.rfind('}')?;
    serde_json::from_str(reply.get(start..=end)?).ok()
}

fn tags(reply: &str) -> Option<Spoken> {
    Some(Spoken {
        thought: between(reply, "<Thought>", "</Thought>")
            .unwrap_or_default()
            .trim()
            .to_owned(),
        action: Some(between(reply, "<Action>", "</Action>")?.to_owned()),
        question: None,
    })
}

fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    let rest = &text[text.find(open)? + open.len()..];
    Some(&rest[..rest.find(close)?])
}

#[cfg(test)]
mod tests {
    use screen_agent_page::NodeId;

    use super::*;
    use crate::action::Action;

    fn click(id: &str) -> Decision {
        Decision::Act {
            action: Action::Click {
                id: NodeId::new(id),
            },
        }
    }

    #[test]
    fn every_form_that_models_use_is_read() {
        for (reply, thought) in [
            (r#"{"thought":"press it","action":"click(7)"}"#, "press it"),
            ("```json\n{\"action\": \"click(7)\"}\n```", ""),
            (
                "<Thought> press it </Thought>\n<Action>click(7)</Action>",
                "press it",
            ),
        ] {
            let expected = Reply {
                thought: thought.into(),
                decision: click("7"),
            };
            assert_eq!(read(reply), Ok(expected), "{reply}");
        }
    }

    #[test]
    fn what_is_not_one_action_is_refused() {
        for reply in [
            "",
            "I would click the button.",
            r#"{"thought":"two","action":"click(1) click(2)"}"#,
            r#"{"action":"launchMissiles()"}"#,
            r#"{"action":"click(1)","question":"which?"}"#,
            r#"{"thought":"nothing"}"#,
        ] {
            assert!(read(reply).is_err(), "{reply}");
        }
    }

    #[test]
    fn a_question_is_a_decision_too() {
        let expected = Decision::Question {
            question: "Which account?".into(),
            missing: Vec::new(),
        };
        let read = read(r#"{"thought":"unclear","question":"Which account?"}"#)
            .map(|reply| reply.decision);
        assert_eq!(read, Ok(expected));
    }
}
