//! What the audit log says of a request: tools that were performed here or handed to the client, what
//! the person was asked, and what they answered. Written with what it tells of, without secrets.

use screen_agent_audit::{Entry, Kind};
use screen_agent_packet::run::QuestionRun;
use screen_agent_store::Owner;
use screen_agent_tools::{Outcome, redact};
use screen_agent_wire::packet::document::ToolStatus;
use screen_agent_wire::packet::tool::{Policy, PolicyDecision};
use screen_agent_wire::packet::{RequestPacket, ResponsePacket, ToolCall};
use screen_agent_words::secrets::hide_named;

fn entry(kind: Kind, owner: Owner, run: &QuestionRun) -> Entry {
    Entry::of(kind, owner.tenant.get(), owner.user.get())
        .with("run", run.id.as_str())
        .with("conversation", run.conversation.id.as_str())
}

/// With what the call is, by what right, and what was shown.
fn about(entry: Entry, run: &QuestionRun, call: &ToolCall) -> Entry {
    let kept = redact::call(call);
    let hidden = |text: String| hide_named(&run.message.text, &text);
    let entry = entry
        .with("call", call.id.clone())
        .with("tool", call.name.as_str())
        .with("arguments", hidden(kept["arguments"].to_string()));
    let Some(policy) = &call.policy else {
        return entry;
    };
    let shown = kept["policy"]["text"].as_str().unwrap_or_default();
    let origin = policy.approval.as_ref().map(|asked| asked.origin.clone());
    entry
        .with("basis", policy.reason_code.as_str())
        .with("shown", hidden(shown.to_owned()))
        .with("origin", origin)
}

fn fingerprint(call: &ToolCall) -> Option<&str> {
    let asked = call.policy.as_ref()?.approval.as_ref()?;
    Some(&asked.fingerprint)
}

/// What a call that waits was asked about.
fn asked<'a>(run: &'a QuestionRun, print: &str) -> Option<&'a ToolCall> {
    let mut calls = run.waiting.iter().map(|waiting| &waiting.call);
    calls.find(|call| fingerprint(call) == Some(print))
}

/// A yes that is used up.
pub(crate) fn approved(owner: Owner, run: &QuestionRun, print: &str) -> Entry {
    let entry = entry(Kind::ApprovalGiven, owner, run).with("fingerprint", print);
    match asked(run, print) {
        Some(call) => about(entry, run, call),
        None => entry,
    }
}

/// Every no of a request, and every yes to nothing that was asked.
pub(crate) fn refused(owner: Owner, run: &QuestionRun, request: &RequestPacket) -> Vec<Entry> {
    let answers = request.input.approvals.iter();
    let each = answers.filter_map(|answer| {
        let print = answer.fingerprint.as_str();
        let (kind, call) = match (answer.allow, asked(run, print)) {
            (true, Some(_)) => return None,
            (false, call @ Some(_)) => (Kind::ApprovalRefused, call),
            (_, None) => (Kind::ApprovalVoid, None),
        };
        let entry = entry(kind, owner, run).with("fingerprint", print);
        Some(match call {
            Some(call) => about(entry, run, call),
            None => entry,
        })
    });
    each.collect()
}

/// A tool that was performed here.
pub(crate) fn performed(owner: Owner, run: &QuestionRun, id: &str, outcome: &Outcome) -> Entry {
    let status = match outcome.status {
        ToolStatus::Ok => "ok",
        ToolStatus::Error => "error",
        ToolStatus::Cancelled => "cancelled",
    };
    let entry = entry(Kind::Tool, owner, run)
        .with("by", "server")
        .with("status", status);
    let mut calls = run.waiting.iter().map(|waiting| &waiting.call);
    match calls.find(|call| call.id.as_deref() == Some(id)) {
        Some(call) => about(entry, run, call),
        None => entry.with("call", id),
    }
}

/// What an answer asks of the person, and hands to the client to perform.
pub(crate) fn proposed(owner: Owner, run: &QuestionRun, packet: &ResponsePacket) -> Vec<Entry> {
    let each = packet.tool_calls.iter().filter_map(|call| {
        let Policy { decision, .. } = call.policy.as_ref()?;
        let entry = match decision {
            PolicyDecision::Ask => {
                entry(Kind::ApprovalAsked, owner, run).with("fingerprint", fingerprint(call))
            }
            PolicyDecision::Allow => entry(Kind::Tool, owner, run).with("by", "client"),
            PolicyDecision::Deny => return None,
        };
        Some(about(entry, run, call))
    });
    each.collect()
}
