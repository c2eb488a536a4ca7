//! What a client sends, and what it wants by it.

use screen_agent_mcp::CallFault;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::args::{address, addressed};

/// Letters of an id of the client's.
const ID: usize = 200;
/// Texts that are given along.
const CONTEXT: usize = 50;

/// `RunAgentInput` as far as it is read. Tools of the client are not called: nothing here acts on its page.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RunAgentInput {
    pub(super) thread_id: String,
    pub(super) run_id: String,
    #[serde(default)]
    pub(super) state: Value,
    messages: Vec<Message>,
    #[serde(default)]
    pub(super) context: Vec<Context>,
    forwarded_props: Option<Props>,
    resume: Option<Vec<ResumeEntry>>,
}

#[derive(Clone, Debug, Deserialize)]
struct Message {
    role: String,
    #[serde(default)]
    content: Value,
}

/// A text that the application gives along.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Context {
    pub(super) description: String,
    pub(super) value: String,
}

/// What an application says besides.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Props {
    /// What is asked about.
    pub(super) collection: Option<String>,
    /// Where something is to be done.
    url: Option<String>,
    /// A run that is there already, to follow.
    run: Option<Uuid>,
    pub(super) max_steps: Option<u16>,
}

/// The answer to an interrupt.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResumeEntry {
    pub(super) interrupt_id: String,
    pub(super) status: ResumeStatus,
    #[serde(default)]
    pub(super) payload: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ResumeStatus {
    Resolved,
    Cancelled,
}

/// What is wanted.
#[derive(Debug, PartialEq)]
pub(super) enum Wanted<'a> {
    Question(&'a str),
    Run { url: String, instruction: String },
    Follow(Uuid),
    Resume(&'a ResumeEntry),
}

impl RunAgentInput {
    pub(super) fn read(body: &[u8]) -> Result<Self, String> {
        let mut read: Self = serde_json::from_slice(body).map_err(|error| error.to_string())?;
        for (name, id) in [("threadId", &read.thread_id), ("runId", &read.run_id)] {
            if id.is_empty() || id.chars().count() > ID {
                return Err(format!("{name} has 1 to {ID} letters"));
            }
        }
        if read.context.len() > CONTEXT {
            return Err(format!("context has at most {CONTEXT} texts"));
        }
        for message in &mut read.messages {
            message.content = json!(text(&message.content));
        }
        Ok(read)
    }

    pub(super) fn props(&self) -> Props {
        self.forwarded_props.clone().unwrap_or_default()
    }

    pub(super) fn wanted(&self) -> Result<Wanted<'_>, CallFault> {
        let invalid = |why: &str| CallFault::new("INVALID_INPUT", why);
        match self.resume.as_deref() {
            Some([entry]) => return Ok(Wanted::Resume(entry)),
            Some([_, _, ..]) => return Err(invalid("one interrupt is open at a time")),
            None | Some([]) => {}
        }
        let props = self.props();
        if let Some(run) = props.run {
            return Ok(Wanted::Follow(run));
        }
        let last = self.messages.iter().rfind(|message| message.role == "user");
        let text = last.and_then(|message| message.content.as_str());
        let text = text.unwrap_or_default().trim();
        if text.is_empty() {
            return Err(invalid("the person has said nothing yet"));
        }
        let (url, words) = match (props.url, text.strip_prefix("/do ")) {
            (Some(url), None) => (Some(url), text.to_owned()),
            (known, Some(rest)) => {
                let (url, words) = addressed(rest.trim());
                (Some(url.or(known).unwrap_or_default()), words)
            }
            (None, None) => (None, String::new()),
        };
        match url.map(|url| address(&url).map(|url| (url, words))) {
            Some(Ok((url, instruction))) => Ok(Wanted::Run { url, instruction }),
            Some(Err(why)) => Err(invalid(&format!("where? {why}"))),
            None => Ok(Wanted::Question(text)),
        }
    }
}

/// The words of a message: a text, or the texts among its parts.
fn text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts.iter().filter(|part| part["type"] == "text");
            let texts: Vec<&str> = texts.filter_map(|part| part["text"].as_str()).collect();
            texts.join("\n")
        }
        _ => String::new(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn input(more: &Value) -> RunAgentInput {
        let mut body = json!({
            "threadId": "t", "runId": "r", "tools": [], "context": [], "state": {},
            "messages": [
                { "id": "1", "role": "user", "content": "What does it cost?" },
                { "id": "2", "role": "assistant", "content": "4.20" },
            ],
        });
        for (name, value) in more.as_object().into_iter().flatten() {
            body[name] = value.clone();
        }
        RunAgentInput::read(body.to_string().as_bytes()).unwrap()
    }

    fn said(text: &str) -> Value {
        json!([{ "id": "1", "role": "user", "content": text }])
    }

    #[test]
    fn the_persons_last_words_are_a_question_or_an_instruction() {
        let run = |instruction: &str| Wanted::Run {
            url: "https://a.example/".into(),
            instruction: instruction.into(),
        };
        let props = json!({ "url": "https://a.example/" });
        let parts = json!([{ "id": "1", "role": "user", "content": [
            { "type": "image", "source": {} }, { "type": "text", "text": "Why?" },
        ] }]);
        for (more, wanted) in [
            (json!({}), Wanted::Question("What does it cost?")),
            (json!({ "messages": parts }), Wanted::Question("Why?")),
            (
                json!({ "forwardedProps": props, "messages": said("Press Buy") }),
                run("Press Buy"),
            ),
            (
                json!({ "messages": said("/do https://a.example/ Press Buy") }),
                run("Press Buy"),
            ),
            (
                json!({ "forwardedProps": props, "messages": said("/do Press Buy") }),
                run("Press Buy"),
            ),
        ] {
            assert_eq!(input(&more).wanted().unwrap(), wanted, "{more}");
        }
        let entry = json!({ "interruptId": "i", "status": "resolved", "payload": true });
        let resumed = input(&json!({ "resume": [entry] }));
        assert!(
            matches!(resumed.wanted().unwrap(), Wanted::Resume(entry) if entry.interrupt_id == "i")
        );
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for more in [
            json!({ "messages": [] }),
            json!({ "messages": said("  ") }),
            json!({ "messages": said("/do Press Buy") }),
            json!({ "messages": said("/do file:///etc/passwd Show") }),
            json!({ "forwardedProps": { "url": "javascript:1" } }),
            json!({ "resume": [
                { "interruptId": "a", "status": "resolved" }, { "interruptId": "b", "status": "cancelled" },
            ] }),
        ] {
            assert_eq!(
                input(&more).wanted().unwrap_err().code,
                "INVALID_INPUT",
                "{more}"
            );
        }
        for body in [
            "",
            "[]",
            "{}",
            r#"{"threadId":"","runId":"r","messages":[]}"#,
            r#"{"threadId":"t","runId":"r","messages":"x"}"#,
            r#"{"threadId":"t","runId":"r","messages":[],"resume":[{"interruptId":"a","status":"x"}]}"#,
            r#"{"threadId":"t","runId":"r","messages":[],"forwardedProps":{"run":"x"}}"#,
        ] {
            assert!(RunAgentInput::read(body.as_bytes()).is_err(), "{body}");
        }
    }
}
