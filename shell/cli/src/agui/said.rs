//! The events, and a question from its beginning to its answer.

use screen_agent_mcp::{CallFault, ToolOutcome};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use uuid::Uuid;

use super::End;
use super::input::RunAgentInput;
use super::state::Shown;
use crate::ask;
use crate::drive::Door;
use crate::mcp::{Source, answer};

/// The version of the protocol that is spoken here.
const VERSION: &str = "1.0";

/// Where events go.
pub(super) struct Said(mpsc::UnboundedSender<Value>);

impl Said {
    pub(super) fn new(out: mpsc::UnboundedSender<Value>) -> Self {
        Self(out)
    }

    pub(super) fn say(&self, event: Value) {
        // Nobody listens any more: the work ends with the stream.
        let _ = self.0.send(event);
    }

    pub(super) fn begun(&self, input: &RunAgentInput) {
        self.say(json!({
            "type": "RUN_STARTED",
            "threadId": input.thread_id,
            "runId": input.run_id,
            "protocolVersion": VERSION,
        }));
    }

    pub(super) fn finished(&self, input: &RunAgentInput, end: End) {
        let (outcome, result) = match end {
            End::Success(result) => (json!({ "type": "success" }), result),
            End::Cancelled => (json!({ "type": "cancelled" }), Value::Null),
            End::Interrupt(interrupt) => (
                json!({ "type": "interrupt", "interrupts": [interrupt] }),
                Value::Null,
            ),
        };
        let mut event = json!({
            "type": "RUN_FINISHED",
            "threadId": input.thread_id,
            "runId": input.run_id,
            "outcome": outcome,
        });
        if !result.is_null() {
            event["result"] = result;
        }
        self.say(event);
    }

    pub(super) fn failed(&self, fault: &CallFault) {
        self.say(json!({ "type": "RUN_ERROR", "message": fault.message, "code": fault.code }));
    }

    /// A message of ours, whole.
    pub(super) fn text(&self, words: &str) {
        if words.is_empty() {
            return;
        }
        let id = Uuid::new_v4();
        self.say(json!({ "type": "TEXT_MESSAGE_START", "messageId": id, "role": "assistant" }));
        self.say(json!({ "type": "TEXT_MESSAGE_CONTENT", "messageId": id, "delta": words }));
        self.say(json!({ "type": "TEXT_MESSAGE_END", "messageId": id }));
    }
}

/// A question about a collection, or about the texts that came along.
pub(super) async fn question(
    door: &Door,
    input: &RunAgentInput,
    question: &str,
    said: &Said,
) -> Result<End, CallFault> {
    let texts = input.context.iter().enumerate();
    let source = Source {
        documents: texts
            .map(|(at, text)| ask::text(at + 1, &text.description, &text.value))
            .collect(),
        collection: input.props().collection,
    };
    let mut shown = Shown::new(input, said);
    shown.show("answer", json!({}));
    let step = |kind: &str| said.say(json!({ "type": kind, "stepName": "ask" }));
    step("STEP_STARTED");
    let ToolOutcome { data, .. } = answer(door, source, question).await?;
    step("STEP_FINISHED");
    said.text(data["answer"].as_str().unwrap_or_default());
    shown.show("answer", json!({ "citations": data["citations"] }));
    Ok(End::Success(data))
}
