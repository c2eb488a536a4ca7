//! The person at the editor: what needs their yes is a permission request about a tool call.

use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use screen_agent_mcp::{Person, PersonQuestion, PersonReply};
use serde_json::{Value, json};

use super::prompt::Talk;
use super::told;

const ALLOW: &str = "allow";

/// Asks by way of the editor.
#[derive(Debug)]
pub(super) struct AtEditor {
    talk: Talk,
    /// The tool call that all is about, where there is one; otherwise each question is one.
    about: Option<String>,
    asked: AtomicUsize,
}

impl AtEditor {
    pub(super) fn new(talk: Talk, about: Option<String>) -> Self {
        Self {
            talk,
            about,
            asked: AtomicUsize::new(0),
        }
    }
}

#[async_trait]
impl Person for AtEditor {
    async fn ask(&self, question: PersonQuestion) -> PersonReply {
        // What is no yes or no is asked in the conversation, and what is said there next answers it.
        if !question.approval {
            return PersonReply::CannotBeAsked;
        }
        let words = question.text.as_str();
        let title = words.lines().next().unwrap_or_default();
        let call = match &self.about {
            Some(call) => json!({ "toolCallId": call, "title": words, "status": "pending" }),
            None => {
                let number = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
                let call = format!("{}-asked-{number}", self.talk.mark);
                let begins = told::begins(&call, title, "think", "pending", told::text(words));
                self.talk.update(&begins);
                json!({ "toolCallId": call, "title": title, "status": "pending", "content": told::text(words) })
            }
        };
        let asked = json!({
            "sessionId": self.talk.session,
            "toolCall": call,
            "options": [
                { "optionId": ALLOW, "name": "Allow exactly this, this once", "kind": "allow_once" },
                { "optionId": "reject", "name": "No", "kind": "reject_once" },
            ],
        });
        let said = self
            .talk
            .editor
            .request("session/request_permission", &asked);
        let replied = said
            .await
            .map_or(PersonReply::CannotBeAsked, |said| reply(&said["outcome"]));
        if self.about.is_none() {
            let status = if replied.is_yes() {
                "completed"
            } else {
                "failed"
            };
            let id = call["toolCallId"].as_str().unwrap_or_default();
            self.talk.update(&told::came(id, status, told::text(words)));
        }
        replied
    }
}

/// What the editor says that they did.
fn reply(outcome: &Value) -> PersonReply {
    match (outcome["outcome"].as_str(), outcome["optionId"].as_str()) {
        (Some("selected"), Some(ALLOW)) => PersonReply::Said("yes".to_owned()),
        (Some("selected"), _) => PersonReply::Said("no".to_owned()),
        _ => PersonReply::Dismissed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_option_that_allows_is_a_yes() {
        assert!(reply(&json!({ "outcome": "selected", "optionId": "allow" })).is_yes());
        for outcome in [
            json!({ "outcome": "selected", "optionId": "reject" }),
            json!({ "outcome": "selected", "optionId": "allow_always" }),
            json!({ "outcome": "selected" }),
            json!({ "outcome": "cancelled", "optionId": "allow" }),
            json!({}),
            json!(null),
            json!("allow"),
        ] {
            assert!(!reply(&outcome).is_yes(), "{outcome}");
        }
    }
}
