//! From storage's records to what clients read.

use screen_agent_store::session::{
    MessageRecord, MessageSender, MessageStatus, SessionRecord, SessionStatus,
};
use screen_agent_store::task::TaskSummary;
use screen_agent_wire::extension::action_details;
use screen_agent_wire::extension::message::{MessageError, MessageRole, WireMessage};
use screen_agent_wire::extension::report::ActionStatus;
use screen_agent_wire::extension::session::{SessionInfo, WireSessionStatus};
use screen_agent_wire::extension::task::TaskInfo;
use serde_json::{Map, Value};

use crate::time;

pub(crate) fn session(record: SessionRecord) -> SessionInfo {
    let mut metadata = Map::new();
    let facts = [
        ("initialUrl", Some(record.initial_url)),
        ("initialDomain", Some(record.initial_domain)),
        ("initialQuery", record.initial_query),
        ("taskType", record.task_type),
    ];
    for (name, fact) in facts {
        if let Some(fact) = fact.filter(|fact| !fact.is_empty()) {
            metadata.insert(name.to_owned(), Value::String(fact));
        }
    }
    SessionInfo {
        session_id: record.id.get(),
        url: record.url,
        domain: record.domain,
        title: record.title,
        is_renamed: record.renamed,
        status: session_status(record.status),
        created_at: time::iso(record.created_ms),
        updated_at: time::iso(record.updated_ms),
        message_count: record.message_count,
        tab_id: record.tab,
        metadata,
    }
}

fn session_status(status: SessionStatus) -> WireSessionStatus {
    match status {
        SessionStatus::Active => WireSessionStatus::Active,
        SessionStatus::Completed => WireSessionStatus::Completed,
        SessionStatus::Failed => WireSessionStatus::Failed,
        SessionStatus::Interrupted => WireSessionStatus::Interrupted,
        SessionStatus::Archived => WireSessionStatus::Archived,
    }
}

pub(crate) fn message(record: MessageRecord) -> WireMessage {
    WireMessage {
        message_id: record.id.get(),
        role: match record.role {
            MessageSender::User => MessageRole::User,
            MessageSender::Assistant => MessageRole::Assistant,
            MessageSender::System => MessageRole::System,
        },
        content: record.content,
        sequence_number: record.sequence,
        timestamp: time::iso(record.at_ms),
        action_payload: record.action.as_deref().and_then(payload),
        action_string: record.action,
        status: record.status.map(|status| match status {
            MessageStatus::Pending => ActionStatus::Pending,
            MessageStatus::Success => ActionStatus::Success,
            MessageStatus::Failure => ActionStatus::Failure,
        }),
        error: record.error.map(|error| MessageError {
            message: error.message,
            code: error.code,
        }),
        dom_summary: record.dom_summary,
        metadata: record.metadata.as_deref().and_then(object),
    }
}

/// An action as a value: its name as `type`, its control, and what else it takes. Spec 002 §4.8.1.
fn payload(printed: &str) -> Option<Map<String, Value>> {
    let action = screen_agent_action::parse(printed).ok()?;
    let details = action_details(&action, None);
    let mut payload = details.args.unwrap_or_default();
    payload.insert("type".to_owned(), Value::String(details.name));
    if let Some(id) = details.element_id {
        payload.insert("elementId".to_owned(), serde_json::to_value(id).ok()?);
    }
    Some(payload)
}

/// Kept as JSON text; anything but an object is left out.
fn object(text: &str) -> Option<Map<String, Value>> {
    serde_json::from_str(text).ok()
}

pub(crate) fn task(summary: TaskSummary) -> TaskInfo {
    TaskInfo {
        task_id: summary.id.get(),
        query: summary.query,
        status: summary.status.into(),
        step_count: summary.step_count.into(),
        result: summary.result,
        verified: summary.verified,
        created_at: time::iso(summary.created_ms),
        updated_at: time::iso(summary.updated_ms),
    }
}
