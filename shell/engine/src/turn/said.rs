//! What a turn says to the person, as a message of the conversation.

use screen_agent_action::id::MessageId;
use screen_agent_page::Observation;
use screen_agent_store::session::{MessageSender, MessageStatus, NewMessage};
use screen_agent_turn::next::{Refusal, Reply};
use serde_json::json;

use super::draft::Draft;
use crate::request::TurnReply;

/// Longest summary of a page, in characters.
const SUMMARY: usize = 200;

/// The message, if the turn says anything. A request for more of the page is between us and the
/// client; the person hears nothing of it.
pub(super) fn said(reply: &TurnReply, draft: &Draft, id: MessageId) -> Option<NewMessage> {
    let (content, status) = match &reply.reply {
        Reply::Act { thought, .. } if reply.task.status.is_terminal() => {
            let result = reply.task.result.clone();
            (
                result.unwrap_or_else(|| thought.clone()),
                Some(MessageStatus::Success),
            )
        }
        Reply::Act { thought, .. } | Reply::Chain { thought, .. } => {
            (thought.clone(), Some(MessageStatus::Pending))
        }
        Reply::Question { question, .. } => (question.clone(), None),
        Reply::Approval { request, .. } => (request.text.clone(), None),
        Reply::Refused {
            why: Refusal::OutOfSteps,
        } => (reply.task.result.clone()?, None),
        Reply::NeedsContext { .. } | Reply::Refused { .. } => return None,
    };
    Some(NewMessage {
        id,
        role: MessageSender::Assistant,
        content,
        action: action(reply, draft),
        status,
        dom_summary: draft.screen.as_deref().map(summary),
        metadata: Some(metadata(reply, draft)),
    })
}

/// The action as it is recorded: what it types into a secret field is hidden.
pub(super) fn action(reply: &TurnReply, draft: &Draft) -> Option<String> {
    if reply.task.status.is_terminal() {
        return reply.action.clone();
    }
    let step = draft.steps.last()?;
    reply.action.as_ref().map(|_sent| step.action.clone())
}

fn metadata(reply: &TurnReply, draft: &Draft) -> String {
    let mut metadata = json!({
        "taskId": reply.task.id,
        "taskType": reply.task.task_type,
        "latency": reply.duration_ms,
    });
    let mut calls = draft.usage.iter().rev();
    if let Some(call) = calls.find(|call| call.succeeded) {
        metadata["llm_model"] = json!(call.proposer);
    }
    let acts = matches!(reply.reply, Reply::Act { .. } | Reply::Chain { .. });
    if let (true, Some(step)) = (acts, reply.task.steps.last()) {
        metadata["stepIndex"] = json!(step.index);
    }
    if let Some(verified) = reply.task.verified() {
        metadata["verified"] = json!(verified);
    }
    if let Some(usage) = reply.usage {
        metadata["tokens_used"] = json!({
            "promptTokens": usage.prompt_tokens,
            "completionTokens": usage.completion_tokens,
        });
    }
    metadata.to_string()
}

fn summary(screen: &Observation) -> String {
    let text = format!(
        "{} ({}), {} controls in view",
        screen.title,
        screen.url,
        screen.nodes.len()
    );
    text.chars().take(SUMMARY).collect()
}
